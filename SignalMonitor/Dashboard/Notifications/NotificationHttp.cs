using FuncLibs.Runtime.Timing;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Http;
using SignalMonitor.Notifications;

namespace SignalMonitor.Dashboard.Notifications;

/// <summary>
/// Answers <c>GET /api/notifications</c>, <c>POST /api/notifications/NAME/test</c>, and for admins <c>PUT</c> and
/// <c>DELETE /api/notifications/NAME/settings</c>: how the targets do, whether one takes a message now, and what goes
/// to it. Servers, receivers and secrets stay in the configuration.
/// </summary>
/// <param name="audit">Notes what is done.</param>
/// <param name="time">Clock.</param>
/// <param name="notifier">The targets; null none.</param>
internal sealed class NotificationHttp(AuditLog audit, TimeProvider time, Notifier? notifier = null)
{
    private const string Settings = "/api/notifications/{name}/settings";
    private const int MaxBody = 4096;
    private const int MaxName = 100;
    private const int SecondsPerMinute = 60;
    private readonly Lock _gate = new();

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/notifications", _ => Read());
        host.MapWriteAsync(HttpMethods.Post, "/api/notifications/{name}/test", MaxBody, (context, _) => Test(context));
        host.MapWrite(HttpMethods.Put, Settings, MaxBody, Put, Role.Admin);
        host.MapWrite(
            HttpMethods.Delete,
            Settings,
            0,
            (context, _) => Change(
                context,
                AuditActions.NotificationsReset,
                (_, by) => TargetSettings.Configured with { By = by }),
            Role.Admin);
    }

    private ApiAnswer Read() => ApiAnswer.Ok(
        new ListedTargets(
            [.. (notifier?.Status ?? []).Select(ListedTarget.Create)],
            [.. new[] { notifier?.StoreFault, notifier?.SettingsFault }.OfType<string>()]),
        NotificationAnswerJson.Default.ListedTargets);

    private ApiAnswer Put(HttpContext context, byte[] body)
    {
        if (ApiBody.Parse(body, NotificationBodyJson.Default.TargetRequest, out string fault) is not { } request)
            return ApiAnswer.Bad(fault);
        return request.TryRead(out TargetSettings asked, out string wrong)
            ? Change(context, AuditActions.NotificationsSet, (old, by) => With(old, asked, request.PauseMinutes, by))
            : ApiAnswer.Bad(wrong);
    }

    private TargetSettings With(TargetSettings old, TargetSettings asked, int? pauseMinutes, string by) => old with
    {
        Kinds = asked.Kinds ?? old.Kinds,
        MinSeverity = asked.MinSeverity ?? old.MinSeverity,
        PerMinute = asked.PerMinute ?? old.PerMinute,
        PausedUntilNs = pauseMinutes switch
        {
            null => old.PausedUntilNs,
            0 => 0,
            { } minutes => time.NowNs() + (minutes * SecondsPerMinute * UtcClock.NanosecondsPerSecond),
        },
        By = by,
    };

    // Noted before it is in force; one edit at a time, so that none is made from settings that are not there any more.
    private ApiAnswer Change(HttpContext context, string action, Func<TargetSettings, string, TargetSettings> change)
    {
        if (Find(context, out AuditOrigin origin, out TargetStatus? target) is { } refused)
            return refused;
        lock (_gate)
        {
            TargetStatus now = notifier!.Find(target!.Name)!;
            TargetSettings made = change(now.Settings, origin.Who);
            AuditAction noted = origin.CreateAction(action, now.Name) with
            {
                Old = now.Settings.Describe(now.Route, notifier.Options.PerMinute),
                New = made.Describe(now.Route, notifier.Options.PerMinute),
            };
            if (audit.Append(noted) is { } unnoted)
                return NotDone($"it could not be noted: {unnoted}");
            if (notifier.Change(now.Name, made) is { } unkept)
            {
                audit.Append(noted.Refuse(unkept));
                return NotDone($"{TargetSettingsStore.FileName} in the state folder cannot be written: {unkept}");
            }
        }

        return Read();
    }

    private async Task<ApiAnswer> Test(HttpContext context)
    {
        if (Find(context, out AuditOrigin origin, out TargetStatus? target) is { } refused)
            return refused;
        if (audit.Append(origin.CreateAction(AuditActions.NotificationsTest, target!.Name)) is { } unnoted)
            return ApiAnswer.Unavailable($"nothing was sent, because it could not be noted: {unnoted}");
        (_, string? fault) = await notifier!.Try(target.Name, origin.Who, context.RequestAborted);
        return fault is null
            ? ApiAnswer.Ok(json =>
            {
                json.WriteStartObject();
                json.WriteString("sent", target.Name);
                json.WriteEndObject();
            })
            : ApiAnswer.Refused(StatusCodes.Status502BadGateway, $"{target.Name}: {fault}");
    }

    private ApiAnswer? Find(HttpContext context, out AuditOrigin origin, out TargetStatus? target)
    {
        string name = (string?)context.Request.RouteValues["name"] ?? "";
        origin = HttpOrigin.From(context);
        target = notifier?.Find(name);
        if (origin.Who.Length is 0 or > MaxName)
            return ApiAnswer.Bad($"by says who asks for it: 1 to {MaxName} characters");
        return target is null ? ApiAnswer.Missing($"there is no target {name}; see /api/notifications") : null;
    }

    private static ApiAnswer NotDone(string why) => ApiAnswer.Unavailable($"nothing was changed, because {why}");
}
