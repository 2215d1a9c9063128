using System.Globalization;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Formats;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Access;
using HardwareConnector.Publishing;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace HardwareConnector.Hosting;

/// <summary>
/// Answers <c>GET /block?stream=NAME</c>: the newest block of a stream, in the format that `Accept` names by its
/// content type; without one, JSON.
/// </summary>
internal static class LastBlockHttp
{
    private const string Json = "application/json";
    private const int MaxTypes = 32;

    /// <summary>
    /// Writes the block; 400 for an `Accept` that cannot be read, 404 for a stream without a block, 406 when no format
    /// has such a type.
    /// </summary>
    public static Task Write(HttpContext context, IServiceProvider services)
    {
        SerializerRegistry registry = services.GetRequiredService<SerializerRegistry>();
        string[] types = [.. Offered(registry, services.GetRequiredService<PublishLoop>().Format.Name)];
        string known = string.Join(", ", types);
        if (!TryFindType(context.Request.Headers.Accept, types, out string? type))
            return Refuse.With(
                context, StatusCodes.Status400BadRequest, $"Accept cannot be read; give content types of: {known}");
        if (type is null)
            return Refuse.With(
                context, StatusCodes.Status406NotAcceptable, $"no format has such a content type; there are: {known}");
        string? name = context.Request.Query["stream"];
        ReadOnlySpan<PublishedStream> streams = services.GetRequiredService<RigRegistry>().All;
        LastBlockReader last = new(registry);
        foreach (PublishedStream stream in streams)
        {
            if ((name is null || stream.Name == name) && last.TryRead(stream, out DecodeOutcome read))
                return read.IsOk ? Write(context, registry.CreateByContentType(type)!, last)
                    : Refuse.With(context, StatusCodes.Status500InternalServerError, read.ToString());
        }

        string[] names = [.. streams.ToArray().Select(stream => stream.Name).DefaultIfEmpty("none yet")];
        return Refuse.With(
            context,
            StatusCodes.Status404NotFound,
            name is null ? "no stream has a block yet"
                : $"stream {name} has no block; the streams are {string.Join(", ", names)}");
    }

    private static async Task Write(HttpContext context, IBlockSerializer target, LastBlockReader last)
    {
        BoundedOutput answer = new(FrameLimits.DefaultMaxPayloadBytes);
        try
        {
            target.Serialize(last.Block, answer);
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            await Refuse.With(
                context,
                StatusCodes.Status500InternalServerError,
                $"format {target.Name} failed on the block: {OneLine.Format(e)}");
            return;
        }

        IHeaderDictionary headers = context.Response.Headers;
        headers.ContentType = target.ContentType;
        headers.CacheControl = "no-store";
        headers.Vary = "Accept";
        headers["X-Telemetry-Epoch"] = last.Header.Epoch.ToString(CultureInfo.InvariantCulture);
        headers["X-Telemetry-Sequence"] = last.Header.Sequence.ToString(CultureInfo.InvariantCulture);
        context.Response.ContentLength = answer.Written.Length;
        await context.Response.Body.WriteAsync(answer.Written.ToArray(), context.RequestAborted);
    }

    // A plug-in that is not in use was never checked.
    private static IEnumerable<string> Offered(SerializerRegistry registry, string inUse) =>
        registry.ContentTypes.Where(type => registry.CreateByContentType(type) is { } format
            && (format.ContentId < PlugInFormats.FirstContentId || format.Name == inUse));

    // RFC 9110, 12.5.1: of each type its most specific range counts. Of equals JSON, then the first that there is.
    private static bool TryFindType(StringValues accept, string[] types, out string? type)
    {
        type = Json;
        if (StringValues.IsNullOrEmpty(accept))
            return true;
        type = null;
        if (!MediaTypeHeaderValue.TryParseStrictList(accept, out IList<MediaTypeHeaderValue>? ranges)
            || ranges.Count > MaxTypes)
            return false;
        double best = 0;
        foreach (string known in types.OrderByDescending(known => known == Json))
        {
            if (QualityOf(MediaTypeHeaderValue.Parse(known), ranges) is var quality && quality > best)
                (best, type) = (quality, known);
        }

        return true;
    }

    private static double QualityOf(MediaTypeHeaderValue type, IList<MediaTypeHeaderValue> ranges) => ranges
        .Select(range => (Range: WithoutExtras(range), Quality: range.Quality ?? 1))
        .Where(range => type.IsSubsetOf(range.Range))
        .OrderByDescending(range => range.Range.MatchesAllTypes ? 0 : range.Range.MatchesAllSubTypes ? 1
            : 2 + range.Range.Parameters.Count)
        .Select(range => range.Quality)
        .FirstOrDefault();

    // Many clients name a charset, which says nothing of bytes.
    private static MediaTypeHeaderValue WithoutExtras(MediaTypeHeaderValue range)
    {
        MediaTypeHeaderValue plain = new(range.MediaType);
        foreach (NameValueHeaderValue parameter in range.Parameters)
        {
            if (!parameter.Name.Equals("q", StringComparison.OrdinalIgnoreCase)
                && !parameter.Name.Equals("charset", StringComparison.OrdinalIgnoreCase))
                plain.Parameters.Add(parameter);
        }

        return plain;
    }
}
