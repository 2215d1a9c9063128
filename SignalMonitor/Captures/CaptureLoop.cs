using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Limits.Breaks;
using Microsoft.Extensions.Logging;
using SignalMonitor.Breaks;
using SignalMonitor.Logging;

namespace SignalMonitor.Captures;

/// <summary>
/// The thread that writes the samples around breaks. What cannot be written waits in memory and is tried again; the
/// compute thread never waits, and other triggers continue.
/// </summary>
/// <param name="service">Where the samples are.</param>
/// <param name="folder">Where files go; made when it is missing.</param>
/// <param name="maxBytes">Most that the files of the folder take together.</param>
/// <param name="time">For the time between two tries.</param>
/// <param name="logger">Receives the files written, and faults.</param>
internal sealed class CaptureLoop(
    BreakService service, string folder, long maxBytes, TimeProvider time, ILogger<CaptureLoop> logger)
{
    /// <summary>Time between two tries to write a capture.</summary>
    public static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    private readonly Dictionary<BreakWatch, Pending> _pending = [];
    private CaptureStatus _status = new(0, 0, 0, null);

    /// <summary>Any thread: what became of captures.</summary>
    public CaptureStatus Status => Volatile.Read(ref _status);

    /// <summary>Looks until the token is cancelled, and once more: compute threads have ended by then.</summary>
    public void Run(CancellationToken stop)
    {
        do
        {
            ProcessAll(isLast: false);
        }
        while (!stop.WaitHandle.WaitOne(Interval));
        ProcessAll(isLast: true);
    }

    /// <summary>Looks once.</summary>
    /// <param name="isLast">True: what failed is tried now, whenever that was.</param>
    internal void ProcessAll(bool isLast)
    {
        foreach (BreakWatch watch in service.Watches())
        {
            if (!_pending.TryGetValue(watch, out Pending pending))
            {
                if (!watch.Samples.TryTake(out PrePostCapture capture))
                    continue;
                pending = new Pending(capture, 0, null);
            }

            if (isLast || pending.Fault is null || time.GetElapsedTime(pending.TriedAt) >= RetryInterval)
                Try(watch, pending);
        }

        service.Tidy();
    }

    private void Try(BreakWatch watch, Pending pending)
    {
        CaptureHeader header = CaptureHeader.From(watch.Kept, watch.Plan.Stream, pending.Capture);
        string path = Path.Combine(folder, header.FileName);
        string? fault = Write(path, header, watch, pending.Capture);
        if (fault is null)
        {
            watch.Samples.Release();
            _pending.Remove(watch);
            MonitorLog.CaptureWritten(logger, path, header.Points, header.Columns.Length);
        }
        else
        {
            if (fault != pending.Fault)
                MonitorLog.CaptureNotWritten(logger, header.FileName, fault);
            _pending[watch] = new Pending(pending.Capture, time.GetTimestamp(), fault);
        }

        CaptureStatus before = _status;
        Volatile.Write(ref _status, new CaptureStatus(
            before.Written + (fault is null ? 1 : 0),
            before.Failed + (fault is null ? 0 : 1),
            _pending.Count,
            fault ?? _pending.Values.FirstOrDefault().Fault));
    }

    private string? Write(string path, CaptureHeader header, BreakWatch watch, in PrePostCapture capture)
    {
        try
        {
            Directory.CreateDirectory(folder);
            long size = CaptureEncoding.SizeOf(header);
            long there = new DirectoryInfo(folder).EnumerateFiles("*" + CaptureHeader.Ending).Sum(file => file.Length);
            if (there + size > maxBytes)
                return $"it needs {size} bytes, and the captures in {folder} have {there} of {maxBytes} already; move "
                    + $"some away";
            CaptureFile.Write(path, header, watch.Samples, capture);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Format(e);
        }
    }

    private readonly record struct Pending(PrePostCapture Capture, long TriedAt, string? Fault);
}
