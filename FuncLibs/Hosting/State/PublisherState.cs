using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.State;

/// <summary>
/// Identity of a publisher: its id, whether it is live or a replay, the epoch of this run, its streams and its
/// catalogue revision. Numbers are assigned in memory without disk access; any thread. They are saved ahead of their
/// use: revisions in blocks of <see cref="RevisionsAhead"/>, streams by <see cref="Prepare"/>. A failed save does not
/// stop the publisher: <see cref="Outcome"/> gives the reason, and <see cref="Save"/> tries again.
/// </summary>
public sealed class PublisherState
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "state.json";

    /// <summary>The file version that this code writes, and the newest that it reads.</summary>
    public const int Format = 1;

    /// <summary>
    /// Number of revisions that the file is ahead of the assigned ones. If a process ends while the disk is full, the
    /// next run does not repeat a revision as long as no more than these were assigned.
    /// </summary>
    public const uint RevisionsAhead = 64;

    // Well over the size of the largest state.
    private const int MaxBytes = 16 << 20;

    private readonly IDiskFiles _files;

    // _numbers is held for a few comparisons. _saving is held while the disk is written, never to assign a number.
    private readonly Lock _numbers = new();
    private readonly Lock _saving = new();
    private StateDocument _document;
    private StateDocument? _saved;
    private FileOutcome _outcome = FileOutcome.Ok;

    private PublisherState(IDiskFiles files, StateDocument document, ulong lastEpoch)
    {
        _files = files;
        _document = document;
        LastEpoch = lastEpoch;
    }

    /// <summary>Id of the publisher, created at the first start in this folder.</summary>
    public Guid Publisher => Document.Publisher;

    /// <summary>Epoch of this run; greater than that of every earlier run.</summary>
    public ulong Epoch => Document.Epoch;

    /// <summary>Epoch of the previous run in the file; 0 at the first start.</summary>
    public ulong LastEpoch { get; }

    /// <summary>
    /// The catalogue revision assigned last, or one that an earlier run may have assigned; 0 before the first.
    /// </summary>
    public uint CatalogueRevision => Document.CatalogueRevision;

    /// <summary>Streams known so far.</summary>
    public IReadOnlyList<StateStream> Streams => Document.Streams;

    /// <summary>Outcome of the last save; not ok = numbers of this run are only in memory.</summary>
    public FileOutcome Outcome
    {
        get
        {
            lock (_numbers)
                return _outcome;
        }
    }

    private StateDocument Document => Volatile.Read(ref _document);

    /// <summary>
    /// Reads the state and begins a new epoch: max(stored + 1, Unix time in ms), durable on return. A full or failing
    /// disk does not stop a known publisher: its epoch is then that of the clock, and <see cref="Outcome"/> reports
    /// that it is not saved.
    /// </summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="time">Clock.</param>
    /// <param name="replays">True for a replay. It never changes: live and replay never share numbers.</param>
    /// <exception cref="StartupException">The file is damaged, newer than this program, of the other kind, or not
    /// writable; or a new publisher cannot be saved.</exception>
    public static PublisherState Open(StateFolder folder, TimeProvider time, bool replays = false)
    {
        string path = folder.File(FileName);
        StateDocument? known = Read(folder.Files, path);
        StateDocument stored = known ?? new StateDocument { Format = Format, Publisher = Guid.NewGuid() };
        if (IsOfReplay(stored) is { } replayed && replayed != replays)
            throw OfTheOtherKind(folder, replayed);
        ulong now = (ulong)Math.Max(1, time.GetUtcNow().ToUnixTimeMilliseconds());
        StateDocument begun = stored with { Replays = replays, Epoch = Math.Max(stored.Epoch + 1, now) };
        var state = new PublisherState(folder.Files, begun, stored.Epoch);
        FileOutcome saved = state.Save();
        bool canContinue = saved.IsOk || (known is not null && saved.Fault is FileFault.Full or FileFault.Device);
        return canContinue
            ? state
            : throw new StartupException($"{path} cannot be written ({saved.Reason}); make the state folder writable");
    }

    /// <summary>
    /// The id of a stream; a new name gets the next one. A name unknown to <see cref="Prepare"/> is not saved yet.
    /// </summary>
    public uint StreamId(string name)
    {
        lock (_numbers)
        {
            if (Streams.FirstOrDefault(stream => stream.Name == name) is { } known)
                return known.Id;
            uint id = Streams.Count == 0 ? 1 : Streams.Max(stream => stream.Id) + 1;
            Volatile.Write(ref _document, _document with { Streams = [.. Streams, new StateStream(id, name)] });
            return id;
        }
    }

    /// <summary>The next catalogue revision.</summary>
    public uint NextCatalogueRevision()
    {
        lock (_numbers)
        {
            Volatile.Write(ref _document, _document with { CatalogueRevision = _document.CatalogueRevision + 1 });
            return _document.CatalogueRevision;
        }
    }

    /// <summary>
    /// Numbers streams before they are used, all of them by one save. Waits for the disk: not on the publish thread.
    /// </summary>
    /// <returns>Not ok when the numbers are in memory only.</returns>
    public FileOutcome Prepare(IEnumerable<string> names)
    {
        foreach (string name in names)
            StreamId(name);
        return Save();
    }

    /// <summary>Saves changes that the file does not have yet; durable when ok. Waits for the disk.</summary>
    public FileOutcome Save()
    {
        lock (_saving)
        {
            StateDocument present = Document;
            if (_saved is not null && IsCovered(present, _saved))
                return FileOutcome.Ok;
            StateDocument ahead = present with
            {
                CatalogueRevision = (uint)Math.Min(uint.MaxValue, (ulong)present.CatalogueRevision + RevisionsAhead),
            };
            FileOutcome outcome = AtomicFile.Write(
                _files, FileName, JsonSerializer.SerializeToUtf8Bytes(ahead, StateJson.Default.StateDocument));
            _saved = outcome.IsOk ? ahead : _saved;
            lock (_numbers)
                _outcome = outcome;
            return outcome;
        }
    }

    /// <summary>
    /// Adopts numbers that are known from elsewhere to be assigned: a file restored from a backup lacks them, and they
    /// would be assigned again. Call before anything of this run is published.
    /// </summary>
    /// <param name="epoch">Lower limit of this run's epoch.</param>
    /// <param name="revision">Newest catalogue revision.</param>
    /// <param name="streams">Streams; an unknown number is added, under a new name if its name is taken.</param>
    /// <returns>Not ok when it could not be saved: the numbers are in memory, and the next run must find them
    /// again.</returns>
    public FileOutcome Adopt(ulong epoch, uint revision, IEnumerable<StateStream> streams)
    {
        lock (_numbers)
        {
            Volatile.Write(ref _document, _document with
            {
                Epoch = Math.Max(Epoch, epoch),
                CatalogueRevision = Math.Max(CatalogueRevision, revision),
                Streams = StreamMerge.Merge(Streams, streams),
            });
        }

        return Save();
    }

    // Revisions are reserved again when half of them are used.
    private static bool IsCovered(StateDocument present, StateDocument saved) =>
        ReferenceEquals(present.Streams, saved.Streams)
        && present.Epoch == saved.Epoch
        && present.CatalogueRevision + (ulong)(RevisionsAhead / 2) <= saved.CatalogueRevision;

    // A file without the member is of a live publisher if it ever published a stream; otherwise it may become either.
    private static bool? IsOfReplay(StateDocument stored) =>
        stored.Replays ?? (stored.Streams.Count > 0 ? false : null);

    private static StartupException OfTheOtherKind(StateFolder folder, bool replayed) => new(
        replayed
            ? $"the state folder {folder.Path} is of a replay; give a live publisher another State:Folder"
            : $"the state folder {folder.Path} is of a live publisher; give a replay another State:Folder");

    private static StateDocument? Read(IDiskFiles files, string path)
    {
        FileOutcome read = AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return null;
        if (!read.IsOk)
            throw new StartupException($"{path} cannot be read ({read.Reason}); make it readable for this user");
        try
        {
            StateDocument? document = JsonSerializer.Deserialize(content, StateJson.Default.StateDocument);
            return Checked(path, document ?? throw new JsonException("it is empty"));
        }
        catch (JsonException e)
        {
            throw Damaged(path, e.Message);
        }
    }

    private static StateDocument Checked(string path, StateDocument document)
    {
        if (document.Format > Format)
            throw new StartupException(
                $"{path} has format {document.Format}, this program supports {Format}; use the newer program or another "
                    + $"State:Folder");
        if (document.Format < 1 || document.Publisher == Guid.Empty)
            throw Damaged(path, "format or publisher is missing");
        if (document.Epoch is 0 or > long.MaxValue)
            throw Damaged(path, $"epoch {document.Epoch} is out of range");
        if (document.Streams is null || document.Streams.Any(stream => stream?.Name is null))
            throw Damaged(path, "a stream is missing");
        bool unique = document.Streams.Select(stream => stream.Id).Distinct().Count() == document.Streams.Count
            && document.Streams.Select(stream => stream.Name).Distinct(StringComparer.Ordinal).Count()
                == document.Streams.Count;
        return unique && document.Streams.All(stream => stream.Id is > 0 and < uint.MaxValue)
            ? document
            : throw Damaged(path, "a stream id or name occurs twice or is out of range");
    }

    private static StartupException Damaged(string path, string what) => new(
        $"{path} is damaged ({OneLine.Format(what)}); "
        + "restore it from a backup, or move it away to begin as a new publisher");
}
