using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Microsoft.AspNetCore.Http;

namespace SignalMonitor.Http;

/// <summary>JSON bodies of answers over HTTP.</summary>
internal static class HttpJson
{
    /// <summary>Answers with a status and `{"error": reason}`.</summary>
    public static Task Refuse(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        return Write(context, new HttpError(reason), HttpErrorJson.Default.HttpError);
    }

    /// <summary>Answers with a value.</summary>
    public static Task Write<T>(HttpContext context, T value, JsonTypeInfo<T> type) =>
        WriteJson(context, json => JsonSerializer.Serialize(json, value, type));

    /// <summary>Answers with a JSON body.</summary>
    public static async Task WriteJson(HttpContext context, Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            write(json);
        context.Response.ContentType = "application/json";
        await context.Response.BodyWriter.WriteAsync(body.WrittenMemory, context.RequestAborted);
    }
}

/// <summary>Why a request is refused, in one line.</summary>
internal sealed record HttpError(string Error);

/// <summary>Source-generated writer of refusals.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(HttpError))]
internal sealed partial class HttpErrorJson : JsonSerializerContext;
