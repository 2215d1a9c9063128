using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Amqp;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Bridge;

/// <summary>
/// How far the bridge is: the last sequence of each stream up to which every frame was confirmed, in the file
/// <c>bridge.json</c> of the state folder. It may be older than what the broker has, and then frames are published
/// again, which consumers drop. One thread.
/// </summary>
internal sealed class BridgeCursor
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "bridge.json";

    // Beyond what the most streams need.
    private const int MaxBytes = 16 << 20;

    private readonly StateFolder _folder;
    private readonly Guid _publisher;
    private readonly ulong _epoch;
    private readonly string _queue;
    private readonly Dictionary<uint, StreamPlace> _places = [];
    private bool _isChanged;

    private BridgeCursor(StateFolder folder, Guid publisher, ulong epoch, string queue) =>
        (_folder, _publisher, _epoch, _queue) = (folder, publisher, epoch, queue);

    /// <summary>Why the file was not used; null when it was, or when there was none.</summary>
    public string? Damage { get; private set; }

    /// <summary>True when a frame was confirmed once.</summary>
    public bool Any => _places.Count > 0;

    /// <summary>The epoch from which on frames are to be read; 0 = all that there are.</summary>
    public ulong OldestEpoch => _places.Count == 0 ? 0 : _places.Values.Min(place => place.Epoch);

    /// <summary>The place of each stream.</summary>
    public IEnumerable<StreamPlace> Places => _places.Values;

    /// <summary>Opens the file. One that cannot be used is set aside, and everything is published again.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="publisher">Whose cursor it is.</param>
    /// <param name="epoch">Its present epoch.</param>
    /// <param name="queue">Name of the queue.</param>
    public static BridgeCursor Open(StateFolder folder, Guid publisher, ulong epoch, string queue)
    {
        BridgeCursor cursor = new(folder, publisher, epoch, queue);
        cursor.Load();
        return cursor;
    }

    /// <summary>The place of a stream; null before its first confirmed frame.</summary>
    public StreamPlace? PlaceOf(uint stream) =>
        _places.TryGetValue(stream, out StreamPlace place) ? place : null;

    /// <summary>Everything of a stream up to here is confirmed. A place before the present one is ignored.</summary>
    public void Confirm(in StreamPlace place)
    {
        if (PlaceOf(place.Stream) is { } known
            && (known.Epoch > place.Epoch || (known.Epoch == place.Epoch && known.Sequence >= place.Sequence)))
            return;
        _places[place.Stream] = place;
        _isChanged = true;
    }

    /// <summary>Nothing from an epoch on counts as confirmed any more, and is published again.</summary>
    /// <param name="epoch">The epoch; 0 or 1 = everything that the journal has.</param>
    public void Rewind(ulong epoch)
    {
        foreach ((uint stream, StreamPlace place) in _places.ToArray())
        {
            if (epoch <= 1)
                _places.Remove(stream);
            else if (place.Epoch >= epoch)
                _places[stream] = new StreamPlace(stream, epoch - 1, OrderTracker.MaxSequence);
        }

        _isChanged = true;
    }

    /// <summary>Saves what changed. What could not be read again is not written.</summary>
    /// <returns>Why it was not written; null on success.</returns>
    public string? Save()
    {
        if (!_isChanged)
            return null;
        BridgeDocument document = new()
        {
            Publisher = _publisher,
            Queue = _queue,
            Streams = [.. _places.Values.OrderBy(place => place.Stream)],
        };
        if (document.Fault is { } fault)
            return fault;
        byte[] content = JsonSerializer.SerializeToUtf8Bytes(document, BridgeJson.Default.BridgeDocument);
        if (content.Length > MaxBytes)
            return $"it would have {content.Length} bytes, more than {MaxBytes}";
        FileOutcome outcome = AtomicFile.Write(_folder.Files, FileName, content);
        _isChanged = !outcome.IsOk;
        return outcome.IsOk ? null : outcome.ToString();
    }

    /// <summary>Reads the file of a state folder.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="fault">Why it cannot be used, in one line; null when it can, or when there is none.</param>
    public static BridgeDocument? Read(IDiskFiles files, out string? fault)
    {
        fault = null;
        FileOutcome read = AtomicFile.Read(files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return null;
        BridgeDocument? document = null;
        try
        {
            fault = read.IsOk ? null : read.Reason;
            document = read.IsOk
                ? JsonSerializer.Deserialize(content, BridgeJson.Default.BridgeDocument) : null;
            fault ??= document is null ? "it is empty" : document.Fault;
        }
        catch (JsonException e)
        {
            fault = OneLine.Format(e);
        }

        return fault is null ? document : null;
    }

    private void Load()
    {
        BridgeDocument? document = Read(_folder.Files, out string? fault);
        if (document is not null && document.Publisher != _publisher)
            fault = $"it is of publisher {document.Publisher}, not of {_publisher}";
        else if (document is not null && document.Queue != _queue)
            fault = $"it is of queue {OneLine.Format(document.Queue)}, not of {_queue}";
        else if (document?.Streams.Any(place => place.Epoch > _epoch) == true)
            fault = $"it has a later epoch than the present one, {_epoch}: it is of another state folder";
        if (fault is not null)
        {
            string path = _folder.File(FileName);
            Damage = DamagedFile.SetAside(path) is { } failure
                ? $"{path} cannot be used ({fault}), nor renamed ({failure}); all of the journal is published again"
                : $"{path} cannot be used ({fault}); it is now {FileName}{DamagedFile.Ending}, and all of the journal is "
                    + "published again";
            return;
        }

        foreach (StreamPlace place in document?.Streams ?? [])
            _places[place.Stream] = place;
    }
}

/// <summary>
/// The file <c>bridge.json</c>: <c>{format, publisher, queue, streams: [{stream, epoch, sequence}]}</c>.
/// </summary>
internal sealed record BridgeDocument
{
    /// <summary>The newest format that this program reads.</summary>
    public const int Newest = 1;

    /// <summary>Most streams: as many as a heartbeat has.</summary>
    public const int MaxStreams = 65_536;

    /// <summary>Format version.</summary>
    public int Format { get; init; } = Newest;

    /// <summary>Whose frames.</summary>
    public required Guid Publisher { get; init; }

    /// <summary>Name of the queue that has them.</summary>
    public required string Queue { get; init; }

    /// <summary>Last confirmed frame of each stream.</summary>
    public required StreamPlace[] Streams { get; init; }

    /// <summary>Why it cannot be used, as the end of a sentence; null when it can.</summary>
    [JsonIgnore]
    public string? Fault => Format != Newest ? $"it has format {Format}; this program reads {Newest}"
        : Streams.Length > MaxStreams ? $"it has {Streams.Length} streams"
        : Streams.DistinctBy(place => place.Stream).Count() != Streams.Length ? "it has a stream twice"
        : Streams.Any(place => place.Epoch is 0 or > long.MaxValue || place.Stream == FrameHeader.HeartbeatStream)
            ? "it has an epoch or stream that is none"
        : null;
}

/// <summary>Generated JSON of the file.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(BridgeDocument))]
internal sealed partial class BridgeJson : JsonSerializerContext;
