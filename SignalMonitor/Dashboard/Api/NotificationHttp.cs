using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Http;
using SignalMonitor.Notifications;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/notifications</c> and <c>POST /api/notifications/NAME/test?by=NAME</c>: how the targets do, and
/// whether one takes a message now.
/// </summary>
/// <param name="notifier">The targets; null none.</param>
internal sealed class NotificationHttp(Notifier? notifier = null)
{
    private const int MaxBody = 1024;
    private const int MaxName = 100;

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/notifications", _ => Read());
        host.MapWriteAsync(HttpMethods.Post, "/api/notifications/{name}/test", MaxBody, (context, _) => Test(context));
    }

    private ApiAnswer Read() => ApiAnswer.Ok(json =>
    {
        json.WriteStartObject();
        json.WriteStartArray("targets");
        foreach (TargetStatus status in notifier?.Status ?? [])
            TargetHealth.Write(json, status);
        json.WriteEndArray();
        json.WriteEndObject();
    });

    private async Task<ApiAnswer> Test(HttpContext context)
    {
        string name = (string?)context.Request.RouteValues["name"] ?? "";
        string by = HttpOrigin.NameOf(context, context.Request.Query["by"].ToString());
        if (by.Length is 0 or > MaxName)
            return ApiAnswer.Bad($"by says who asks for the message: 1 to {MaxName} characters");
        (bool isKnown, string? fault) = notifier is null
            ? (false, null) : await notifier.Try(name, by, context.RequestAborted);
        if (!isKnown)
            return ApiAnswer.Refused(StatusCodes.Status404NotFound, $"there is no target {name}");
        return fault is null
            ? ApiAnswer.Ok(json =>
            {
                json.WriteStartObject();
                json.WriteString("sent", name);
                json.WriteEndObject();
            })
            : ApiAnswer.Refused(StatusCodes.Status502BadGateway, $"{name}: {fault}");
    }
}
