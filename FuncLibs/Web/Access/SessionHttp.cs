using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Threading.RateLimiting;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Web.Access;

/// <summary>
/// Answers <c>GET /api/session</c> (who am I), <c>POST /api/session</c> (log in) and <c>DELETE /api/session</c> (log
/// out).
/// </summary>
/// <param name="directory">The accounts.</param>
/// <param name="sessions">Who is logged in.</param>
/// <param name="hashes">Compares passwords.</param>
/// <param name="limits">How often a log-in may be tried.</param>
/// <param name="counts">Counts refusals.</param>
/// <param name="logger">Told who logs in and out.</param>
internal sealed class SessionHttp(
    AccessDirectory directory,
    SessionStore sessions,
    PasswordHashes hashes,
    LogInLimits limits,
    RefusalCounts counts,
    ILogger<SessionHttp> logger)
{
    /// <summary>The route.</summary>
    public const string Path = "/api/session";

    private const int MaxBytes = 2048;
    private const string Wrong = "the account or the password is wrong";

    /// <summary>Maps the routes, for everyone.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapGet(Path, (RequestDelegate)Show).Needs(Role.None);
        host.MapPost(Path, (RequestDelegate)LogIn).Needs(Role.None);
        host.MapDelete(Path, (RequestDelegate)LogOut).Needs(Role.None);
    }

    private Task Show(HttpContext context) => Write(context, AccessGate.CallerOf(context));

    private Task Write(HttpContext context, Grant caller) =>
        Refuse.WriteJson(context, StatusCodes.Status200OK, json =>
        {
            json.WriteStartObject();
            json.WriteBoolean("accounts", directory.HasAccounts);
            json.WriteBoolean("open", directory.IsOpen);
            json.WriteString("name", caller.Role == Role.None ? null : caller.Name);
            json.WriteString("role", caller.Role == Role.None ? null : RoleText.NameOf(caller.Role));
            json.WriteEndObject();
        });

    private async Task LogIn(HttpContext context)
    {
        if (FindFault(context) is { } fault)
        {
            await Refuse.With(context, StatusCodes.Status403Forbidden, fault);
            return;
        }

        if (!directory.HasAccounts)
        {
            await Refuse.With(
                context, StatusCodes.Status404NotFound, "there are no accounts here (Security:UsersFile)");
            return;
        }

        if (await Read(context) is not { } request)
        {
            await Refuse.With(
                context,
                StatusCodes.Status400BadRequest,
                $"the body must be {{\"name\", \"password\"}} of at most {MaxBytes} bytes");
            return;
        }

        string address = AccessGate.Address(context);
        string shown = OneLine.Format(request.Name);
        if (!limits.TryBegin(request.Name, context.Connection.RemoteIpAddress))
        {
            await TooMany(context, $"{address}: too many log-ins, the last as '{shown}'");
            return;
        }

        using RateLimitLease turn = await limits.WaitToHash(context.RequestAborted);
        if (!turn.IsAcquired)
        {
            await TooMany(context, $"{address}: too many log-ins at once, the last as '{shown}'");
            return;
        }

        Account? account = directory.Current.FindUser(request.Name);
        if (!hashes.IsRight(account, request.Password))
        {
            counts.Add(Refusal.Password, $"{address}: a log-in as '{shown}' failed");
            await Refuse.With(context, StatusCodes.Status401Unauthorized, Wrong);
            return;
        }

        // The session of whoever used this browser before ends.
        if (SessionCookie.Read(context) is { } former)
            sessions.Close(former);
        SessionCookie.Write(context, sessions.Open(account!));
        WebLog.LoggedIn(logger, account!.Name, address);
        await Write(context, new Grant(account.Name, account.Role, GrantKind.Session));
    }

    private async Task LogOut(HttpContext context)
    {
        if (FindFault(context) is { } fault)
        {
            await Refuse.With(context, StatusCodes.Status403Forbidden, fault);
            return;
        }

        if (SessionCookie.Read(context) is { } id && sessions.Close(id) is { } ended)
            WebLog.LoggedOut(logger, ended.Name, AccessGate.Address(context));
        SessionCookie.Remove(context);
        context.Response.StatusCode = StatusCodes.Status204NoContent;
    }

    // A page of another site must not log a browser in under an account of its own either.
    private string? FindFault(HttpContext context)
    {
        if (context.Request.Headers[AccessGate.WriteHeader] == "1")
            return null;
        string fault = $"{context.Request.Method} needs the header {AccessGate.WriteHeader}: 1";
        counts.Add(Refusal.Forgery, $"{AccessGate.Address(context)}: {Path}: {fault}");
        return fault;
    }

    private Task TooMany(HttpContext context, string line)
    {
        counts.Add(Refusal.Rate, line);
        int seconds = (int)LogInLimits.Pause.TotalSeconds;
        context.Response.Headers.RetryAfter = seconds.ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Refuse.With(
            context,
            StatusCodes.Status429TooManyRequests,
            $"too many log-ins were tried; try again in {seconds} s");
    }

    private static async Task<LogInRequest?> Read(HttpContext context)
    {
        if (context.Request.ContentLength is not (> 0 and <= MaxBytes))
            return null;
        ReadResult read = await context.Request.BodyReader.ReadAtLeastAsync(MaxBytes, context.RequestAborted);
        byte[] body = read.Buffer.ToArray();
        context.Request.BodyReader.AdvanceTo(read.Buffer.End);
        try
        {
            LogInRequest? request = JsonSerializer.Deserialize(body, LogInJson.Default.LogInRequest);
            return request?.Name.Length <= AccessName.MaxLength && request.Password.Length <= PasswordHashes.MaxLength
                ? request
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>The body of a log-in.</summary>
internal sealed record LogInRequest(string Name, string Password);

/// <summary>Source-generated reader of log-ins.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(LogInRequest))]
internal sealed partial class LogInJson : JsonSerializerContext;
