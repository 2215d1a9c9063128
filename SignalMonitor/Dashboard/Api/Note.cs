using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SignalMonitor.Dashboard.Api;

/// <summary>What a person noted at a moment of a test.</summary>
/// <param name="UtcNs">When, UTC ns.</param>
/// <param name="By">Who.</param>
/// <param name="Text">What.</param>
/// <param name="Stream">Name of the stream that it concerns; empty for none.</param>
internal sealed record Note(
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] long UtcNs, string By, string Text, string Stream)
{
    /// <summary>Reads a line; null for one that was not written whole, or by something else.</summary>
    public static Note? Read(ReadOnlySpan<byte> line)
    {
        try
        {
            using JsonDocument parsed = JsonDocument.Parse(line.ToArray());
            JsonElement json = parsed.RootElement;
            return long.TryParse(Member(json, "utcNs"), NumberStyles.None, CultureInfo.InvariantCulture, out long utcNs)
                ? new Note(utcNs, Member(json, "by"), Member(json, "text"), Member(json, "stream")) : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            return null;
        }
    }

    private static string Member(JsonElement json, string name) => json.GetProperty(name).GetString()!;
}

/// <summary>A note that somebody sends.</summary>
public sealed record NoteQuestion
{
    /// <summary>When, UTC ns as text; empty = now.</summary>
    public string UtcNs { get; set; } = "";

    /// <summary>Who.</summary>
    public required string By { get; init; }

    /// <summary>What.</summary>
    public required string Text { get; init; }

    /// <summary>Name of the stream that it concerns; empty = none.</summary>
    public string Stream { get; set; } = "";
}
