using System.Net;
using FuncLibs.Runtime.Files;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Notifications;
using SignalMonitor.Notifications.Targets;
using Testing;
using Testing.Servers;

namespace SignalMonitor.Tests.Notifications;

public sealed class NotifierTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly NotificationOptions _options = new() { TimeoutSeconds = 1 };

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Offer_MailServerThatNeverAnswers_OtherTargetsGetTheMessageAndItFails()
    {
        using MailServer silent = new(isSilent: true);
        await using HookServer hook = await HookServer.Start();
        _options.Email = [Mail(silent.Port)];
        _options.Webhooks = [Hook(hook)];
        using Notifier notifier = Create();
        await notifier.StartAsync(default);
        Offer(notifier);

        Eventually.True(() => hook.Received.Length == 1, "the webhook gets the message");
        Eventually.True(() => notifier.Status[0].Fault is not null, "the mail fails");
        await notifier.StopAsync(default);
        silent.Connections.ShouldBeGreaterThan(0);
        notifier.Status[0].Fault.ShouldBe("no answer within 1 s");
        notifier.Status[0].Counts.ShouldBe(new QueueCounts(1, 0, 0, 1));
    }

    [Fact]
    public async Task Run_ServerThatRefusesAtFirst_SendsItLaterAndOnce()
    {
        await using HookServer hook = await HookServer.Start();
        hook.Answer = HttpStatusCode.ServiceUnavailable;
        _options.Webhooks = [Hook(hook)];
        using Notifier notifier = Create();
        await notifier.StartAsync(default);
        Offer(notifier);
        Eventually.True(() => notifier.Status[0].Failures > 1, "attempts fail");
        notifier.Status[0].Fault.ShouldBe("the server answered 503 Service Unavailable");
        hook.Answer = HttpStatusCode.OK;
        Eventually.True(() => notifier.Status[0].Counts.Held == 0, "the message is sent");
        await notifier.StopAsync(default);

        (notifier.Status[0].Counts, notifier.Status[0].Fault).ShouldBe((new QueueCounts(1, 1, 0, 0), null));
    }

    [Fact]
    public async Task Run_AfterARestart_SendsWhatWasNotSent()
    {
        await using HookServer hook = await HookServer.Start();
        hook.Answer = HttpStatusCode.InternalServerError;
        _options.Webhooks = [Hook(hook)];
        using (Notifier first = Create())
        {
            await first.StartAsync(default);
            Offer(first);
            Eventually.True(() => first.Status[0].Failures > 0, "an attempt fails");
            await first.StopAsync(default);
        }

        hook.Answer = HttpStatusCode.OK;
        using Notifier second = Create();
        await second.StartAsync(default);
        Eventually.True(() => second.Status[0].Counts.Sent == 1, "the message is sent");
        await second.StopAsync(default);

        second.Status[0].Counts.ShouldBe(new QueueCounts(1, 1, 0, 0));
    }

    [Fact]
    public async Task Run_MoreThanTheRate_TellsTheRestInOneSummary()
    {
        await using HookServer hook = await HookServer.Start();
        _options.Webhooks = [Hook(hook)];
        _options.PerMinute = 2;
        using Notifier notifier = Create(new QuickTime());
        await notifier.StartAsync(default);
        for (int i = 0; i < 12; i++)
            Offer(notifier);
        Eventually.True(() => notifier.Status[0].Counts.Sent == 12, "all are told");
        await notifier.StopAsync(default);

        hook.Received.Length.ShouldBe(3);
        hook.Received[2].Body.ShouldContain("10 more in the last minute");
        notifier.Status[0].Counts.ShouldBe(new QueueCounts(12, 12, 0, 0));
    }

    [Fact]
    public void Offer_KindsAndSeverity_GoOnlyWhereTheyAreWanted()
    {
        _options.Webhooks =
        [
            new() { Name = "all", Url = "http://127.0.0.1:1/" },
            new() { Name = "critical", Url = "http://127.0.0.1:1/", MinSeverity = NotificationSeverity.Critical },
            new() { Name = "tests", Url = "http://127.0.0.1:1/", Kinds = [NotificationKind.Test] },
        ];
        using Notifier notifier = Create();
        notifier.Offer(NotificationKind.Alarm, NotificationSeverity.Warning, "main", "a", "b");
        notifier.Offer(NotificationKind.Test, NotificationSeverity.Critical, "main", "a", "b");

        notifier.Status.Select(status => status.Counts.Held).ShouldBe([2, 1, 1]);
    }

    [Fact]
    public async Task Change_PauseThatIsOver_TellsHowManyWereNotSent()
    {
        await using HookServer hook = await HookServer.Start();
        _options.Webhooks = [Hook(hook)];
        using Notifier notifier = Create();
        await notifier.StartAsync(default);
        notifier.Change("hook", new TargetSettings { PausedUntilNs = long.MaxValue, By = "ann" }).ShouldBeNull();
        Offer(notifier);
        Offer(notifier);
        notifier.Change("hook", TargetSettings.Configured with { By = "ann" }).ShouldBeNull();
        Eventually.True(() => notifier.Status[0].Counts.Sent == 1, "the end of the pause is told");
        await notifier.StopAsync(default);

        hook.Received[0].Body.ShouldContain("2 notifications were not sent while hook was paused by ann");
        (notifier.Status[0].Counts, notifier.Status[0].Suppressed).ShouldBe((new QueueCounts(1, 1, 0, 0), 2));
    }

    [Fact]
    public async Task Run_PausedTarget_KeepsWhatWaitsUntilThePauseIsOver()
    {
        await using HookServer hook = await HookServer.Start();
        _options.Webhooks = [Hook(hook)];
        using Notifier notifier = Create();
        Offer(notifier);
        notifier.Change("hook", new TargetSettings { PausedUntilNs = long.MaxValue }).ShouldBeNull();
        await notifier.StartAsync(default);
        (await notifier.Try("hook", "ann", default)).Fault.ShouldBeNull("a trial is sent all the same");
        notifier.Status[0].Counts.ShouldBe(new QueueCounts(1, 0, 0, 1));
        notifier.Change("hook", TargetSettings.Configured).ShouldBeNull();

        Eventually.True(() => notifier.Status[0].Counts.Sent == 1, "it is sent");
        await notifier.StopAsync(default);
    }

    [Fact]
    public void Create_DamagedFileOfSettings_IsAsConfiguredAndSaysSo()
    {
        File.WriteAllText(_folder.File(TargetSettingsStore.FileName), "{");
        _options.Webhooks = [new() { Name = "hook", Url = "http://127.0.0.1:1/" }];
        using Notifier notifier = Create();

        notifier.Status[0].Settings.ShouldBe(TargetSettings.Configured);
        notifier.SettingsFault.ShouldNotBeNull();
    }

    [Fact]
    public void Create_DamagedFileOfUnsentMessages_StartsWithoutThem()
    {
        File.WriteAllText(_folder.File(NotificationStore.FileName), "{");
        _options.Webhooks = [new() { Name = "hook", Url = "http://127.0.0.1:1/" }];
        using Notifier notifier = Create();

        notifier.Status[0].Counts.ShouldBe(new QueueCounts(0, 0, 0, 0));
    }

    private Notifier Create(TimeProvider? time = null) => new(
        TargetFactory.Create(_options),
        _options,
        new NotificationStore(new DiskFiles(_folder.Path)),
        new TargetSettingsStore(new DiskFiles(_folder.Path)),
        "monitor1",
        time ?? TimeProvider.System,
        NullLogger<Notifier>.Instance,
        _ => TimeSpan.FromMilliseconds(20));

    private static void Offer(Notifier notifier) => notifier.Offer(
        NotificationKind.Alarm, NotificationSeverity.Critical, "main", "alarm: servo1.force", "103.2 kN");

    private static EmailOptions Mail(int port) => new()
    {
        Name = "mail",
        Host = "127.0.0.1",
        Port = port,
        Security = MailSecurity.None,
        From = "rig1@lab.example",
        To = ["night@lab.example"],
    };

    private static WebhookOptions Hook(HookServer server) => new() { Name = "hook", Url = $"{server.Url}/hook" };

    // A minute passes in 50 ms.
    private sealed class QuickTime : TimeProvider
    {
        private const int Factor = 1200;
        private readonly long _start = System.GetTimestamp();

        public override long GetTimestamp() => _start + ((System.GetTimestamp() - _start) * Factor);

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Quick(dueTime), Quick(period));

        private static TimeSpan Quick(TimeSpan time) => time == Timeout.InfiniteTimeSpan ? time : time / Factor;
    }
}
