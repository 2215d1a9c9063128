using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;

namespace SignalMonitor.Dashboard.Api;

/// <summary>Bodies of requests: bounded before they are read, JSON without unknown members.</summary>
internal static class ApiBody
{
    /// <summary>The bytes; null when there are too many.</summary>
    public static async Task<byte[]?> Read(HttpContext context, int maxBytes)
    {
        if (context.Request.ContentLength > maxBytes)
            return null;
        PipeReader reader = context.Request.BodyReader;
        while (true)
        {
            ReadResult read = await reader.ReadAsync(context.RequestAborted);
            if (read.Buffer.Length > maxBytes)
                return null;
            if (read.IsCompleted)
            {
                byte[] body = read.Buffer.ToArray();
                reader.AdvanceTo(read.Buffer.End);
                return body;
            }

            reader.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        }
    }

    /// <summary>
    /// The object that a body describes; null when it describes none, with the reason in <paramref name="fault"/>.
    /// </summary>
    public static T? Parse<T>(byte[] body, JsonTypeInfo<T> type, out string fault)
        where T : class
    {
        try
        {
            fault = "the body is null; a JSON object is expected";
            return JsonSerializer.Deserialize(body, type);
        }
        catch (JsonException e)
        {
            fault = $"the body is not what is expected: {OneLine.Format(e.Message)}";
            return null;
        }
    }
}
