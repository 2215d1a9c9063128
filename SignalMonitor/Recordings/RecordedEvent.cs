using System.Text.Json;
using System.Text.Json.Serialization;
using SignalMonitor.Events;

namespace SignalMonitor.Recordings;

/// <summary>One line of <c>events.jsonl</c>: what happened while a recording was open.</summary>
/// <param name="UtcNs">When, UTC ns.</param>
/// <param name="Kind">What it is of.</param>
/// <param name="Stream">Name of the stream; empty for none.</param>
/// <param name="Severity">How much it matters.</param>
/// <param name="Text">One line for people.</param>
internal sealed record RecordedEvent(
    long UtcNs, DashboardEventKind Kind, string Stream, DashboardEventSeverity Severity, string Text)
{
    /// <summary>Name of the file in the folder of a recording.</summary>
    public const string FileName = "events.jsonl";

    /// <summary>Reads a line; null for one that is torn or damaged.</summary>
    public static RecordedEvent? TryParse(string line)
    {
        try
        {
            return JsonSerializer.Deserialize(line, RecordedEventJson.Default.RecordedEvent);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>The line of an event, with its end.</summary>
    public static byte[] LineOf(in DashboardEvent one) =>
    [
        .. JsonSerializer.SerializeToUtf8Bytes(
            new RecordedEvent(one.UtcNs, one.Kind, one.Stream, one.Severity, one.Text),
            RecordedEventJson.Default.RecordedEvent),
        (byte)'\n',
    ];
}

/// <summary>Generated JSON of events; one line each.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, UseStringEnumConverter = true)]
[JsonSerializable(typeof(RecordedEvent))]
internal sealed partial class RecordedEventJson : JsonSerializerContext;
