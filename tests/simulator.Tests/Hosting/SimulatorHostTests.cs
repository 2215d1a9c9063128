using System.Text.RegularExpressions;
using FuncLibs.Blocks;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Running;
using FuncLibs.Serialization;
using Simulator.Hosting;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Tests.Hosting;

public sealed partial class SimulatorHostTests
{
    [Fact]
    public async Task Presets_ListsAll()
    {
        (int code, string output, _) = await Run("presets");

        code.ShouldBe(ExitCodes.Ok);
        RigPresets.All.ShouldAllBe(p => output.Contains(p.Name, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Check_ManyFaults_NamesThemAllAndExits2()
    {
        (int code, _, string errors) = await Run(
            "check", "--Link:Listen", "tcp://0.0.0.0:5555", "--Preset", "smal", "--Link:QueueBlocks", "0");

        code.ShouldBe(2);
        errors.ShouldContain("'tcp://0.0.0.0:5555' is not a loopback address");
        errors.ShouldContain("'smal' is not a preset");
        errors.ShouldContain("Link:QueueBlocks");
    }

    [Fact]
    public async Task Check_PointsThatDoNotDivide_Exits2()
    {
        (int code, _, string errors) = await Run("check", "--PointsPerBlock", "33");

        (code, errors.Contains("group temp", StringComparison.Ordinal)).ShouldBe((2, true));
    }

    [Fact]
    public async Task Dump_Blocks_AreTheRigsOwn()
    {
        string file = Path.GetTempFileName();
        try
        {
            (int code, _, _) = await Run("dump", "--Preset", "small", "--Seed", "7", "--Blocks", "3", "--Out", file);
            code.ShouldBe(0);
            CheckDump(await File.ReadAllBytesAsync(file), new SimulatedRig(RigPresets.Find("small")!, 7), 3);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task Run_PortZero_SaysTheRealPortAndStopsByItself()
    {
        (int code, string output, _) = await Run(
            "run", "--Preset", "small", "--Link:Listen", "tcp://127.0.0.1:0", "--Run:WarmupSeconds", "0", "--Run:For", "0.3");

        code.ShouldBe(0);
        ListeningLine().IsMatch(output).ShouldBeTrue(output);
    }

    [Fact]
    public async Task Run_PortInUse_SaysWhatToDoAndExits2()
    {
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();

        (int code, _, string errors) = await Run("run", "--Link:Listen", $"tcp://{taken.LocalEndpoint}");

        code.ShouldBe(2);
        errors.ShouldContain("choose another port");
    }

    [GeneratedRegex(@"^listening link tcp://127\.0\.0\.1:[1-9]\d*\r?$", RegexOptions.Multiline)]
    private static partial Regex ListeningLine();

    private static void CheckDump(byte[] bytes, SimulatedRig rig, int blocks)
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        var expected = new CDataBlock(rig.Layout);
        var document = new System.Buffers.ArrayBufferWriter<byte>();
        for (int i = 0; i < blocks; i++)
        {
            rig.Fill(expected, i);
            serializer.Serialize(expected, document);
        }

        bytes.AsSpan().SequenceEqual(document.WrittenSpan).ShouldBeTrue();
    }

    private static async Task<(int Code, string Output, string Errors)> Run(params string[] args)
    {
        using var output = new StringWriter();
        using var errors = new StringWriter();
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await HostProgram.RunAsync(args, SimulatorHost.Definition, inputs, new ProcessStreams(Stream.Null, output, errors));
        return (code, output.ToString(), errors.ToString());
    }
}
