using System.Text.Json;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing.Clocks;
using SignalMonitor.Breaks;
using SignalMonitor.Health;
using SignalMonitor.Receiving;
using SignalMonitor.Saving;
using SignalMonitor.Streams;
using SignalMonitor.Variables;

namespace SignalMonitor.Tests.Health;

public sealed class MonitorHealthTests : IDisposable
{
    private const string NoBadFrames =
        """{"magic":0,"version":0,"length":0,"headerCrc":0,"payloadCrc":0,"flags":0,"oversize":0,"unknownContent":0,"decode":0,"kind":0}""";

    private const string NoClock =
        """
        "latency":{"p50Us":0,"p99Us":0,"errorUs":null,"correctedP50Us":null,"correctedP99Us":null},"clock":{"offsetUs":null,"boundUs":null,"delayUs":null,"probes":0,"refused":0,"jumps":0,"steps":0,"connectorSteps":0}
        """;

    private readonly ReportRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Create_HasTheNamesThatToolsRelyOn()
    {
        _rig.State.SetStale(StaleState.Fresh);
        _rig.Deliver(1, 2, 2, 5);

        Written().ShouldBe(
            """{"status":"ok","account":{"published":5,"delivered":3,"declaredLost":2,"missing":0,"silentLoss":0},"""
            + "\"streams\":[{\"name\":\"main\",\"freshness\":\"fresh\",\"epoch\":1,\"published\":5,\"delivered\":3,\"declaredLost\":2,\"missing\":0,"
            + "\"replayed\":0,\"state\":\"live\",\"duplicates\":1,\"lostBeforeSequence\":0,"
            + $"\"lastSequence\":5,\"badFrames\":{NoBadFrames},\"ageMs\":-1,\"firstValueMs\":-1,{NoClock}}}],\"badFrames\":{NoBadFrames},"
            + "\"position\":{\"saving\":false},\"variables\":{\"database\":false},\"reasons\":[]}");
    }

    [Fact]
    public void Create_BadFrames_AtTheTopAreTheTotal()
    {
        foreach (BadFrame cause in Enum.GetValues<BadFrame>())
        {
            for (int i = 0; i <= (int)cause; i++)
                _rig.Stream.Bad.Count(cause);
        }

        _rig.State.Bad.Count(BadFrame.HeaderCrc);
        using JsonDocument health = JsonDocument.Parse(Written());

        health.RootElement.GetProperty("streams")[0].GetProperty("badFrames").EnumerateObject().Select(
            cause => cause.Value.GetInt32())
            .ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        health.RootElement.GetProperty("badFrames").EnumerateObject().Select(cause => cause.Value.GetInt32())
            .ShouldBe([1, 2, 3, 5, 5, 6, 7, 8, 9, 10]);
    }

    [Theory]
    [InlineData(30_000, 50_000, """{"p50Us":0,"p99Us":0,"errorUs":80,"correctedP50Us":null,"correctedP99Us":null}""")]
    [InlineData(-70_000, 50_000, """{"p50Us":0,"p99Us":0,"errorUs":120,"correctedP50Us":-70,"correctedP99Us":-70}""")]
    public void Create_ClockKnown_LatencyHasItsErrorAndIsCorrectedOnlyWhereClocksDiffer(
        long offset, long bound, string latency)
    {
        _rig.State.Clock.Estimated(new ClockEstimate(offset, bound, 2 * bound));

        using JsonDocument health = JsonDocument.Parse(Written());
        JsonElement stream = health.RootElement.GetProperty("streams")[0];
        stream.GetProperty("latency").GetRawText().ShouldBe(latency);
        (stream.GetProperty("clock").GetProperty("offsetUs").GetDouble(), stream.GetProperty("clock").GetProperty("boundUs").GetDouble())
            .ShouldBe((offset / 1000.0, bound / 1000.0));
    }

    [Fact]
    public void Create_WithEveryPart_HasTheNamesThatToolsRelyOn()
    {
        PositionStatus position = new(_rig.Time, 2, "damaged");
        position.NoteNotSaved(["too large"]);
        RigEventPayload payload = new(1, 1, 3, 4, -5, 6, "estop", EventSeverity.Warning, "", "pressed");
        HealthState state = new("degraded", [], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        {
            Findings = [new(HealthCause.Missing, "one")],
            Transport = new TransportLibrary("libzmq", "4.3.5"),
            Position = position,
            Variables = new VariableWatchStatus(null, "gone", null),
            Breaks = new BreakStatus(
                [new BreakTriggerStatus("snap", "servo1.force", "main", true, null, 1, 7, 8)],
                new CaptureStatus(1, 2, 3, "full")),
            RigEvents = [new RigEventReading(1, 2, [new RigEvent(1, "main", payload)])],
        };

        Written(state).ShouldBe(
            """
            {"status":"degraded",
            "account":{"published":0,"delivered":0,"declaredLost":0,"missing":0,"silentLoss":0},"streams":[],
            "badFrames":{"magic":1,"version":2,"length":3,"headerCrc":4,"payloadCrc":5,"flags":6,"oversize":7,
            "unknownContent":8,"decode":9,"kind":10},"transport":{"library":"libzmq","version":"4.3.5"},
            "position":{"saving":true,"resumedStreams":2,"ageMs":-1,"fault":"damaged","notSaved":["too large"],
            "begunAnew":[],"ofUnknownRun":[]},
            "variables":{"database":true,"revision":0,"stale":true,"reason":"gone","brokenRows":0},"reasons":["one"],
            "breaks":[{"name":"snap","channel":"servo1.force","stream":"main","state":"armed","fault":null,"found":1,
            "sampleIndex":7,"utcNs":8}],"captures":{"written":1,"failed":2,"waiting":3,"fault":"full"},
            "rigEvents":{"count":1,"missed":2,"last":[{"stream":"main","name":"estop","severity":"warning",
            "channel":"","epoch":3,"sequence":4,"sampleIndex":-5,"utcNs":6,"text":"pressed"}]}}
            """.ReplaceLineEndings(""));
    }

    private string Written() => Written(_rig.Report.Read());

    private static string Written(HealthState state) =>

        JsonSerializer.Serialize(MonitorHealth.Create(state), MonitorHealthJson.Default.MonitorHealth);
}
