using System.Text.Json;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using Microsoft.Extensions.Logging;
using SignalMonitor.Breaks;
using SignalMonitor.Derived;
using SignalMonitor.Events;
using SignalMonitor.Health;
using SignalMonitor.Reporting;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Captures;

namespace SignalMonitor.Tests.Reporting;

public sealed class BreakReportTests : IDisposable
{
    private readonly CaptureRig _rig = new();
    private readonly BreakBoard _board = new();
    private readonly DerivedFeed _feed = new(8);
    private readonly LogTexts _log = new();
    private readonly EventLog _events = new();
    private readonly BreakReport _report;

    public BreakReportTests() =>
        _report = new BreakReport(_rig.Rig.Service, _rig.Loop, _board, TimeProvider.System, _log, _feed, _events);

    public void Dispose()
    {
        _report.Dispose();
        _feed.Dispose();
        _rig.Dispose();
    }

    [Fact]
    public void Report_Break_IsAnEventForPeople()
    {
        _rig.Break();
        _report.Update();

        _events.ReadAfter(0, 10).All.ShouldHaveSingleItem().ShouldBe(new DashboardEvent(
            1, TestStream.AcquiredNs + 233_333, DashboardEventKind.Break, "main", DashboardEventSeverity.Critical,
            "snap: servo1.force fell from 100 to 40 kN in 0.03333 ms"));
    }

    [Fact]
    public void Report_Break_IsOnTheWireWithItsSample()
    {
        _rig.Break();
        _report.Update();

        _feed.Ring.TryRead(out DerivedItem item).ShouldBeTrue();
        item.Payload.ShouldBe(new BreakPayload(
            1, TestStream.Id, 1, 3, 7, TestStream.AcquiredNs + 233_333, "snap", "servo1.force", 40, 100, 6,
            "snap: servo1.force fell from 100 to 40 kN in 0.03333 ms"));
    }

    [Fact]
    public void Report_Break_IsOnTheBoard()
    {
        _rig.Break();
        _report.Update();

        _board.Read().Breaks.Single().ShouldBe(
            new BreakTriggerStatus("snap", "servo1.force", "main", false, null, 1, 7, TestStream.AcquiredNs + 233_333));
        Json(_board.Read()).GetProperty("breaks")[0].GetProperty("state").GetString().ShouldBe("broken");
    }

    [Fact]
    public void Report_ChannelThatIsNotThere_IsWrong()
    {
        _rig.Rig.Description = TestStream.Description with { Servo = [] };
        _rig.Rig.Feed(0, 0, 0);
        _report.Update();

        _board.Read().IsWrong.ShouldBeTrue();
        Json(_board.Read()).GetProperty("breaks")[0].GetProperty("state").GetString().ShouldBe("unwatched");
    }

    [Fact]
    public void Report_ChannelOfAnotherStream_IsNotMissed()
    {
        using StreamBreaks other = _rig.Rig.Service.NewStream(Guid.NewGuid(), 2, "other");
        other.Process(TestStream.Block(), new(), TestStream.Description with { Name = "other", Servo = [] }, 0, 0);
        _rig.Rig.Feed(0, 0, 0);
        _report.Update();

        _board.Read().Breaks.Single().Stream.ShouldBe("main");
    }

    [Fact]
    public void Report_FaultThatIsNoAbsence_IsReportedThoughAnotherStreamIsWatched()
    {
        using StreamBreaks other = _rig.Rig.Service.NewStream(Guid.NewGuid(), 2, "other");
        other.Process(
            TestStream.Block(), new(), TestStream.Description with { Name = "other", BaseRateHz = 1e13 }, 0, 0);
        _rig.Rig.Feed(0, 0, 0);
        _report.Update();

        _board.Read().IsWrong.ShouldBeTrue();
        _board.Read().Breaks.Select(one => one.Stream).ShouldBe(["main", ""], ignoreOrder: true);
        _log.Texts
            .Count(text => text.StartsWith("break trigger snap is NOT WATCHED", StringComparison.Ordinal))
            .ShouldBe(1);
    }

    [Fact]
    public void Report_StreamLosesTheChannelThatAnotherHas_IsReported()
    {
        using StreamBreaks other = _rig.Rig.Service.NewStream(Guid.NewGuid(), 2, "other");
        other.Process(TestStream.Block(), new(), TestStream.Description with { Name = "other" }, 0, 0);
        _rig.Rig.Feed(0, 0, 0);
        _report.Update();
        _rig.Rig.Description = TestStream.Description with { Servo = [] };
        _rig.Rig.Feed(0, 0, 0);
        _report.Update();

        _log.Texts.ShouldContain(
            text => text.StartsWith(
                "break trigger snap is NOT WATCHED: stream main has no signal", StringComparison.Ordinal));
        _board.Read().IsWrong.ShouldBeFalse();
    }

    [Fact]
    public void Report_ChannelOfARetiredStream_IsMissed()
    {
        using StreamBreaks other = _rig.Rig.Service.NewStream(Guid.NewGuid(), 2, "other");
        other.Process(TestStream.Block(), new(), TestStream.Description with { Name = "other", Servo = [] }, 0, 0);
        _rig.Rig.Feed(0, 0, 0);
        _rig.Rig.Stream.Retire(true);
        _report.Update();

        _board.Read().Breaks.Single().Fault
            .ShouldNotBeNull()
            .ShouldStartWith("stream other has no signal servo1.force");
        _log.Texts.ShouldContain(
            text => text.StartsWith("break trigger snap is NOT WATCHED", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void Report_FaultOfARetiredStream_IsWrongOnlyOnceItIsBack(bool retired, bool isWrong)
    {
        _rig.Rig.Description = TestStream.Description with { BaseRateHz = 1e13 };
        _rig.Rig.Feed(0, 0, 0);
        _rig.Rig.Stream.Retire(true);
        _report.Update();
        _rig.Rig.Stream.Retire(retired);
        _report.Update();

        _board.Read().IsWrong.ShouldBe(isWrong);
    }

    [Theory]
    [InlineData(FrameFlags.None, FrameFlags.None)]
    [InlineData(FrameFlags.Recording | FrameFlags.Trimmed, FrameFlags.Recording)]
    public void Report_BreakOfARecording_IsMarkedOnTheWire(FrameFlags frame, FrameFlags notice)
    {
        _rig.Rig.Flags = frame;
        _rig.Break();
        _report.Update();

        _feed.Ring.TryRead(out DerivedItem item).ShouldBeTrue();
        item.Flags.ShouldBe(notice);
    }

    private static JsonElement Json(BreakStatus status) => JsonSerializer.SerializeToElement(
        MonitorHealth.Create(new HealthState("ok", [], new long[BadFrameCounts.Causes]) { Breaks = status }),
        MonitorHealthJson.Default.MonitorHealth);

    private sealed class LogTexts : ILogger<BreakReport>
    {
        public List<string> Texts { get; } = [];

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(
            LogLevel logLevel,
            EventId eventId,
            TState state,
            Exception? exception,
            Func<TState, Exception?, string> formatter) =>
            Texts.Add(formatter(state, exception));
    }
}
