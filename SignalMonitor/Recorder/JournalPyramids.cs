using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using SignalMonitor.Pyramids;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>
/// The pyramids of the streams of one publisher in one recording. The compute thread asks for that of a stream, the
/// pyramid thread writes all of them, until some time after the recorder closed the recording.
/// </summary>
internal sealed class JournalPyramids : IDisposable
{
    // For the compute thread to come to the last block.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly IDiskFiles _files;
    private readonly string _journal;
    private readonly FrameArchive _archive;
    private readonly PyramidOptions _options;
    private ImmutableArray<StreamPyramidWriting> _streams = [];
    private long? _endRequestedAt;

    /// <summary>Recorder's thread: continues what there is.</summary>
    /// <param name="files">The folder of pyramids.</param>
    /// <param name="journal">Name of the journal beside it.</param>
    /// <param name="archive">The journal.</param>
    /// <param name="options">What holds for all pyramids.</param>
    public JournalPyramids(IDiskFiles files, string journal, FrameArchive archive, PyramidOptions options)
    {
        (_files, _journal, _archive, _options) = (files, journal, archive, options);
        List<DiskFileEntry> found = [];
        files.List(found);
        string prefix = journal + ".";
        foreach (string name in found.Select(file => file.Name))
        {
            if (name.StartsWith(prefix, StringComparison.Ordinal)
                && name.EndsWith(PyramidIdentity.Ending, StringComparison.Ordinal)
                && uint.TryParse(
                    name.AsSpan(prefix.Length, name.Length - prefix.Length - PyramidIdentity.Ending.Length),
                    NumberStyles.None, CultureInfo.InvariantCulture, out uint stream))
                Continue(stream);
        }
    }

    /// <summary>Why one is not written now; null otherwise. Any thread.</summary>
    public string? Fault => _streams.Select(stream => stream.Fault).FirstOrDefault(fault => fault is not null);

    /// <summary>Rows that found no free slot, and were mended from the frames; any thread.</summary>
    public long Dropped => _streams.Sum(stream => stream.Rows.Dropped);

    /// <summary>Compute thread: the pyramid of a stream. Allocates for the first block of a stream.</summary>
    public StreamPyramid GetOrAdd(uint stream, string name)
    {
        foreach (StreamPyramidWriting known in _streams)
        {
            if (known.Rows.Stream == stream)
                return known.Rows;
        }

        StreamPyramidWriting begun = Begin(stream, name, isThere: false);
        lock (_gate)
            _streams = _streams.Add(begun);
        return begun.Rows;
    }

    /// <summary>Recorder's thread: the recording has no more blocks.</summary>
    public void RequestEnd()
    {
        lock (_gate)
            _endRequestedAt ??= _options.Time.GetTimestamp();
        foreach (StreamPyramidWriting stream in _streams)
            stream.Rows.IsEndRequested = true;
    }

    /// <summary>Pyramid thread: writes what waits.</summary>
    /// <param name="stop">The process ends.</param>
    /// <returns>True once the recording is closed and all is written.</returns>
    public bool Step(CancellationToken stop)
    {
        long? requestedAt;
        lock (_gate)
            requestedAt = _endRequestedAt;
        bool hasEnded = requestedAt is { } at && _archive.IsSettled(_archive.Appended)
            && (_streams.All(stream => stream.Rows.HasEnded) || _options.Time.GetElapsedTime(at) >= EndLimit);
        foreach (StreamPyramidWriting stream in _streams)
        {
            stream.Step(stop);
            if (hasEnded)
                stream.Finish(stop);
        }

        return hasEnded && !stop.IsCancellationRequested;
    }

    /// <summary>Pyramid thread, at the end of the process: the next one continues.</summary>
    public void Leave()
    {
        foreach (StreamPyramidWriting stream in _streams)
            stream.Leave();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (StreamPyramidWriting stream in _streams)
            stream.Dispose();
    }

    private StreamPyramidWriting Begin(uint stream, string name, bool isThere) => new(
        new StreamPyramidFiles(
            _files,
            PyramidIdentity.NameOf(_journal, stream),
            new PyramidIdentity(_archive.Publisher, stream, name)),
        _archive,
        _options,
        isThere);

    // A file that is none of ours is put aside: the name of the stream is that of the catalogue.
    private void Continue(uint stream)
    {
        Recording recording = Recording.From(_files.Folder, _archive.View());
        string name = recording.Catalogue(_archive.Recovery.NewestRevision)?.Stream(stream)?.Name ?? $"stream {stream}";
        _streams = _streams.Add(Begin(stream, name, isThere: true));
    }
}
