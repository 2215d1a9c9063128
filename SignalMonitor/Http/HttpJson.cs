using System.Buffers;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace SignalMonitor.Http;

/// <summary>JSON bodies of answers over HTTP.</summary>
internal static class HttpJson
{
    /// <summary>Answers with a status and `{"error": reason}`.</summary>
    public static Task Refuse(HttpContext context, int status, string reason)
    {
        context.Response.StatusCode = status;
        return WriteJson(context, json =>
        {
            json.WriteStartObject();
            json.WriteString("error", reason);
            json.WriteEndObject();
        });
    }

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
