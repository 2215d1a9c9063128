using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Primitives;

namespace SignalMonitor.Dashboard.Files;

/// <summary>
/// Answers GET and HEAD for the files of the bundle; `/` is index.html. A browser checks each time whether its copy is
/// still the same (`no-cache` and ETag): behind a monitor that was updated is the page that belongs to it.
/// </summary>
internal static class FilesHttp
{
    private static readonly string[] Methods = [HttpMethods.Get, HttpMethods.Head];

    /// <summary>Maps a route for each file.</summary>
    public static void MapDashboardFiles(this IEndpointRouteBuilder host)
    {
        foreach (BundleFile file in Bundle.Read())
        {
            RequestDelegate write = context => Write(context, file);
            host.MapMethods("/" + file.Path, Methods, write).Needs(Role.None);
            if (file.Path == Bundle.Index)
                host.MapMethods("/", Methods, write).Needs(Role.None);
        }
    }

    private static async Task Write(HttpContext context, BundleFile file)
    {
        bool packed = Accepts(context.Request.Headers.AcceptEncoding, "gzip");
        IHeaderDictionary headers = context.Response.Headers;
        headers.CacheControl = "no-cache";
        headers.Vary = "Accept-Encoding";
        headers.ETag = packed ? file.PackedTag : file.Tag;
        if (Accepts(context.Request.Headers.IfNoneMatch, headers.ETag!))
        {
            context.Response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        ReadOnlyMemory<byte> body = packed ? file.Packed : file.Content;
        if (packed)
            headers.ContentEncoding = "gzip";
        context.Response.ContentType = file.ContentType;
        context.Response.ContentLength = body.Length;
        if (!HttpMethods.IsHead(context.Request.Method))
            await context.Response.BodyWriter.WriteAsync(body, context.RequestAborted);
    }

    // An entry of a list such as `gzip, br;q=0.5`; one with q=0 is refused by the client.
    private static bool Accepts(StringValues list, string wanted)
    {
        foreach (string? line in list)
        {
            foreach (string entry in (line ?? "").Split(','))
            {
                string[] parts = entry.Split(';', StringSplitOptions.TrimEntries);
                bool refused = parts.Length > 1 && parts[1].TrimEnd('0', '.') == "q=";
                if (parts[0] == wanted && !refused)
                    return true;
            }
        }

        return false;
    }
}
