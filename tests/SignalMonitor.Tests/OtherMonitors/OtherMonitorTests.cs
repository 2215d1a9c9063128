using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.OtherMonitors;
using Testing;
using Testing.Servers;

namespace SignalMonitor.Tests.OtherMonitors;

public sealed class OtherMonitorTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public async Task Ask_MonitorThatAnswers_IsThereWithItsStatus()
    {
        await using HookServer server = await HookServer.Start();
        server.Health = """{"status":"degraded"}""";
        using OtherMonitorWatch watch = Create(server.Url);
        _time.Advance(TimeSpan.FromMinutes(1));
        await watch.Ask(default);

        watch.Status[0].ShouldBe(new OtherMonitorStatus("two", server.Url, false, 0, "degraded", null));
    }

    [Fact]
    public async Task Ask_MonitorThatDoesNotAnswer_IsGoneAfterTheTime()
    {
        using OtherMonitorWatch watch = Create("http://127.0.0.1:1");
        await watch.Ask(default);
        watch.Status[0].Gone.ShouldBeFalse();
        _time.Advance(TimeSpan.FromSeconds(30));
        await watch.Ask(default);

        (watch.Status[0].Gone, watch.Status[0].SilentMs, watch.Status[0].Fault is null).ShouldBe((true, 30_000, false));
    }

    [Fact]
    public async Task Ask_MonitorThatComesBack_IsThereAgain()
    {
        await using HookServer server = await HookServer.Start();
        using OtherMonitorWatch watch = Create(server.Url);
        _time.Advance(TimeSpan.FromSeconds(31));
        watch.Status[0].Gone.ShouldBeTrue();
        await watch.Ask(default);

        watch.Status[0].Gone.ShouldBeFalse();
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"status\":1}")]
    [InlineData("not json")]
    public async Task Ask_AnswerOfSomethingElse_IsAFault(string body)
    {
        await using HookServer server = await HookServer.Start();
        server.Health = body;
        using OtherMonitorWatch watch = Create(server.Url);
        await watch.Ask(default);

        watch.Status[0].Fault.ShouldNotBeNull();
    }

    private OtherMonitorWatch Create(string url) => new(
        new WatchOptions { Monitors = [new OtherMonitorOptions { Name = "two", Url = url }] },
        _time,
        NullLogger<OtherMonitorWatch>.Instance);
}
