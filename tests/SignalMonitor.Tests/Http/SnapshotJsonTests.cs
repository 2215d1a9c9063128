using System.Buffers;
using System.Text;
using System.Text.Json;
using FuncLibs.Blocks;
using SignalMonitor.Computation;
using SignalMonitor.Http;

namespace SignalMonitor.Tests.Http;

public class SnapshotJsonTests
{
    [Fact]
    public void Write_HasTheNamesThatToolsRelyOn()
    {
        var options = new ComputeOptions { Functions = ["abs", "sign"], Channels = ["ad1"] };

        Snapshot(-1.5, options).ShouldBe(
            """{"stream":"main","sequence":7,"channels":[{"name":"ad1","value":-1.5,"unit":"kN","quality":"good","derived":"""
            + """{"abs":1.5,"sign":-1}}],"variables":[]}""");
    }

    [Theory]
    [InlineData(double.NaN, "NaN", "invalid")]
    [InlineData(double.PositiveInfinity, "Infinity", "saturated")]
    [InlineData(double.NegativeInfinity, "-Infinity", "saturated")]
    public void Write_NoNumber_IsAString(double value, string text, string quality) =>
        Snapshot(value, new ComputeOptions { Functions = [], Channels = ["ad1"] })
            .ShouldContain($"\"value\":\"{text}\",\"unit\":\"kN\",\"quality\":\"{quality}\"");

    [Fact]
    public void Write_StaleStream_HasNoGoodValue() =>
        Snapshot(
            1,
            new ComputeOptions { Functions = [], Channels = ["ad1"] },
            stale: true).ShouldContain("\"quality\":\"stale\"");

    [Fact]
    public void Write_BeforeTheFirstBlock_HasNoChannels() =>
        Write(json => SnapshotJson.Write(json, "main", null, stale: true))
            .ShouldBe("""{"stream":"main","sequence":0,"channels":[],"variables":[]}""");

    private static string Snapshot(double value, ComputeOptions options, bool stale = false)
    {
        CDataBlock block = TestStream.Block();
        block.Channel(BlockGroup.AD, 0).Values[3] = value;
        BlockComputer computer = new(new SignalPlan(TestStream.Description, options));
        computer.Compute(block, 7, 1);
        return Write(json => SnapshotJson.Write(json, "main", computer.Board.Read(), stale));
    }

    private static string Write(Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            write(json);
        return Encoding.UTF8.GetString(body.WrittenSpan);
    }
}
