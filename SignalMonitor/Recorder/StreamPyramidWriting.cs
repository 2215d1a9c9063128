using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using SignalMonitor.Pyramids;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>
/// Writes the pyramid of one stream of a recording from the rows of the compute thread. What is missing between two
/// rows is mended from the frames; after a failure of the disk, all since then. Pyramid thread.
/// </summary>
internal sealed class StreamPyramidWriting : IDisposable
{
    private static readonly TimeSpan RetryInterval = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan FlushInterval = TimeSpan.FromSeconds(1);

    private readonly StreamPyramidFiles _target;
    private readonly FrameArchive _archive;
    private readonly PyramidOptions _options;
    private PyramidWriter? _writer;
    private bool _isNew;
    private long _triedAt;
    private long _flushedAt;
    private long? _wanted;
    private bool _hasGap;
    private string? _fault;

    /// <summary>Continues the pyramid of a stream, or prepares a new one.</summary>
    /// <param name="target">Its files.</param>
    /// <param name="archive">The frames.</param>
    /// <param name="options">What holds for all pyramids of the recorder.</param>
    /// <param name="isThere">True: it is opened now, so that blocks that are in are known; false: with its first
    /// row.</param>
    public StreamPyramidWriting(StreamPyramidFiles target, FrameArchive archive, PyramidOptions options, bool isThere)
    {
        (_target, _archive, _options) = (target, archive, options);
        _flushedAt = options.Time.GetTimestamp();
        if (isThere)
            TryOpen();
        Rows = new StreamPyramid(
            target.Identity.Stream, target.Identity.Name, _writer?.End ?? PyramidPoint.Beginning);
        _isNew = !isThere;
    }

    /// <summary>The Rows.</summary>
    public StreamPyramid Rows { get; }

    /// <summary>Why it is not written now; null otherwise. Any thread.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>Writes what waits.</summary>
    /// <param name="stop">Gives mending up.</param>
    public void Step(CancellationToken stop)
    {
        while (Rows.Peek() is { } row)
        {
            if (_writer is null && !TryOpenAgain())
            {
                Rows.Release();
                continue;
            }

            if (row.Start.IsBefore(_writer!.End))
            {
                Rows.Release();
                continue;
            }

            if (row.Start != _writer.End && !TryMend(row.Start, stop))
                return;
            if (_writer is null)
                continue;
            FileOutcome outcome = row.HasSamples ? _writer.Append(row) : FileOutcome.Ok;
            Rows.Release();
            Check(outcome);
            Recovered();
        }

        if (_writer is null || _options.Time.GetElapsedTime(_flushedAt) < FlushInterval)
            return;
        _flushedAt = _options.Time.GetTimestamp();
        Check(_writer.Flush());
    }

    /// <summary>The recording has no more blocks, and all its frames are written: what is missing is mended.</summary>
    public void Finish(CancellationToken stop)
    {
        if (_writer is null && !TryOpen())
            return;
        if (TryMend(PyramidMending.Everything, stop) && _writer is not null && !stop.IsCancellationRequested)
        {
            Check(_writer.Finish(isComplete: !_hasGap));
            Recovered();
        }
    }

    /// <summary>Everything that was written is durable: the next process continues.</summary>
    public void Leave()
    {
        if (_writer is not null)
            Check(_writer.Flush());
    }

    /// <inheritdoc/>
    public void Dispose() => _writer?.Dispose();

    private bool TryOpenAgain() => (_isNew || _options.Time.GetElapsedTime(_triedAt) >= RetryInterval) && TryOpen();

    private bool TryOpen()
    {
        _isNew = false;
        _triedAt = _options.Time.GetTimestamp();
        FileOutcome outcome = PyramidWriter.Open(
            _target.Files, _target.Name, _target.Identity, _options.ReservedBytes, out _writer, out string? note);
        if (note is not null)
            _options.Note(note);
        if (!outcome.IsOk)
            Fail(outcome);
        return outcome.IsOk;
    }

    // False: the frames are not on the disk yet, or the process ends.
    private bool TryMend(in PyramidPoint to, CancellationToken stop)
    {
        _wanted ??= _archive.Appended;
        if (!_archive.IsSettled(_wanted.Value))
            return false;
        _wanted = null;
        Rows.IsMending = true;
        FileOutcome outcome = PyramidMending.Mend(
            _writer!,
            Recording.From(_target.Files.Folder, _archive.View()),
            Rows.Stream,
            to,
            variables: null,
            stop,
            out string? note);
        Rows.IsMending = false;
        if (note is not null)
        {
            _hasGap = true;
            _options.Note($"{_target.Name}{PyramidIdentity.Ending}: {note}");
        }

        Check(outcome);
        return !stop.IsCancellationRequested;
    }

    private void Check(FileOutcome outcome)
    {
        if (!outcome.IsOk)
            Fail(outcome);
    }

    private void Recovered()
    {
        if (_fault is null || _writer is null)
            return;
        Volatile.Write(ref _fault, null);
        _options.Note($"the pyramid {_target.Name} is written again");
    }

    private void Fail(FileOutcome outcome)
    {
        _writer?.Dispose();
        _writer = null;
        _triedAt = _options.Time.GetTimestamp();
        if (_fault is null)
            _options.Note($"the pyramid {_target.Name} is not written: {outcome}; blocks are recorded all the same");
        Volatile.Write(ref _fault, outcome.ToString());
    }
}

/// <summary>Where the pyramid of a stream is.</summary>
/// <param name="Files">The folder of pyramids.</param>
/// <param name="Name">Name of its files, without an ending.</param>
/// <param name="Identity">Whose it is.</param>
internal sealed record StreamPyramidFiles(IDiskFiles Files, string Name, PyramidIdentity Identity);

/// <summary>What holds for all pyramids of a recorder.</summary>
/// <param name="ReservedBytes">Bytes of the disk that stay free.</param>
/// <param name="Time">Clock.</param>
/// <param name="Note">Receives lines for the log.</param>
internal sealed record PyramidOptions(long ReservedBytes, TimeProvider Time, Action<string> Note);
