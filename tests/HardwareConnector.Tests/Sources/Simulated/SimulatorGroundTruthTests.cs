using FuncLibs.Blocks;
using FuncLibs.GroundTruth;
using HardwareConnector.Configuration;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Simulated;
using Testing;
using Tools.GroundTruth;

namespace HardwareConnector.Tests.Sources.Simulated;

/// <summary>The truth of a rig in this process: the same lines as those of the simulator.</summary>
public sealed class SimulatorGroundTruthTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly LogLines<SimulatorSource> _log = new();

    private string TruthFile => _folder.File("truth.jsonl");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Run_AndStop_WritesTheRunFromItsFirstLineToItsLast()
    {
        List<GroundTruthLine> lines = Play(Options(), blocks: 130, out SourceItem first);

        lines[0].ShouldBe(new RunLine("lcf-strain-1hz", 1, "main", 2000, 4096, 20, first.DueNs));
        lines[1].ShouldBe(new ModeLine("servo1", "strain", 0, 0.05));
        lines.OfType<CycleLine>().Count().ShouldBeGreaterThanOrEqualTo(1);
        lines.OfType<ExcursionLine>().Count().ShouldBeGreaterThanOrEqualTo(1);
        EndLine end = lines[^1].ShouldBeOfType<EndLine>();
        (end.Blocks >= 130, end.Samples, end.Dropped).ShouldBe((true, end.Blocks * 20, 0));
    }

    [Fact]
    public void Run_OfANamedSource_HasItsPublishedName() =>
        Play(Options(), 5, out _, new StreamNaming("rig07"))[0].ShouldBeOfType<RunLine>().Stream.ShouldBe("rig07");

    [Fact]
    public void Run_Faults_AreLinesOfTheGroundTruth()
    {
        SourceOptions options = Options();
        options.Faults = _folder.File("faults.json");
        File.WriteAllText(options.Faults, """[{ "fault": "gap", "atSample": 200, "blocks": 2 }]""");

        Play(options, 30, out _).OfType<FaultLine>().ShouldBe([new FaultLine("gap", 200, 240, null, null, "")]);
        _log.Count(2055).ShouldBe(1);
    }

    [Fact]
    public void Run_NoConsumer_TheRigRunsOn()
    {
        SourceOptions options = Options();
        using (var source = new RunningSource(feed => Opened(feed, options), queue: 4))
        {
            SourceItem first = source.Next(SourceItemKind.Block);
            Eventually.True(() => source.Feed.Dropped > 60, "blocks are lost");
            first.Pool!.Return(first.Block!);
            source.Stop();
        }

        Lines()[^1].ShouldBeOfType<EndLine>().Blocks.ShouldBeGreaterThan(60);
    }

    [Fact]
    public void Run_AllBlocksInUse_StepsThePlantsAllTheSame()
    {
        SourceOptions options = Options();
        using (var source = new RunningSource(feed => Opened(feed, options), queue: 2))
        {
            List<CDataBlock> held = [];
            SourceItem item = source.Next(SourceItemKind.Block);
            for (int i = 0; i < source.Feed.BlocksInUse; i++)
            {
                held.Add(item.Block!);
                item = i < source.Feed.BlocksInUse - 1 ? source.Next(SourceItemKind.Block) : item;
            }

            Eventually.True(() => Reported("cycle"), "a cycle closes though no block can be filled");
            foreach (CDataBlock block in held)
                item.Pool!.Return(block);
            source.Stop();
        }

        Lines()[^1].ShouldBeOfType<EndLine>().Samples.ShouldBeGreaterThan(1500);
    }

    [Fact]
    public void OpenGroundTruth_NoSuchFolder_ReportsIt()
    {
        SourceOptions options = Options();
        options.Truth = _folder.File("not/there/truth.jsonl");
        using var feed = new SourceFeed(2);

        using var source = new SimulatorSource(feed, options, TimeProvider.System, _log);

        source.OpenGroundTruth().ShouldStartWith($"the truth file {options.Truth} cannot be made (");
    }

    private SourceOptions Options() =>
        new() { Type = SourceType.Simulator, Preset = "lcf-strain-1hz", Seed = 1, Truth = TruthFile };

    private SimulatorSource Opened(SourceFeed feed, SourceOptions options)
    {
        var source = new SimulatorSource(feed, options, TimeProvider.System, _log);
        source.OpenGroundTruth().ShouldBeNull();
        return source;
    }

    private List<GroundTruthLine> Play(
        SourceOptions options, int blocks, out SourceItem first, StreamNaming naming = default)
    {
        using (var source = new RunningSource(feed => Opened(feed, options), naming: naming))
        {
            first = source.Next(SourceItemKind.Block);
            first.Pool!.Return(first.Block!);
            source.Pump(blocks - 1);
            source.Stop();
        }

        return Lines();
    }

    private bool Reported(string kind)
    {
        using var reader =
            new StreamReader(new FileStream(TruthFile, FileMode.Open, FileAccess.Read, FileShare.ReadWrite));
        return reader.ReadToEnd().Contains($"{{\"kind\":\"{kind}\"", StringComparison.Ordinal);
    }

    private List<GroundTruthLine> Lines()
    {
        GroundTruthReader.Open(TruthFile, out GroundTruthReader? reader).ShouldBeNull();
        using (reader)
        {
            List<GroundTruthLine> lines = [];
            for (GroundTruthStep step = reader!.Next(); step.Status == GroundTruthStatus.Line; step = reader.Next())
                lines.Add(step.Line!);
            return lines;
        }
    }
}
