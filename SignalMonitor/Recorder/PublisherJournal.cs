using System.Runtime.InteropServices;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// The blocks of one publisher in one recording: whole in an archive, or in modes. The recorder's thread opens it,
/// while the receive thread waits.
/// </summary>
/// <param name="publisher">Whose blocks.</param>
internal sealed class PublisherJournal(Guid publisher) : IDisposable
{
    private readonly ManualResetEventSlim _decided = new();
    private ArchiveCatalogues? _catalogues;

    // Receive thread: the newest block of each stream; null before the first.
    private Dictionary<(ulong Epoch, uint Stream), ulong>? _last;

    /// <summary>Whose blocks.</summary>
    public Guid Publisher => publisher;

    /// <summary>Where all go; null before it is open, and with modes.</summary>
    public FrameArchive? Archive { get; private set; }

    /// <summary>What chooses those to record; null before it is open, and when all are.</summary>
    public ModeRecorder? Modes { get; private set; }

    /// <summary>Whether blocks can be appended.</summary>
    public bool IsOpen => Archive is not null || Modes is not null;

    /// <summary>The pyramids of its streams; set before it is open, null when none are kept.</summary>
    public JournalPyramids? Pyramids { get; set; }

    /// <summary>Why it could not be opened; null otherwise.</summary>
    public string? Refusal { get; private set; }

    /// <summary>Frames that were appended so far; any thread.</summary>
    public long Appended => Modes?.Appended ?? Archive?.Appended ?? 0;

    /// <summary>Blocks that could not be stored; any thread.</summary>
    public long LostBlocks => Modes?.Lost ?? Archive?.LostBlocks ?? 0;

    /// <summary>Its archives that are open.</summary>
    public IEnumerable<FrameArchive> Archives =>
        Modes?.Journals.Select(journal => journal.Archive) ?? (Archive is null ? [] : [Archive]);

    /// <summary>Recorder: the outcome of opening.</summary>
    public void Decide(FrameArchive? archive, string? refusal)
    {
        _catalogues = archive is null ? null : new ArchiveCatalogues(archive);
        (Archive, Refusal) = (archive, refusal);
        _decided.Set();
    }

    /// <summary>Recorder: it is open, with modes.</summary>
    public void Decide(ModeRecorder modes)
    {
        (Modes, Refusal) = (modes, null);
        _decided.Set();
    }

    /// <summary>Receive thread: waits until it is open or refused; false when the time is over.</summary>
    public bool Wait(TimeSpan limit) => _decided.Wait(limit);

    /// <summary>Receive thread: begins with the open journal, after what earlier processes stored; false when it has
    /// begun before.</summary>
    public bool TryBegin()
    {
        if (_last is not null)
            return false;
        _last = [];
        foreach (StreamExtent extent in Archive?.Recovery.Extents ?? [])
            _last[(extent.Epoch, extent.Stream)] = extent.Last;
        return true;
    }

    /// <summary>Receive thread: whether a block comes for the first time.</summary>
    public bool IsNew(in FrameHeader header)
    {
        ref ulong last = ref CollectionsMarshal.GetValueRefOrAddDefault(
            _last!, (header.Epoch, header.Stream), out _);
        if (header.Sequence <= last)
            return false;
        last = header.Sequence;
        return true;
    }

    /// <summary>Receive thread: appends a block to the open journal; false when it is lost.</summary>
    public bool Append(
        ReadOnlySpan<byte> headerBytes,
        ReadOnlySpan<byte> payload,
        in FrameHeader header,
        PublisherCatalogue? catalogue)
    {
        if (Modes is not null)
            return Modes.Append(headerBytes, payload, header, catalogue);
        if (catalogue is not null)
            _catalogues!.Append(header, catalogue);
        return Archive!.Append(headerBytes, payload);
    }

    /// <summary>Any thread: whether a crash cannot take any of the first frames from the recording.</summary>
    public bool IsSettled(long appended) => Modes?.IsSettled(appended) ?? Archive?.IsSettled(appended) ?? true;

    /// <summary>Recorder: writes what was appended.</summary>
    public void Step()
    {
        Modes?.Step();
        Archive?.Step();
    }

    /// <summary>Recorder: what was appended is durable afterwards.</summary>
    /// <param name="isOver">False when the run goes on without this process.</param>
    public void Finish(bool isOver)
    {
        Modes?.Finish(isOver);
        Archive?.Finish();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Modes?.Dispose();
        Archive?.Dispose();
        _decided.Dispose();
    }
}
