using System.Buffers;
using System.Text;
using System.Text.Json;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Runtime.Timing.Clocks;
using SignalMonitor.Health;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Health;

public sealed class HealthJsonTests : IDisposable
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
    public void WriteHealth_HasTheNamesThatToolsRelyOn()
    {
        _rig.State.Become(StaleState.Fresh);
        _rig.Deliver(1, 2, 2, 5);

        Write(json => HealthJson.WriteHealth(json, _rig.Report.Read())).ShouldBe(
            """{"status":"ok","account":{"published":5,"delivered":3,"declaredLost":2,"missing":0,"silentLoss":0},"""
            + "\"streams\":[{\"name\":\"main\",\"freshness\":\"fresh\",\"epoch\":1,\"published\":5,\"delivered\":3,\"declaredLost\":2,\"missing\":0,"
            + "\"replayed\":0,\"state\":\"live\",\"duplicates\":1,\"lostBeforeSequence\":0,"
            + $"\"lastSequence\":5,\"badFrames\":{NoBadFrames},\"ageMs\":-1,\"firstValueMs\":-1,{NoClock}}}],\"badFrames\":{NoBadFrames},"
            + "\"position\":{\"saving\":false},\"variables\":{\"database\":false},\"reasons\":[]}");
    }

    [Fact]
    public void WriteHealth_BadFrames_AtTheTopAreTheTotal()
    {
        foreach (BadFrame cause in Enum.GetValues<BadFrame>())
        {
            for (int i = 0; i <= (int)cause; i++)
                _rig.Stream.Bad.Count(cause);
        }

        _rig.State.Bad.Count(BadFrame.HeaderCrc);
        using JsonDocument health = JsonDocument.Parse(Write(json => HealthJson.WriteHealth(json, _rig.Report.Read())));

        health.RootElement.GetProperty("streams")[0].GetProperty("badFrames").EnumerateObject().Select(
            cause => cause.Value.GetInt32())
            .ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        health.RootElement.GetProperty("badFrames").EnumerateObject().Select(cause => cause.Value.GetInt32())
            .ShouldBe([1, 2, 3, 5, 5, 6, 7, 8, 9, 10]);
    }

    [Theory]
    [InlineData(30_000, 50_000, """{"p50Us":0,"p99Us":0,"errorUs":80,"correctedP50Us":null,"correctedP99Us":null}""")]
    [InlineData(-70_000, 50_000, """{"p50Us":0,"p99Us":0,"errorUs":120,"correctedP50Us":-70,"correctedP99Us":-70}""")]
    public void WriteHealth_ClockKnown_LatencyHasItsErrorAndIsCorrectedOnlyWhereClocksDiffer(
        long offset, long bound, string latency)
    {
        _rig.State.Clock.Estimated(new ClockEstimate(offset, bound, 2 * bound));

        using JsonDocument health = JsonDocument.Parse(Write(json => HealthJson.WriteHealth(json, _rig.Report.Read())));
        JsonElement stream = health.RootElement.GetProperty("streams")[0];
        stream.GetProperty("latency").GetRawText().ShouldBe(latency);
        (stream.GetProperty("clock").GetProperty("offsetUs").GetDouble(), stream.GetProperty("clock").GetProperty("boundUs").GetDouble())
            .ShouldBe((offset / 1000.0, bound / 1000.0));
    }

    private static string Write(Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            write(json);
        return Encoding.UTF8.GetString(body.WrittenSpan);
    }
}
