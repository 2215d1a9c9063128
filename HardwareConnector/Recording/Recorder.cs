using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Recording;

/// <summary>
/// What outlives this process: the journal, the position of each stream, and how earlier lives ended. The publish thread records; what is
/// read says by whom.
/// </summary>
public sealed class Recorder : IDisposable
{
    private readonly IDiskFiles _stateFiles;
    private readonly PublisherState _state;
    private PublisherPositionFile? _position;

    // Publish thread: last sequences by stream while there is no position file.
    private readonly Dictionary<uint, ulong> _unplaced = [];

    private Recorder(IDiskFiles stateFiles, PublisherState state, FrameJournal journal, EpochRegistry epochs, LeaseFile claims)
    {
        _stateFiles = stateFiles;
        _state = state;
        Journal = journal;
        Leases = claims;
        Epochs = epochs;
    }

    /// <summary>The journal; its thread is started by the host.</summary>
    public FrameJournal Journal { get; }

    /// <summary>Earlier lives; any thread.</summary>
    public EpochRegistry Epochs { get; }

    /// <summary>What consumers still need; any thread but for saving.</summary>
    public LeaseFile Leases { get; }

    /// <summary>Where streams stand on the clocks of their rigs; null when the file cannot be used.</summary>
    public SampleMarks? Samples { get; private init; }

    /// <summary>Why there are no such marks; null when there are.</summary>
    public string? SamplesFault { get; private init; }

    /// <summary>
    /// True when there was an earlier epoch of this publisher, and it did not end cleanly, or nobody knows how.
    /// </summary>
    public bool IsAfterUncleanStop { get; private init; }

    /// <summary>What a state that was restored from a backup had forgotten; null when it was not.</summary>
    public RestoredState? Restored { get; private init; }

    /// <summary>Not ok while there is no position file: after an unclean stop nobody then knows what was sent behind the last
    /// record. It is begun as soon as the disk takes it.</summary>
    public FileOutcome PositionOutcome { get; private set; }

    /// <summary>
    /// Recovers what earlier lives left, closes them, and begins to record this one. A state older than what is recorded is raised: its
    /// numbers hold only from here on.
    /// </summary>
    /// <param name="folder">The state folder, locked by this process.</param>
    /// <param name="state">Who this is; raised where the journal knows of later numbers.</param>
    /// <param name="options">The journal's sizes.</param>
    /// <param name="journalFolder">Where it lies.</param>
    /// <param name="ringFolder">Where its ring lies, a folder in memory; empty = memory of the process.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="StartupException">Another process writes there.</exception>
    public static Recorder Open(StateFolder folder, PublisherState state, JournalOptions options, string journalFolder, TimeProvider time,
        string ringFolder = "")
    {
        IDiskFiles stateFiles = folder.Files;
        PublisherPositionFile.Read(stateFiles, out PositionSnapshot? left, out _);
        LeaseFile claims = LeaseFile.Open(folder, time);
        RestoredState.Outlive(state, left);
        FileOutcome opened = FrameJournal.Open(
            new DiskFiles(journalFolder), options, state.Publisher, state.Epoch, time, claims.Leases, out FrameJournal? journal,
            ringFolder.Length > 0 ? new DiskFiles(ringFolder) : null);
        if (journal is null)
            throw new StartupException(Advice(opened));
        try
        {
            RestoredState? restored = RestoredState.Mend(state, journal, left);
            IReadOnlyList<StreamExtent> kept = journal.Recovery.Extents;
            EpochRegistry epochs = EpochRegistry.Open(folder, state.Publisher, state.Epoch, kept, left);

            SampleMarks? samples = SampleMarks.Open(folder, state.Publisher, epochs.All, out string? samplesFault);
            Recorder recorder = new(stateFiles, state, journal, epochs, claims)
            {
                Restored = restored,
                Samples = samples,
                SamplesFault = samplesFault,
                IsAfterUncleanStop = WasUnclean(state, left),
            };
            recorder.BeginPosition();
            return recorder;
        }
        catch
        {
            journal.Dispose();
            throw;
        }
    }

    /// <summary>Whether what was given in this life is in the state folder: not ok = numbers, closed epochs or positions are only in
    /// memory. Any thread.</summary>
    public FileOutcome StateOutcome
    {
        get
        {
            if (!_state.Outcome.IsOk)
                return _state.Outcome;
            return Epochs.Outcome.IsOk ? PositionOutcome : Epochs.Outcome;
        }
    }

    /// <summary>Saves again what the disk refused before, if anything. One thread, which may wait for the
    /// disk.</summary>
    public void SaveState()
    {
        _state.Save();
        if (!Epochs.Outcome.IsOk)
            Epochs.Save();
        if (_position is null)
            BeginPosition();
    }

    /// <summary>How far a stream is recorded; null before its first record. Any thread.</summary>
    public StreamWatermarks? Marks(uint stream) => Journal.Marks(stream);

    /// <inheritdoc/>
    public void Dispose()
    {
        _position?.Dispose();
        Samples?.Dispose();
        Journal.Dispose();
    }

    /// <summary>Publish thread, before a frame is sent. Takes no memory and waits for nothing.</summary>
    internal void Record(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload)
    {
        if (header.Stream == FrameHeader.HeartbeatStream)
            return;
        Journal.Append(headerBytes, payload);

        // Last: a kill between the two leaves a record without a position, not a position without a record.
        if (Volatile.Read(ref _position) is { } position)
            Store(position, header);
        else
            _unplaced[header.Stream] = header.Sequence;
    }

    /// <summary>Publish thread, after the last frame: the end of this life is known.</summary>
    internal void MarkClean() => _position?.MarkClean();

    // A file that was begun late has what was sent before, or a stream that is silent since would seem never to have been.
    private void Store(PublisherPositionFile position, in FrameHeader header)
    {
        if (_unplaced.Count > 0)
        {
            foreach ((uint stream, ulong sequence) in _unplaced)
                position.Store(stream, sequence);
            _unplaced.Clear();
        }

        position.Store(header.Stream, header.Sequence);
    }

    // Only once the book of epochs is saved: until then the file is all that is known of the last life.
    private void BeginPosition()
    {
        PublisherPositionFile? position = null;
        PositionOutcome = Epochs.Outcome.IsOk
            ? PublisherPositionFile.Begin(_stateFiles, _state.Publisher, _state.Epoch, out position)
            : Epochs.Outcome;
        Volatile.Write(ref _position, position);
    }

    // A file of an earlier epoch says nothing of the last one: it had none.
    private static bool WasUnclean(PublisherState state, PositionSnapshot? left) =>
        left is { } known && known.Publisher == state.Publisher && known.Epoch == state.LastEpoch ? !known.IsClean : state.LastEpoch != 0;

    private static string Advice(FileOutcome outcome) => outcome.Fault == FileFault.Exists
        ? $"{outcome}; move the journal away"
        : $"{outcome}; stop the other process, or choose another Journal:Folder";
}
