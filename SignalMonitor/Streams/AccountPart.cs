using System.Text.Json;
using SignalMonitor.Saving;

namespace SignalMonitor.Streams;

/// <summary>
/// The part `account`: position and account of every stream. What was read waits until its connection, or a frame of
/// its stream at any connection, claims it; it is saved again until then, and until its own connection was marked,
/// so that nothing is lost to a crash between.
/// </summary>
internal sealed class AccountPart : ISavedPart
{
    private readonly Lock _gate = new();
    private readonly List<Restored> _restored = [];
    private readonly Dictionary<string, SavedStream[]> _marked = [];

    /// <inheritdoc/>
    public string Name => "account";

    /// <summary>Streams that were read.</summary>
    public int Count => _restored.Count;

    /// <summary>Claims all streams of a connection.</summary>
    public IReadOnlyList<SavedStream> Claim(string connection)
    {
        lock (_gate)
        {
            Restored[] claimed =
                [.. _restored.Where(r => r.By is null && r.Stream.Connection == connection)
                    .Take(StreamRegistry.MaxStreams)];
            Array.ForEach(claimed, r => r.By = connection);
            return [.. claimed.Select(r => r.Stream)];
        }
    }

    /// <summary>
    /// Claims one stream that came at another address than before. Allocates: a stream was met for the first time.
    /// </summary>
    public SavedStream? Claim(string connection, Guid publisher, uint stream)
    {
        lock (_gate)
        {
            Restored? found = _restored.Find(r => r.By is null && IsOf(r.Stream, publisher, stream));
            if (found is null)
                return null;
            found.By = connection;
            return found.Stream;
        }
    }

    /// <summary>Saver: the newest mark of a connection.</summary>
    public void Put(string connection, SavedStream[] streams)
    {
        lock (_gate)
            _marked[connection] = streams;
    }

    /// <summary>Streams of the newest marks.</summary>
    public int MarkedCount
    {
        get
        {
            lock (_gate)
                return _marked.Values.Sum(streams => streams.Length);
        }
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
        {
            SavedStream[] all =
            [
                .. _marked.Values.SelectMany(streams => streams), .. _restored.Where(IsNeeded).Select(r => r.Stream),
            ];
            JsonSerializer.Serialize(json, all, SavedJson.Default.SavedStreamArray);
        }
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        if (part.ValueKind != JsonValueKind.Array)
            return "the account is no list";
        if (part.GetArrayLength() > ISavedPart.MaxStreams)
            return $"it has {part.GetArrayLength()} streams, more than {ISavedPart.MaxStreams}";
        SavedStream[] streams;
        try
        {
            streams = part.Deserialize(SavedJson.Default.SavedStreamArray)!;
        }
        catch (JsonException e)
        {
            return e.Message;
        }

        foreach (SavedStream? stream in streams)
        {
            if (stream is null)
                return "a stream is missing";
            if (stream.Fault is { } fault)
                return fault;
        }

        if (streams.DistinctBy(
            s => (s.Connection, s.Position.Account.Publisher, s.Position.Account.Stream)).Count() != streams.Length)
            return "a stream is listed twice";
        _restored.AddRange(streams.Select(stream => new Restored(stream)));
        return null;
    }

    private bool IsNeeded(Restored restored) =>
        restored.By is null || !_marked.TryGetValue(restored.By, out SavedStream[]? streams)
            || !Array.Exists(
                streams,
                s => IsOf(s, restored.Stream.Position.Account.Publisher, restored.Stream.Position.Account.Stream));

    private static bool IsOf(SavedStream saved, Guid publisher, uint stream) =>
        saved.Position.Account.Publisher == publisher && saved.Position.Account.Stream == stream;

    private sealed class Restored(SavedStream stream)
    {
        public SavedStream Stream { get; } = stream;

        public string? By { get; set; }
    }
}
