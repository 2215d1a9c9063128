using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.State;

/// <summary>
/// Who a publisher is: its id, whether it is live or a replay, the epoch of this life, its streams and its catalogue revision.
/// Numbers are given from memory and wait for no disk; any thread. They are saved ahead of their use: revisions in
/// blocks of
/// <see cref="RevisionsAhead"/>, streams by <see cref="Prepare"/>. A save that fails stops nothing:
/// <see cref="Outcome"/> says why,
/// and <see cref="Save"/> tries again.
/// </summary>
public sealed class PublisherState
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "state.json";

    /// <summary>The version of the file that this code writes, and the newest it reads.</summary>
    public const int Format = 1;

    /// <summary>
    /// Revisions that the file is ahead of those given. A process that ends while the disk is full has then given none
    /// that the next life
    /// gives again, as long as it gave no more than these.
    /// </summary>
    public const uint RevisionsAhead = 64;

    // Well over what the most streams need.
    private const int MaxBytes = 16 << 20;

    private readonly IDiskFiles _files;

    // Numbers: held for a few comparisons. Saving: held while the disk is written, never by who only takes a number.
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

    /// <summary>Id of the publisher, made at the first start in this folder.</summary>
    public Guid Publisher => Document.Publisher;

    /// <summary>Epoch of this life; greater than that of every life before.</summary>
    public ulong Epoch => Document.Epoch;

    /// <summary>Epoch of the life before, as the file knew it; 0 at the first start.</summary>
    public ulong LastEpoch { get; }

    /// <summary>Revision of the catalogue last given, or one that an earlier life may have given; 0 before the
    /// first.</summary>
    public uint CatalogueRevision => Document.CatalogueRevision;

    /// <summary>Streams seen so far.</summary>
    public IReadOnlyList<StateStream> Streams => Document.Streams;

    /// <summary>What came of the last save; not ok = numbers of this life are only in memory.</summary>
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
    /// Reads the state and begins a new epoch: max(stored + 1, Unix time in ms), durable when this returns. A disk that
    /// is full or fails
    /// does not stop a publisher that is known: its epoch is then that of the clock, and <see cref="Outcome"/> says
    /// that it is not saved.
    /// </summary>
    /// <param name="folder">Where the state is.</param>
    /// <param name="time">Clock.</param>
    /// <param name="replays">True for a replay. It is one for life: live and replay never share numbers.</param>
    /// <exception cref="StartupException">The file is damaged, newer than this program, of the other kind, or not
    /// writable; or a new
    /// publisher cannot be saved.</exception>
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
        bool goesOn = saved.IsOk || (known is not null && saved.Fault is FileFault.Full or FileFault.Device);
        return goesOn
            ? state
            : throw new StartupException($"{path} cannot be written ({saved.Reason}); make the state folder writable");
    }

    /// <summary>The id of a stream; a name seen for the first time gets the next one. Not saved yet where
    /// <see cref="Prepare"/> did not
    /// see the name.</summary>
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

    /// <summary>Numbers streams before they are used, all of them by one save. Waits for the disk: not on the publish
    /// thread.</summary>
    /// <returns>Not ok when the numbers hold in memory only.</returns>
    public FileOutcome Prepare(IEnumerable<string> names)
    {
        foreach (string name in names)
            StreamId(name);
        return Save();
    }

    /// <summary>Saves what the file does not know yet, if there is anything; durable when it is ok. Waits for the
    /// disk.</summary>
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
    /// Takes over what is known from elsewhere to have been given: a file that was restored from a backup has forgotten it, and would give
    /// it again. Before anything of this life is published.
    /// </summary>
    /// <param name="epoch">Epoch of this life at least.</param>
    /// <param name="revision">Newest catalogue revision.</param>
    /// <param name="streams">Streams; a number that is unknown here is added, under a name of its own where its name has another.</param>
    /// <returns>Not ok when it could not be saved: it holds in memory, and the next life has to find it
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

    // Half of the revisions ahead are left before they are taken ahead again.
    private static bool IsCovered(StateDocument present, StateDocument saved) =>
        ReferenceEquals(present.Streams, saved.Streams)
        && present.Epoch == saved.Epoch
        && present.CatalogueRevision + (ulong)(RevisionsAhead / 2) <= saved.CatalogueRevision;

    // A file that does not say it was live if it ever published a stream; one that never did may become either.
    private static bool? IsOfReplay(StateDocument stored) => stored.Replays ?? (stored.Streams.Count > 0 ? false : null);

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
                $"{path} has format {document.Format}, this program knows {Format}; use the newer program or another State:Folder");
        if (document.Format < 1 || document.Publisher == Guid.Empty)
            throw Damaged(path, "format or publisher is missing");
        if (document.Epoch is 0 or > long.MaxValue)
            throw Damaged(path, $"epoch {document.Epoch} is out of range");
        if (document.Streams is null || document.Streams.Any(stream => stream?.Name is null))
            throw Damaged(path, "a stream is missing");
        bool unique = document.Streams.Select(stream => stream.Id).Distinct().Count() == document.Streams.Count
            && document.Streams.Select(stream => stream.Name).Distinct(StringComparer.Ordinal).Count() == document.Streams.Count;
        return unique && document.Streams.All(stream => stream.Id is > 0 and < uint.MaxValue)
            ? document
            : throw Damaged(path, "a stream id or name stands twice or is out of range");
    }

    private static StartupException Damaged(string path, string what) => new(
        $"{path} is damaged ({OneLine.Format(what)}); "
        + "restore it from a backup, or move it away to begin as a new publisher");
}
