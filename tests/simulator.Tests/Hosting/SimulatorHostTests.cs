using System.Text.RegularExpressions;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using Simulator.Hosting;
using Simulator.Presets;
using Simulator.Rig;
using Simulator.Tests.Faults;
using Testing;

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
    public async Task Presets_Json_IsAListOfAll()
    {
        (int code, string output, _) = await Run("presets", "--json");

        using var list = System.Text.Json.JsonDocument.Parse(output);
        code.ShouldBe(ExitCodes.Ok);
        list.RootElement
            .EnumerateArray()
            .Select(preset => preset.GetProperty("name").GetString())
            .ShouldBe(RigPresets.Names);
        list.RootElement[0].GetProperty("blocksPerSecond").GetDouble().ShouldBe(300);
    }

    [Theory]
    [InlineData("show", "small")]
    [InlineData("--show", "small")]
    public async Task Presets_Show_PrintsTheDocument(params string[] words)
    {
        (int code, string output, _) = await Run(["presets", .. words]);

        (code, output).ShouldBe((ExitCodes.Ok, RigPresets.Document("small")));
    }

    [Theory]
    [InlineData("'huge' is no built-in preset; known are reference", "show", "huge")]
    [InlineData("no name; known are reference", "show")]
    [InlineData("no such word; allowed is show NAME", "print")]
    public async Task Presets_WrongWords_Exit2(string fault, params string[] words)
    {
        (int code, _, string errors) = await Run(["presets", .. words]);

        (code, errors.Contains(fault, StringComparison.Ordinal)).ShouldBe((ExitCodes.CannotStart, true), errors);
    }

    [Fact]
    public async Task Check_APresetFile_ReportsAllItsFaults()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(
            folder.File("rig.json"), """{ "base": "small", "axes": [{ "plant": { "massKg": -3 } }], "sped": 1 }""");

        (int code, _, string errors) = await Run("check", "--Preset", folder.File("rig.json"));

        code.ShouldBe(2);
        errors.ShouldContain("axes[0].plant.massKg: -3; must be above 0 (kg)");
        errors.ShouldContain("sped: is no key here");
    }

    [Fact]
    public async Task Dump_APresetFile_WritesItsBlocksAndTheGroundTruth()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("mine.json"), """{ "base": "break-now", "baseRateHz": 1000 }""");

        (int code, string output, _) = await Run(
            "dump", "--Preset", folder.File("mine.json"), "--seconds", "7.01", "--Out", folder.File("blocks"));

        string[] groundTruth = await File.ReadAllLinesAsync(folder.File("blocks.truth.jsonl"));
        (code, output.StartsWith("351 blocks, ", StringComparison.Ordinal)).ShouldBe((0, true), output);
        groundTruth[0].ShouldBe(
            """{"kind":"run","version":1,"preset":"mine","seed":1,"stream":"main","baseRateHz":1000,"loopHz":4096,"pointsPerBlock":20,"firstDueUtcNs":null}""");
        groundTruth.Count(line => line.Contains("\"break\"", StringComparison.Ordinal)).ShouldBe(1);
        groundTruth[^1].ShouldBe("""{"kind":"end","blocks":351,"samples":7020,"dropped":0}""");
    }

    [Fact]
    public async Task Dump_WithFaults_WritesTheBlocksAsTheyAreEmitted()
    {
        using var folder = new TemporaryFolder();
        const string Schedule = """
            [{"fault":"gap","atSample":20,"blocks":2}, {"fault":"duplicate","atSample":80}, {"fault":"offline","atSample":120},
             {"fault":"nan","channel":"servo2","sensor":"force","atSample":100}]
            """;
        await File.WriteAllTextAsync(folder.File("faults.json"), Schedule);
        FaultRig expected = new FaultRig(Schedule).Play(10);

        (int code, string output, string errors) = await Run(
            "dump",
            "--Preset",
            "small",
            "--Faults",
            folder.File("faults.json"),
            "--Blocks",
            "10",
            "--Out",
            folder.File("blocks"));

        string[] groundTruth = await File.ReadAllLinesAsync(folder.File("blocks.truth.jsonl"));
        code.ShouldBe(0, errors);
        expected.Indices.ShouldBe([0, 60, 80, 80, 100]);
        (await File.ReadAllBytesAsync(folder.File("blocks"))).ShouldBe(
            Documents(expected.Out.Select(emitted => emitted.Block)));
        output.ShouldStartWith("5 blocks, ");
        groundTruth.Count(line => line.Contains("\"fault\"", StringComparison.Ordinal)).ShouldBe(4);
        groundTruth[^1].ShouldBe("""{"kind":"end","blocks":10,"samples":200,"dropped":0}""");
    }

    [Fact]
    public async Task Dump_TruthMaxBytes_LimitsItsGroundTruth()
    {
        using var folder = new TemporaryFolder();

        (int code, _, string errors) = await Run(
            "dump",
            "--Preset",
            "hcf-force-20hz",
            "--Seconds",
            "20",
            "--Truth:MaxBytes",
            "4096",
            "--Out",
            folder.File("blocks"));

        (code, new FileInfo(folder.File("blocks.truth.jsonl")).Length <= 4096).ShouldBe((0, true));
        errors.ShouldContain("a larger Truth:MaxBytes keeps them");
    }

    [Theory]
    [InlineData("plot", "--Preset", "small")]
    [InlineData("Load", "--rigs", "2")]
    public async Task Command_VerbThatMoved_ReportsWhereAndExits2(string verb, params string[] more)
    {
        (int code, string output, string errors) = await Run([verb, .. more]);

        (code, output).ShouldBe((ExitCodes.CannotStart, ""));
        errors.Trim().ShouldBe($"simulator: the verb '{verb}' has moved; use `tools {verb.ToLowerInvariant()}`");
    }

    [Fact]
    public async Task Run_WithGroundTruth_WritesWhenTheFirstSampleWasDue()
    {
        using var folder = new TemporaryFolder();
        (int code, _, string errors) = await Run(
            "run", "--Preset", "small", "--Link:Listen", "tcp://127.0.0.1:0", "--Run:WarmupSeconds", "0", "--Run:For", "1.5",
            "--Truth:File", folder.File("truth"));

        string[] groundTruth = await File.ReadAllLinesAsync(folder.File("truth"));
        code.ShouldBe(0, errors);
        FirstDue().IsMatch(groundTruth[0]).ShouldBeTrue(groundTruth[0]);
        groundTruth.Count(line => line.Contains("\"mode\"", StringComparison.Ordinal)).ShouldBe(2);
        groundTruth.ShouldContain(line => line.Contains("\"property\"", StringComparison.Ordinal));
        groundTruth[^1].ShouldMatch("""^{"kind":"end","blocks":[1-9]""");
    }

    [Fact]
    public async Task Run_GroundTruthInNoFolder_Exits2()
    {
        (int code, _, string errors) =
            await Run("run", "--Link:Listen", "tcp://127.0.0.1:0", "--Truth:File", "/nowhere/at/all/truth");

        (code, errors.Contains(
            "Truth:File: the truth file /nowhere/at/all/truth", StringComparison.Ordinal)).ShouldBe((2, true), errors);
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
    public async Task Run_PortZero_ReportsTheRealPortAndStopsByItself()
    {
        (int code, string output, _) = await Run(
            "run",
            "--Preset",
            "small",
            "--Link:Listen",
            "tcp://127.0.0.1:0",
            "--Run:WarmupSeconds",
            "0",
            "--Run:For",
            "0.3");

        code.ShouldBe(0);
        ListeningLine().IsMatch(output).ShouldBeTrue(output);
    }

    [Fact]
    public async Task Run_PortInUse_ReportsWhatToDoAndExits2()
    {
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();

        (int code, _, string errors) = await Run("run", "--Link:Listen", $"tcp://{taken.LocalEndpoint}");

        code.ShouldBe(2);
        errors.ShouldContain("choose another port");
    }

    [GeneratedRegex(@"^listening link tcp://127\.0\.0\.1:[1-9]\d*\r?$", RegexOptions.Multiline)]
    private static partial Regex ListeningLine();

    [GeneratedRegex("\"firstDueUtcNs\":1[0-9]{18}}")]
    private static partial Regex FirstDue();

    private static byte[] Documents(IEnumerable<CDataBlock> blocks)
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns")!;
        var documents = new System.Buffers.ArrayBufferWriter<byte>();
        foreach (CDataBlock block in blocks)
            serializer.Serialize(block, documents);
        return documents.WrittenSpan.ToArray();
    }

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
        int code = await HostProgram.RunAsync(
            args, SimulatorHost.Definition, inputs, new ProcessStreams(Stream.Null, output, errors));
        return (code, output.ToString(), errors.ToString());
    }
}
