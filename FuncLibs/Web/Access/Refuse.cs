using System.Buffers;
using System.Text.Json;
using Microsoft.AspNetCore.Http;

namespace FuncLibs.Web.Access;

/// <summary>Answers that say why not: a status and `{"error": reason}`.</summary>
internal static class Refuse
{
    /// <summary>Answers a request with a refusal.</summary>
    public static Task With(HttpContext context, int status, string reason) => WriteJson(context, status, json =>
    {
        json.WriteStartObject();
        json.WriteString("error", reason);
        json.WriteEndObject();
    });

    /// <summary>Answers a request with JSON that no cache keeps.</summary>
    public static async Task WriteJson(HttpContext context, int status, Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            write(json);
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json";
        context.Response.Headers.CacheControl = "no-store";
        await context.Response.BodyWriter.WriteAsync(body.WrittenMemory, context.RequestAborted);
    }
}
