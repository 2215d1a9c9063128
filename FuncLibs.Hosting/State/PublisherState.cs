using System.Text.Json;
using FuncLibs.Diagnostics;
using FuncLibs.Hosting.Running;

namespace FuncLibs.Hosting.State;

/// <summary>
/// Who a publisher is: its id, whether it is live or a replay, the epoch of this life, its streams and its catalogue revision.
/// Every change is on disk before the caller
/// may use it, so that neither an epoch, nor a stream id, nor a revision is ever given twice. One thread at a time.
/// </summary>
public sealed class PublisherState
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "state.json";

    /// <summary>The version of the file that this code writes, and the newest it reads.</summary>
    public const int Format = 1;

    private readonly string _path;
    private StateDocument _document;

    private PublisherState(string path, StateDocument document)
    {
        _path = path;
        _document = document;
        LastEpoch = document.Epoch;
    }

    /// <summary>Id of the publisher, made at the first start in this folder.</summary>
    public Guid Publisher => _document.Publisher;

    /// <summary>Epoch of this life; greater than that of every life before.</summary>
    public ulong Epoch => _document.Epoch;

    /// <summary>Epoch of the life before, as the file knew it; 0 at the first start.</summary>
    public ulong LastEpoch { get; }

    /// <summary>Revision of the catalogue last given; 0 before the first.</summary>
    public uint CatalogueRevision => _document.CatalogueRevision;

    /// <summary>Streams seen so far.</summary>
    public IReadOnlyList<StateStream> Streams => _document.Streams;

    /// <summary>Reads the state and begins a new epoch: max(stored + 1, Unix time in ms), durable when this returns.</summary>
    /// <param name="folder">Where the state is.</param>
    /// <param name="time">Clock.</param>
    /// <param name="replays">True for a replay. It is one for life: live and replay never share numbers.</param>
    /// <exception cref="StartupException">The file is damaged, newer than this program, of the other kind, or not writable.</exception>
    public static PublisherState Begin(StateFolder folder, TimeProvider time, bool replays = false)
    {
        string path = folder.File(FileName);
        StateDocument stored = Read(path) ?? new StateDocument { Format = Format, Publisher = Guid.NewGuid() };
        if (IsOfReplay(stored) is { } replayed && replayed != replays)
            throw OfTheOtherKind(folder, replayed);
        ulong now = (ulong)Math.Max(1, time.GetUtcNow().ToUnixTimeMilliseconds());
        var state = new PublisherState(path, stored);
        try
        {
            state.Save(stored with { Replays = replays, Epoch = Math.Max(stored.Epoch + 1, now) });
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{path} cannot be written ({e.Message}); make the state folder writable", e);
        }

        return state;
    }

    /// <summary>The id of a stream; a name seen for the first time gets the next one, durable when this returns.</summary>
    /// <exception cref="IOException">It could not be saved; nothing has changed.</exception>
    public uint StreamId(string name)
    {
        if (Streams.FirstOrDefault(stream => stream.Name == name) is { } known)
            return known.Id;
        uint id = Streams.Count == 0 ? 1 : Streams.Max(stream => stream.Id) + 1;
        Save(_document with { Streams = [.. Streams, new StateStream(id, name)] });
        return id;
    }

    /// <summary>The next catalogue revision, durable when this returns.</summary>
    /// <exception cref="IOException">It could not be saved; nothing has changed.</exception>
    public uint NextCatalogueRevision()
    {
        Save(_document with { CatalogueRevision = CatalogueRevision + 1 });
        return CatalogueRevision;
    }

    /// <summary>
    /// Takes over what is known from elsewhere to have been given: a file that was restored from a backup has forgotten it, and would give
    /// it again. Before anything of this life is published. Durable when this returns.
    /// </summary>
    /// <param name="epoch">Epoch of this life at least.</param>
    /// <param name="revision">Newest catalogue revision.</param>
    /// <param name="streams">Streams; a number that is unknown here is added, under a name of its own where its name has another.</param>
    /// <exception cref="StartupException">It could not be saved.</exception>
    public void TakeOver(ulong epoch, uint revision, IEnumerable<StateStream> streams)
    {
        StateDocument raised = _document with
        {
            Epoch = Math.Max(Epoch, epoch),
            CatalogueRevision = Math.Max(CatalogueRevision, revision),
            Streams = StreamMerge.Of(Streams, streams),
        };
        try
        {
            Save(raised);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{_path} cannot be written ({e.Message}); make the state folder writable", e);
        }
    }

    private void Save(StateDocument document)
    {
        AtomicFile.Write(_path, JsonSerializer.SerializeToUtf8Bytes(document, StateJson.Default.StateDocument));
        _document = document;
    }

    // A file that does not say it was live if it ever published a stream; one that never did may become either.
    private static bool? IsOfReplay(StateDocument stored) => stored.Replays ?? (stored.Streams.Count > 0 ? false : null);

    private static StartupException OfTheOtherKind(StateFolder folder, bool replayed) => new(
        replayed
            ? $"the state folder {folder.Path} is of a replay; give a live publisher another State:Folder"
            : $"the state folder {folder.Path} is of a live publisher; give a replay another State:Folder");

    private static StateDocument? Read(string path)
    {
        if (!File.Exists(path))
            return null;
        try
        {
            StateDocument? document = JsonSerializer.Deserialize(File.ReadAllBytes(path), StateJson.Default.StateDocument);
            return Checked(path, document ?? throw new JsonException("it is empty"));
        }
        catch (JsonException e)
        {
            throw Damaged(path, e.Message);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException($"{path} cannot be read ({e.Message}); make it readable for this user", e);
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
        $"{path} is damaged ({OneLine.Of(what)}); "
        + "restore it from a backup, or move it away to begin as a new publisher");
}
