using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using Simulator.Presets;
using Simulator.Rig;
using Testing;
using Testing.Processes;

namespace Integration.Values;

public sealed class VerbTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public static TheoryData<string> Programs => [Hosts.Simulator, Hosts.Connector, Hosts.Monitor];

    [Theory]
    [MemberData(nameof(Programs))]
    public void Check_Defaults_AreValid(string program)
    {
        using var run = HostProcess.Start(program, "check");
        (run.WaitForExit(), run.Output.Single()).ShouldBe((0, "configuration ok"));
    }

    [Theory]
    [InlineData(Hosts.Simulator, "Link:Listen", "tcp://127.0.0.1:5555")]
    [InlineData(Hosts.Simulator, "Preset", "reference")]
    [InlineData(Hosts.Connector, "Publish:Endpoint", "tcp://127.0.0.1:5556")]
    [InlineData(Hosts.Connector, "Control:Endpoint", "tcp://127.0.0.1:5557")]
    [InlineData(Hosts.Connector, "Http:Url", "http://127.0.0.1:5081")]
    [InlineData(Hosts.Monitor, "Http:Url", "http://127.0.0.1:5080")]
    public void Config_Default_IsThatOfTheContract(string program, string key, string value)
    {
        using var run = HostProcess.Start(program, "config");
        run.WaitForExit().ShouldBe(0);
        run.Output.ShouldContain(line => line.StartsWith($"{key} = {value}", StringComparison.Ordinal), run.Everything);
    }

    [Fact]
    public void Config_EnvironmentVariable_IsInForce()
    {
        using var run =
            HostProcess.StartWith(new() { ["TELEMETRY_Publish__Content"] = "rows" }, Hosts.Connector, "config");
        run.WaitForExit().ShouldBe(0);
        run.Output.ShouldContain(
            line => line.StartsWith("Publish:Content = rows", StringComparison.Ordinal), run.Everything);
    }

    [Fact]
    public void Presets_Prints_ReferenceAndSmall()
    {
        using var run = HostProcess.Start(Hosts.Simulator, "presets");
        run.WaitForExit().ShouldBe(0);
        run.Output.ShouldSatisfyAllConditions(
            lines => lines.ShouldContain(line => line.Contains("reference", StringComparison.Ordinal)),
            lines => lines.ShouldContain(line => line.Contains("small", StringComparison.Ordinal)));
    }

    [Fact]
    public void Dump_TwoRuns_AreTheSameBytesAndThoseOfTheRig()
    {
        byte[] first = Dump("a");
        first.ShouldBe(Dump("b"));
        first.ShouldBe(ExpectedDump(5));
    }

    public void Dispose() => _folder.Dispose();

    private byte[] Dump(string name)
    {
        using var run = HostProcess.Start(
            Hosts.Simulator, "dump", "--Preset", "small", "--Seed", "1", "--Blocks", "5", "--Out", _folder.File(name));
        run.WaitForExit().ShouldBe(0, run.Everything);
        return File.ReadAllBytes(_folder.File(name));
    }

    private static byte[] ExpectedDump(int blocks)
    {
        var rig = new SimulatedRig(RigPresets.Find("small")!, seed: 1);
        var block = new CDataBlock(rig.Layout);
        var document = new System.Buffers.ArrayBufferWriter<byte>();
        for (int i = 0; i < blocks; i++)
        {
            rig.Fill(block, i);
            Columns().Serialize(block, document);
        }

        return document.WrittenSpan.ToArray();
    }

    private static IBlockSerializer Columns() => BuiltInSerializers.CreateRegistry().Create("columns")!;
}
