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
/// The persistent record: the journal, the position of each stream, and the ends of earlier epochs. The publish thread
/// records; readable members name their threads.
/// </summary>
public sealed class Recorder : IDisposable
{
    private readonly IDiskFiles _stateFiles;
    private readonly PublisherState _state;
    private PublisherPositionFile? _position;

    // Last sequences by stream while there is no position file. Publish thread.
    private readonly Dictionary<uint, ulong> _pendingPositions = [];

    private Recorder(
        IDiskFiles stateFiles, PublisherState state, FrameJournal journal, EpochRegistry epochs, LeaseFile leases)
    {
        _stateFiles = stateFiles;
        _state = state;
        Journal = journal;
        Leases = leases;
        Epochs = epochs;
    }

    /// <summary>The journal; the host starts its thread.</summary>
    public FrameJournal Journal { get; }

    /// <summary>Earlier epochs; any thread.</summary>
    public EpochRegistry Epochs { get; }

    /// <summary>Retention leases of consumers; any thread, except for saving.</summary>
    public LeaseFile Leases { get; }

    /// <summary>Positions of streams on the clocks of their rigs; null if the file cannot be used.</summary>
    public SampleMarks? Samples { get; private init; }

    /// <summary>Why there are no such marks; null if there are.</summary>
    public string? SamplesFault { get; private init; }

    /// <summary>
    /// True when this publisher had an earlier epoch that did not end cleanly, or whose end is unknown.
    /// </summary>
    public bool IsAfterUncleanStop { get; private init; }

    /// <summary>What a state restored from a backup lacked; null if it was not restored.</summary>
    public RestoredState? Restored { get; private init; }

    /// <summary>
    /// Not ok while there is no position file: after an unclean stop it is then unknown what was sent after the last
    /// record. The file is created as soon as the disk allows.
    /// </summary>
    public FileOutcome PositionOutcome { get; private set; }

    /// <summary>
    /// Recovers and closes earlier epochs, and begins to record this one. A state older than the record is raised: its
    /// numbers are valid only afterwards.
    /// </summary>
    /// <param name="folder">The state folder, locked by this process.</param>
    /// <param name="state">Identity of the publisher; raised if the journal has later numbers.</param>
    /// <param name="options">Size limits of the journal.</param>
    /// <param name="journalFolder">Folder of the journal.</param>
    /// <param name="ringFolder">Folder of its ring, in memory; empty = memory of the process.</param>
    /// <param name="time">Clock.</param>
    /// <exception cref="StartupException">Another process writes there.</exception>
    public static Recorder Open(
        StateFolder folder,
        PublisherState state,
        JournalOptions options,
        string journalFolder,
        TimeProvider time,
        string ringFolder = "")
    {
        IDiskFiles stateFiles = folder.Files;
        PublisherPositionFile.Read(stateFiles, out PositionSnapshot? left, out _);
        LeaseFile leases = LeaseFile.Open(folder, time);
        RestoredState.Outlive(state, left);
        FileOutcome opened = FrameJournal.Open(
            new DiskFiles(journalFolder),
            options,
            state.Publisher,
            state.Epoch,
            time,
            leases.Leases,
            out FrameJournal? journal,
            ringFolder.Length > 0 ? new DiskFiles(ringFolder) : null);
        if (journal is null)
            throw new StartupException(Advice(opened));
        try
        {
            RestoredState? restored = RestoredState.Mend(state, journal, left);
            IReadOnlyList<StreamExtent> kept = journal.Recovery.Extents;
            EpochRegistry epochs = EpochRegistry.Open(folder, state.Publisher, state.Epoch, kept, left);

            SampleMarks? samples = SampleMarks.Open(folder, state.Publisher, epochs.All, out string? samplesFault);
            Recorder recorder = new(stateFiles, state, journal, epochs, leases)
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

    /// <summary>
    /// Whether the numbers assigned in this run are in the state folder: not ok = numbers, closed epochs or positions
    /// are only in memory. Any thread.
    /// </summary>
    public FileOutcome StateOutcome
    {
        get
        {
            if (!_state.Outcome.IsOk)
                return _state.Outcome;
            return Epochs.Outcome.IsOk ? PositionOutcome : Epochs.Outcome;
        }
    }

    /// <summary>
    /// Saves again what the disk refused before, if anything. One thread, which may wait for the disk.
    /// </summary>
    public void SaveState()
    {
        _state.Save();
        if (!Epochs.Outcome.IsOk)
            Epochs.Save();
        if (_position is null)
            BeginPosition();
    }

    /// <summary>Journal marks of a stream; null before its first record. Any thread.</summary>
    public StreamWatermarks? Marks(uint stream) => Journal.Watermarks(stream);

    /// <inheritdoc/>
    public void Dispose()
    {
        _position?.Dispose();
        Samples?.Dispose();
        Journal.Dispose();
    }

    /// <summary>Records a frame before it is sent. Publish thread. Does not allocate or wait.</summary>
    internal void Record(in FrameHeader header, ReadOnlySpan<byte> headerBytes, ReadOnlySpan<byte> payload)
    {
        if (header.Stream == FrameHeader.HeartbeatStream)
            return;
        Journal.Append(headerBytes, payload);

        // Last: a kill between the two then leaves a record without a position, not a position without a record.
        if (Volatile.Read(ref _position) is { } position)
            Store(position, header);
        else
            _pendingPositions[header.Stream] = header.Sequence;
    }

    /// <summary>Marks the end of this epoch as clean, after the last frame. Publish thread.</summary>
    internal void MarkClean() => _position?.MarkClean();

    // A file created late gets the earlier sequences, or a stream silent since then would be missing.
    private void Store(PublisherPositionFile position, in FrameHeader header)
    {
        if (_pendingPositions.Count > 0)
        {
            foreach ((uint stream, ulong sequence) in _pendingPositions)
                position.Store(stream, sequence);
            _pendingPositions.Clear();
        }

        position.Store(header.Stream, header.Sequence);
    }

    // Only once the epochs are saved: until then the file is the only record of the last run.
    private void BeginPosition()
    {
        PublisherPositionFile? position = null;
        PositionOutcome = Epochs.Outcome.IsOk
            ? PublisherPositionFile.Begin(_stateFiles, _state.Publisher, _state.Epoch, out position)
            : Epochs.Outcome;
        Volatile.Write(ref _position, position);
    }

    // A file of an earlier epoch has nothing of the last one, which had no file.
    private static bool WasUnclean(PublisherState state, PositionSnapshot? left) =>
        left is { } known && known.Publisher == state.Publisher && known.Epoch == state.LastEpoch
            ? !known.IsClean
            : state.LastEpoch != 0;

    private static string Advice(FileOutcome outcome) => outcome.Fault == FileFault.Exists
        ? $"{outcome}; move the journal away"
        : $"{outcome}; stop the other process, or choose another Journal:Folder";
}
