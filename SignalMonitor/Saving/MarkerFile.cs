using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Consuming;
using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Saving;

/// <summary>
/// The file <c>amqp-QUEUE-....json</c> of a queue that is read: its last markers. It only says where reading may begin;
/// what was computed is in <see cref="MonitorPositionFile"/>, so the two need not be of one moment. Without the file,
/// or with an older one, more is read again.
/// </summary>
internal sealed class MarkerFile
{
    /// <summary>The version that this code reads and writes.</summary>
    public const int Format = 1;

    /// <summary>Largest file that is read.</summary>
    public const int MaxBytes = 16 << 20;

    private const int MaxMarkers = 1024;
    private const int NameLength = 80;

    // More than the longest text of a stream of a marker, of a marker without streams, and of what is around them.
    private const int StreamBytes = 64;
    private const int MarkerBytes = 256;
    private const int EnvelopeBytes = 64 << 10;

    private readonly string _connection;

    /// <summary>The file of a connection.</summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="connection">Name of the connection.</param>
    /// <param name="queue">Name of the queue.</param>
    public MarkerFile(string folder, string connection, string queue)
    {
        _connection = connection;
        string escaped = Uri.EscapeDataString(queue);
        uint check = Crc32C.Compute(Encoding.UTF8.GetBytes(connection));
        string name = escaped[..Math.Min(escaped.Length, NameLength)];
        Path = System.IO.Path.Combine(
            folder, string.Create(CultureInfo.InvariantCulture, $"amqp-{name}-{check:x8}.json"));
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Reads the markers; a file that cannot be used is set aside.</summary>
    /// <param name="consumed">What an earlier process consumed of the queue.</param>
    /// <param name="markers">The markers; empty without a file, and with a fault.</param>
    /// <returns>What was wrong, and what became of it, in one line; null when nothing was.</returns>
    public string? Read(IReadOnlyList<ConsumedStream> consumed, out IReadOnlyList<StreamMarker> markers)
    {
        markers = [];
        if (!File.Exists(Path))
            return null;
        string? fault = TryRead(out List<StreamMarker> read);
        if (fault is null && read.Count > 0 && consumed.Count > 0
            && !read.Exists(marker => consumed.Any(one => one.Publisher == marker.Publisher)))
            fault = $"it is of publisher {read[^1].Publisher}, whose blocks were not read";
        if (fault is null)
        {
            markers = read;
            return null;
        }

        string what = $"{Path} cannot be used ({OneLine.Format(fault)}): the queue is read from its first message";
        return DamagedFile.SetAside(Path) is { } failure
            ? $"{what}; the file could not be set aside ({failure})"
            : $"{what}; the file is kept as {Path}{DamagedFile.Ending}";
    }

    /// <summary>
    /// Replaces the file. Markers that it could not be read with are left out: those that are out of range, and the
    /// oldest where all of them are too many.
    /// </summary>
    /// <returns>Null, or why it was not written.</returns>
    public string? Write(IReadOnlyList<StreamMarker> markers)
    {
        Stack<SavedMarker> kept = [];
        long room = MaxBytes - EnvelopeBytes;
        for (int i = markers.Count - 1; i >= 0 && kept.Count < MaxMarkers; i--)
        {
            SavedMarker marker = SavedMarker.From(markers[i]);
            room -= MarkerBytes + (StreamBytes * (long)marker.Streams.Count);
            if (room < 0)
                break;
            if (marker.IsLegal)
                kept.Push(marker);
        }

        try
        {
            ArrayBufferWriter<byte> content = new();
            using (Utf8JsonWriter json = new(content))
                JsonSerializer.Serialize(
                    json,
                    new SavedMarkers(Format, _connection, [.. kept]),
                    MarkerJson.Default.SavedMarkers);
            AtomicFile.Write(Path, content.WrittenSpan);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{Path} cannot be written ({OneLine.Format(e)})";
        }
    }

    private string? TryRead(out List<StreamMarker> markers)
    {
        markers = [];
        try
        {
            long length = new FileInfo(Path).Length;
            if (length > MaxBytes)
                return $"it has {length} bytes, more than {MaxBytes}";
            SavedMarkers? saved = JsonSerializer.Deserialize(File.ReadAllBytes(Path), MarkerJson.Default.SavedMarkers);
            if (saved?.Format != Format)
                return $"it has format {saved?.Format ?? 0}, this program supports {Format}";
            if (saved.Connection != _connection)
                return $"it is of {saved.Connection}";
            if (saved.Markers.Count > MaxMarkers || saved.Markers.Any(marker => marker?.IsLegal != true))
                return "a marker is out of range";
            markers = [.. saved.Markers.Select(marker => marker.ToMarker())];
            for (int i = 1; i < markers.Count; i++)
            {
                if (markers[i].Offset <= markers[i - 1].Offset)
                    return "its offsets do not rise";
            }

            return null;
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            return e.Message;
        }
    }
}

/// <summary>The file as JSON.</summary>
internal sealed record SavedMarkers(int Format, string Connection, IReadOnlyList<SavedMarker> Markers);

/// <summary>
/// A marker as JSON; a stream is an array of its number, epoch and last sequence. Without <c>NotKept</c> all are kept.
/// </summary>
internal sealed record SavedMarker(
    long Offset,
    Guid Publisher,
    ulong Epoch,
    ulong Number,
    IReadOnlyList<IReadOnlyList<ulong>> Streams,
    IReadOnlyList<uint>? NotKept = null)
{
    private const int Parts = 3;

    /// <summary>True when it can be a marker.</summary>
    [JsonIgnore]
    public bool IsLegal => Offset >= 0 && Publisher != Guid.Empty && Epoch is not 0 and <= long.MaxValue
        && Streams.Count <= StreamMarker.MaxStreams
        && Streams.All(stream => stream is { Count: Parts } && stream[0] <= uint.MaxValue)
        && !(NotKept?.Count > StreamMarker.MaxStreams);

    /// <summary>Of a marker.</summary>
    public static SavedMarker From(StreamMarker marker) => new(
        marker.Offset,
        marker.Publisher,
        marker.Epoch,
        marker.Number,
        [.. marker.Streams.Select(place => (ulong[])[place.Stream, place.Epoch, place.Sequence])],
        marker.NotKept.Count > 0 ? marker.NotKept : null);

    /// <summary>The marker of one that is legal.</summary>
    public StreamMarker ToMarker() => new(
        Offset,
        Publisher,
        Epoch,
        Number,
        [.. Streams.Select(stream => new StreamPlace((uint)stream[0], stream[1], stream[2]))])
    {
        NotKept = NotKept ?? [],
    };
}

/// <summary>Generated JSON of the file.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(SavedMarkers))]
internal sealed partial class MarkerJson : JsonSerializerContext;
