using System.Diagnostics;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using HardwareConnector.Publishing;

namespace HardwareConnector.Formats;

/// <summary>
/// Tries a format aside: takes a share of the blocks that were published, encodes and decodes each with the candidate,
/// compares bit for bit, and times both formats. On a thread of its own, because a candidate may never return; what it
/// makes is never published.
/// </summary>
internal sealed class CanaryRun
{
    private const int PollMs = 5;
    private const long MaxAllocatedBytes = 256 << 20;

    private readonly RigRegistry _rigs;
    private readonly LastBlockReader _last;
    private readonly FormatTrial _candidate;
    private readonly FormatTrial _inUse;
    private readonly Dictionary<uint, double> _due = [];
    private readonly object _gate = new();
    private bool _isStopped;
    private long _busySince;
    private string? _failure;

    /// <summary>Prepares the thread.</summary>
    /// <param name="request">The request that it is of.</param>
    /// <param name="plan">What is compared.</param>
    /// <param name="inUse">Name of the format in use.</param>
    /// <param name="rigs">The streams that are published.</param>
    /// <param name="registry">The formats; the candidate is one of them.</param>
    /// <param name="maxPayloadBytes">Longest payload of a frame.</param>
    public CanaryRun(
        FormatRequest request,
        CanaryPlan plan,
        string inUse,
        RigRegistry rigs,
        SerializerRegistry registry,
        int maxPayloadBytes)
    {
        (Request, Plan, _rigs) = (request, plan, rigs);
        _last = new LastBlockReader(registry);
        _candidate = new FormatTrial(registry, plan.Content, maxPayloadBytes);
        _inUse = new FormatTrial(registry, inUse, maxPayloadBytes);
        Worker = new Thread(Run) { IsBackground = true, Name = "canary", Priority = ThreadPriority.BelowNormal };
    }

    /// <summary>Its thread.</summary>
    public Thread Worker { get; }

    /// <summary>The request that it is of.</summary>
    public FormatRequest Request { get; }

    /// <summary>What is compared.</summary>
    public CanaryPlan Plan { get; }

    /// <summary>What it measured; any thread.</summary>
    public CanaryFigures Figures { get; } = new();

    /// <summary>Why its thread ended before its time, in one line; null when it did not. Any thread.</summary>
    public string? Failure => Volatile.Read(ref _failure);

    /// <summary>How long the candidate has been at one block now; any thread.</summary>
    public TimeSpan Busy =>
        Interlocked.Read(ref _busySince) is > 0 and var since ? Stopwatch.GetElapsedTime(since) : TimeSpan.Zero;

    /// <summary>Begins.</summary>
    public void Start() => Worker.Start();

    /// <summary>
    /// Asks the thread to end. One that the candidate holds is left behind: it ends with the process.
    /// </summary>
    public void Stop()
    {
        lock (_gate)
        {
            _isStopped = true;
            Monitor.Pulse(_gate);
        }
    }

    private void Run()
    {
        try
        {
            while (!WaitForStop())
            {
                foreach (PublishedStream stream in _rigs.All)
                    Look(stream);
            }
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            // Beside the blocks: what goes wrong here must not end their process.
            Volatile.Write(ref _failure, $"the comparison failed ({OneLine.Format(e)})");
        }
    }

    private bool WaitForStop()
    {
        lock (_gate)
        {
            if (!_isStopped)
                Monitor.Wait(_gate, PollMs);
            return _isStopped;
        }
    }

    private void Look(PublishedStream stream)
    {
        ulong last = stream.Last;
        double due = _due.GetValueOrDefault(stream.Id, 1);
        if (last < due || !_last.TryRead(stream, out DecodeOutcome read))
            return;

        // Blocks that were missed are not made up for.
        double period = 100.0 / Plan.SharePercent;
        _due[stream.Id] = Math.Max(due, last - period) + period;
        if (read.IsOk && _last.Header.Sequence >= due)
            Compare(_last.Header);
    }

    private void Compare(in FrameHeader header)
    {
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        Interlocked.Exchange(ref _busySince, Stopwatch.GetTimestamp());
        string? error = Try(out CodecDurations times);
        CodecDurations? inUse = error is null ? TimeInUse() : null;
        Interlocked.Exchange(ref _busySince, 0);
        allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
        if (allocated > MaxAllocatedBytes)
            error ??= $"it allocated {allocated} bytes for one block";
        if (error is null && inUse is { } other)
            Figures.AddEqual(times, other);
        else if (error is not null)
            Figures.AddError($"sequence {header.Sequence} of stream {header.Stream}: {error}");
    }

    private string? Try(out CodecDurations times)
    {
        times = default;
        try
        {
            (DecodeOutcome outcome, string? difference) = _candidate.Run(_last.Block, out times);
            return !outcome.IsOk ? $"it does not read what it wrote: {outcome}"
                : difference is not null ? $"another block came out: {difference}" : null;
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            return $"it threw {OneLine.Format(e)}";
        }
    }

    // The format in use, on the same block and thread; null where that fails, which is not the candidate's fault.
    private CodecDurations? TimeInUse()
    {
        try
        {
            _inUse.Run(_last.Block, out CodecDurations times);
            return times;
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            return null;
        }
    }
}
