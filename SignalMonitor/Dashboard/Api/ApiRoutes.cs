using FuncLibs.Web.Access;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Maps routes of /api. One that writes requires a header that a form on a foreign page cannot send, beside the check
/// of `Origin`.
/// </summary>
internal static class ApiRoutes
{
    /// <summary>The header that a write must have, with the value `1`.</summary>
    public const string WriteHeader = AccessGate.WriteHeader;

    /// <summary>Maps a route that only reads.</summary>
    public static void MapRead(
        this IEndpointRouteBuilder host,
        string pattern,
        Func<HttpContext, ApiAnswer> answer,
        Role needed = Role.View) =>
        host.MapGet(pattern, (RequestDelegate)(context => Write(context, answer(context)))).Needs(needed);

    /// <summary>Maps a route that only reads, and has to wait for what it reads.</summary>
    public static void MapReadAsync(
        this IEndpointRouteBuilder host,
        string pattern,
        Func<HttpContext, Task<ApiAnswer>> answer,
        Role needed = Role.View) =>
        host.MapGet(pattern, async context => await Write(context, await answer(context))).Needs(needed);

    /// <summary>Maps a query that has a body, and changes nothing.</summary>
    public static void MapQuestion(
        this IEndpointRouteBuilder host,
        string pattern,
        int maxBytes,
        Func<HttpContext, byte[], Task<ApiAnswer>> answer) =>
        host.MapPost(pattern, (RequestDelegate)(context => WithBody(context, maxBytes, answer))).Needs(Role.View);

    /// <summary>Maps a route that changes something.</summary>
    public static void MapWrite(
        this IEndpointRouteBuilder host,
        string method,
        string pattern,
        int maxBytes,
        Func<HttpContext, byte[], ApiAnswer> answer,
        Role needed = Role.Control) =>
        host.MapWriteAsync(
            method, pattern, maxBytes, (context, body) => Task.FromResult(answer(context, body)), needed);

    /// <summary>Maps a route that changes something, and has to wait for it.</summary>
    public static void MapWriteAsync(
        this IEndpointRouteBuilder host,
        string method,
        string pattern,
        int maxBytes,
        Func<HttpContext, byte[], Task<ApiAnswer>> answer,
        Role needed = Role.Control) =>
        host.MapMethods(pattern, [method], (RequestDelegate)(context => context.Request.Headers[WriteHeader] == "1"
            ? WithBody(context, maxBytes, answer)
            : Write(context, ApiAnswer.Refused(
                StatusCodes.Status403Forbidden,
                $"{method} needs the header {WriteHeader}: 1, which pages of other sites cannot send")))).Needs(needed);

    private static async Task WithBody(
        HttpContext context, int maxBytes, Func<HttpContext, byte[], Task<ApiAnswer>> answer)
    {
        byte[]? body = await ApiBody.Read(context, maxBytes);
        await Write(context, body is not null ? await answer(context, body) : ApiAnswer.Refused(
            StatusCodes.Status413PayloadTooLarge,
            $"{context.Request.Path}: the body has more than {maxBytes} bytes; send less"));
    }

    private static Task Write(HttpContext context, ApiAnswer answer)
    {
        context.Response.StatusCode = answer.Status;
        context.Response.Headers.CacheControl = "no-store";
        if (answer.Tag is { } tag)
            context.Response.Headers.ETag = tag;
        return HttpJson.WriteJson(context, answer.Write);
    }
}
