using System.Net;
using System.Text.Json;
using FuncLibs.Runtime.Files;
using FuncLibs.Web.Accounts;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Notifications;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using Testing;
using Testing.Servers;

namespace SignalMonitor.Tests.Dashboard.Notifications;

public sealed class NotificationHttpTests : IAsyncLifetime, IDisposable
{
    private const string Settings = "/api/notifications/hook/settings";

    private readonly TemporaryFolder _folder = new();
    private readonly AccessTokens _access = new();
    private readonly NotificationOptions _options = new();
    private readonly string _admin;
    private readonly string _control;
    private HookServer _hook = null!;
    private Notifier _notifier = null!;
    private DashboardServer _server = null!;

    public NotificationHttpTests() =>
        (_admin, _control) = (_access.Add("boss", Role.Admin), _access.Add("kim", Role.Control));

    public async Task InitializeAsync()
    {
        _hook = await HookServer.Start();
        _options.Webhooks = [new() { Name = "hook", Url = $"{_hook.Url}/hook", KeyFile = WriteKey() }];
        _notifier = CreateNotifier();
        _server = await DashboardServer.Start(
            host => new NotificationHttp(AuditLog.In(_folder.Path, TimeProvider.System), TimeProvider.System, _notifier)
                .Map(host),
            _access.Options);
    }

    public async Task DisposeAsync()
    {
        await _server.DisposeAsync();
        await _hook.DisposeAsync();
    }

    public void Dispose()
    {
        _notifier.Dispose();
        _access.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Get_Targets_HaveTheirSettingsAndNoSecret()
    {
        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Get, "/api/notifications");

        status.ShouldBe(HttpStatusCode.OK);
        Target(json).GetProperty("settings").ToString().ShouldBe(
            """{"kinds":["alarm","test","trouble"],"minSeverity":"info","perMinute":10,"changed":false,"by":""}""");
        json.ToString().ShouldNotContain("a very secret key");
        json.ToString().ShouldNotContain("hook.key");
    }

    [Fact]
    public async Task Put_Settings_AreInForceNotedAndKeptOverARestart()
    {
        (HttpStatusCode status, JsonElement json) = await Ask(
            HttpMethod.Put, Settings, """{"kinds":["test"],"minSeverity":"critical","perMinute":3}""");

        status.ShouldBe(HttpStatusCode.OK, json.ToString());
        const string Expected =
            """{"kinds":["test"],"minSeverity":"critical","perMinute":3,"changed":true,"by":"token:boss"}""";
        Target(json).GetProperty("settings").ToString().ShouldBe(Expected);
        AuditAction noted = Noted();
        (noted.Who, noted.Action, noted.Target, noted.Old, noted.New).ShouldBe((
            "token:boss",
            "notifications.set",
            "hook",
            "alarm, test, trouble from info on; 10 a minute",
            "test from critical on; 3 a minute"));
        _notifier.Offer(NotificationKind.Alarm, NotificationSeverity.Critical, "main", "a", "b");
        _notifier.Offer(NotificationKind.Test, NotificationSeverity.Critical, "main", "a", "b");
        _notifier.Status[0].Counts.Held.ShouldBe(1);

        using Notifier next = CreateNotifier();
        next.Status[0].Settings.PerMinute.ShouldBe(3);
    }

    [Fact]
    public async Task Put_Pause_CountsWhatComesAndNothingIsSent()
    {
        (_, JsonElement json) = await Ask(HttpMethod.Put, Settings, """{"pauseMinutes":15}""");

        Target(json).GetProperty("pausedUntilNs").GetInt64().ShouldBeGreaterThan(0);
        _notifier.Offer(NotificationKind.Alarm, NotificationSeverity.Critical, "main", "a", "b");
        (_notifier.Status[0].Counts.Queued, _notifier.Status[0].Suppressed).ShouldBe((0, 1));

        (_, json) = await Ask(HttpMethod.Put, Settings, """{"pauseMinutes":0}""");
        Target(json).GetProperty("pausedUntilNs").ValueKind.ShouldBe(JsonValueKind.Null);
        _notifier.Offer(NotificationKind.Alarm, NotificationSeverity.Critical, "main", "a", "b");
        _notifier.Status[0].Counts.Queued.ShouldBe(1);
    }

    [Fact]
    public async Task Delete_Settings_IsAsConfiguredAgain()
    {
        await Ask(HttpMethod.Put, Settings, """{"kinds":["test"],"pauseMinutes":15}""");

        (_, JsonElement json) = await Ask(HttpMethod.Delete, Settings);

        Target(json).GetProperty("settings").GetProperty("changed").GetBoolean().ShouldBeFalse();
        Target(json).GetProperty("pausedUntilNs").ValueKind.ShouldBe(JsonValueKind.Null);
        Noted().Action.ShouldBe("notifications.reset");
    }

    [Theory]
    [InlineData("{}", "nothing is to be changed: ")]
    [InlineData("""{"kinds":[]}""", "kinds: give one or more of alarm, test, trouble")]
    [InlineData("""{"kinds":["alarms"]}""", "kinds: 'alarms' is none; ")]
    [InlineData("""{"kinds":["trial"]}""", "kinds: give one or more of ")]
    [InlineData("""{"kinds":["0"]}""", "kinds: '0' is none; ")]
    [InlineData("""{"minSeverity":"loud"}""", "minSeverity: 'loud' is none; there are info, warning, critical")]
    [InlineData("""{"perMinute":0}""", "perMinute: 0 is not allowed; it is 1 to 600")]
    [InlineData("""{"perMinute":601}""", "perMinute: 601 is not allowed; ")]
    [InlineData("""{"pauseMinutes":-1}""", "pauseMinutes: -1 is not allowed; it is 0 to 10080, a week")]
    [InlineData("""{"pauseMinutes":1e9}""", "the body is not what is expected: ")]
    [InlineData("""{"url":"http://other"}""", "the body is not what is expected: ")]
    [InlineData("no json", "the body is not what is expected: ")]
    public async Task Put_BadSettings_NamesTheMemberAndChangesNothing(string body, string error)
    {
        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Put, Settings, body);

        status.ShouldBe(HttpStatusCode.BadRequest);
        json.GetProperty("error").GetString()!.ShouldStartWith(error);
        _notifier.Status[0].Settings.ShouldBe(TargetSettings.Configured);
    }

    [Theory]
    [InlineData("/api/notifications/night/settings")]
    [InlineData("/api/notifications/%2e%2e%2fhook/settings")]
    public async Task Put_NoSuchTarget_Is404(string path) =>
        (await Ask(HttpMethod.Put, path, """{"perMinute":3}""")).Status.ShouldBe(HttpStatusCode.NotFound);

    [Fact]
    public async Task Put_AsControl_Is403()
    {
        (HttpStatusCode status, JsonElement json) = await _server.Ask(
            HttpMethod.Put,
            Settings,
            """{"perMinute":3}""",
            ("Authorization", "Bearer " + _control),
            ("X-Telemetry", "1"));

        status.ShouldBe(HttpStatusCode.Forbidden);
        json.GetProperty("error").GetString().ShouldBe("this needs the role admin; token:kim has control");
    }

    [Fact]
    public async Task Put_WithoutTheHeaderOfWrites_Is403() =>
        (await _server.Ask(HttpMethod.Put, Settings, """{"perMinute":3}""", ("Authorization", "Bearer " + _admin)))
        .Status.ShouldBe(HttpStatusCode.Forbidden);

    [Fact]
    public async Task Put_FileThatCannotBeWritten_ChangesNothingAndSaysWhy()
    {
        Directory.CreateDirectory(_folder.File(TargetSettingsStore.FileName));

        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Put, Settings, """{"perMinute":3}""");

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        json.GetProperty("error").GetString()!
            .ShouldStartWith("nothing was changed, because notification-settings.json");
        _notifier.Status[0].PerMinute.ShouldBe(10);
        Noted().Old.ShouldBe("refused");
    }

    [Fact]
    public async Task Test_Target_GetsAMessageThatIsNoted()
    {
        (HttpStatusCode status, _) = await _server.Ask(
            HttpMethod.Post,
            "/api/notifications/hook/test",
            "",
            ("Authorization", "Bearer " + _control),
            ("X-Telemetry", "1"));

        status.ShouldBe(HttpStatusCode.OK);
        _hook.Received.Single().Body.ShouldContain("token:kim tests whether messages of this monitor arrive");
        (Noted().Action, Noted().Target).ShouldBe(("notifications.test", "hook"));
    }

    [Fact]
    public async Task Test_ServerThatRefuses_Is502WithTheReason()
    {
        _hook.Answer = HttpStatusCode.Forbidden;

        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Post, "/api/notifications/hook/test", "");

        status.ShouldBe(HttpStatusCode.BadGateway);
        json.GetProperty("error").GetString().ShouldBe("hook: the server answered 403 Forbidden");
    }

    private Task<(HttpStatusCode Status, JsonElement Json)> Ask(HttpMethod method, string path, string? body = null) =>
        _server.Ask(method, path, body, ("Authorization", "Bearer " + _admin), ("X-Telemetry", "1"));

    private static JsonElement Target(JsonElement json) => json.GetProperty("targets")[0];

    private Notifier CreateNotifier() => new(
        TargetFactory.Create(_options),
        _options,
        new NotificationStore(new DiskFiles(_folder.File("waiting"))),
        new TargetSettingsStore(new DiskFiles(_folder.Path)),
        "monitor1",
        TimeProvider.System,
        NullLogger<Notifier>.Instance);

    private string WriteKey()
    {
        string path = _folder.File("hook.key");
        using (FileStream file = OwnerOnlyFile.Create(path))
            file.Write("a very secret key"u8);
        return path;
    }

    private AuditAction Noted() =>
        AuditFolder.NewestFirst(new DiskFiles(_folder.Path), long.MaxValue, _ => { }).First().Action;
}
