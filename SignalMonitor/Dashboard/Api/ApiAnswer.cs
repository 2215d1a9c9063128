using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace SignalMonitor.Dashboard.Api;

/// <summary>What a route of /api answers.</summary>
/// <param name="Status">Status of HTTP.</param>
/// <param name="Write">Writes the JSON value of the body.</param>
internal sealed record ApiAnswer(int Status, Action<Utf8JsonWriter> Write)
{
    /// <summary>ETag of what is answered; null none.</summary>
    public string? Tag { get; init; }

    /// <summary>A value with a status.</summary>
    public static ApiAnswer From<T>(int status, T value, JsonTypeInfo<T> type) =>
        new(status, json => JsonSerializer.Serialize(json, value, type));

    /// <summary>What was requested.</summary>
    public static ApiAnswer Ok(Action<Utf8JsonWriter> write) => new(StatusCodes.Status200OK, write);

    /// <summary>What was requested, as a value.</summary>
    public static ApiAnswer Ok<T>(T value, JsonTypeInfo<T> type) => From(StatusCodes.Status200OK, value, type);

    /// <summary>JSON as it was stored.</summary>
    public static ApiAnswer Stored(ReadOnlyMemory<byte> json) => Ok(writer => writer.WriteRawValue(json.Span));

    /// <summary>A refusal, in one line: what, where, why, what to do.</summary>
    public static ApiAnswer Refused(int status, string reason) => Refused(status, reason, static _ => { });

    /// <summary>A refusal with more members beside the line.</summary>
    public static ApiAnswer Refused(int status, string reason, Action<Utf8JsonWriter> more) => new(status, json =>
    {
        json.WriteStartObject();
        json.WriteString("error", reason);
        more(json);
        json.WriteEndObject();
    });

    /// <summary>400: what was sent is not what is expected.</summary>
    public static ApiAnswer Bad(string reason) => Refused(StatusCodes.Status400BadRequest, reason);

    /// <summary>404: there is no such thing.</summary>
    public static ApiAnswer Missing(string reason) => Refused(StatusCodes.Status404NotFound, reason);

    /// <summary>409: somebody else was faster.</summary>
    public static ApiAnswer Conflict(string reason) => Refused(StatusCodes.Status409Conflict, reason);

    /// <summary>503: what it needs is not available now.</summary>
    public static ApiAnswer Unavailable(string reason) => Refused(StatusCodes.Status503ServiceUnavailable, reason);
}

/// <summary>Source-generated writer of what the routes of /api answer.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(IEnumerable<ListedFunction>))]
[JsonSerializable(typeof(AcceptedExpression))]
[JsonSerializable(typeof(RejectedExpression))]
[JsonSerializable(typeof(RefusedPreview))]
[JsonSerializable(typeof(IEnumerable<LayoutRevision>))]
[JsonSerializable(typeof(IReadOnlyList<Note>))]
[JsonSerializable(typeof(IReadOnlyList<ListedCapture>))]
internal sealed partial class ApiAnswerJson : JsonSerializerContext;
