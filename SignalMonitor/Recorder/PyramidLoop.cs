using System.Collections.Immutable;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.Recorder;

/// <summary>
/// Writes the pyramids of recordings: <see cref="Run"/> is the loop of a thread of its own, because mending reads
/// frames, and must not hold up the thread that writes them.
/// </summary>
/// <param name="reservedBytes">Bytes of the disk that stay free.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives what is repaired, and what fails.</param>
internal sealed class PyramidLoop(long reservedBytes, TimeProvider time, ILogger<PyramidLoop> logger) : IDisposable
{
    // Far below the time in which the slots of a stream are full.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(50);

    private readonly Lock _gate = new();
    private ImmutableArray<JournalPyramids> _all = [];

    /// <summary>Why a pyramid is not written now; null otherwise. Any thread.</summary>
    public string? Fault => _all.Select(pyramids => pyramids.Fault).FirstOrDefault(fault => fault is not null);

    /// <summary>Rows of the recordings in work that were mended from the frames, as no slot was free. Any
    /// thread.</summary>
    public long Dropped => _all.Sum(pyramids => pyramids.Dropped);

    /// <summary>Recordings in work; any thread.</summary>
    public int Open => _all.Length;

    /// <summary>Recorder's thread: begins or continues the pyramids of a journal.</summary>
    /// <param name="files">The folder of pyramids.</param>
    /// <param name="journal">Name of the journal beside it.</param>
    /// <param name="archive">The journal.</param>
    public JournalPyramids Begin(IDiskFiles files, string journal, FrameArchive archive)
    {
        JournalPyramids begun = new(files, journal, archive, new PyramidOptions(reservedBytes, time, Note));
        lock (_gate)
            _all = _all.Add(begun);
        return begun;
    }

    /// <summary>Runs until <paramref name="stop"/>; then everything that waits is on the disk.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.WaitHandle.WaitOne(Interval))
            Step(stop);
        Step(stop);
        foreach (JournalPyramids pyramids in _all)
            pyramids.Leave();
    }

    /// <summary>One turn.</summary>
    internal void Step(CancellationToken stop)
    {
        foreach (JournalPyramids pyramids in _all)
        {
            if (!pyramids.Step(stop))
                continue;
            pyramids.Dispose();
            lock (_gate)
                _all = _all.Remove(pyramids);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (JournalPyramids pyramids in _all)
            pyramids.Dispose();
    }

    private void Note(string line) => MonitorLog.PyramidNote(logger, line);
}
