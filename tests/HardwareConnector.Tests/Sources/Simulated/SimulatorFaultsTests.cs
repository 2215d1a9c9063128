using HardwareConnector.Configuration;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Simulated;
using HardwareConnector.Sources.Watching;
using Testing;
using PublishedLink = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Tests.Sources.Simulated;

/// <summary>A rig in this process under a schedule: the same words as over a link.</summary>
public sealed class SimulatorFaultsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Run_FaultsOfBlocks_AreDeclaredAndCounted()
    {
        using RunningSource source = Start("""
            [{"fault":"gap","atSample":60},{"fault":"duplicate","atSample":100},{"fault":"stale","atSample":160,"age":2},
             {"fault":"overflow","atSample":200,"code":5}]
            """);
        List<SampleRange> missing = Missing(source, blocks: 12);

        missing.ShouldBe(
            [new SampleRange(60, 20, "missing from the rig"), new SampleRange(200, 20, "rig error code 5")]);
        RigFindings findings = source.Feed.Watches[0].Findings;
        (findings.CountOf(RigFinding.Repeated), findings.LastErrorCode, findings.BufferPeakPerMille)
            .ShouldBe((2, 5, 1000));
    }

    [Fact]
    public void Run_OfflineAndRestart_AreStatesOfTheLink()
    {
        using RunningSource source =
            Start("""[{"fault":"offline","atSample":40,"blocks":5},{"fault":"restart","atSample":240}]""");

        source.Next(SourceItemKind.State).Link.ShouldBe(PublishedLink.Online);
        source.Next(SourceItemKind.State).Link.ShouldBe(PublishedLink.Offline);
        source.Next(SourceItemKind.State).Link.ShouldBe(PublishedLink.Online);
        source.Next(SourceItemKind.Block).Missing.ShouldBe(new SampleRange(40, 100, "missing from the rig"));
        source.Next(SourceItemKind.State).Link.ShouldBe(PublishedLink.Restart);
        source.Next(SourceItemKind.Block).Block!.FirstSampleIndex.ShouldBe(0);
        source.Feed.Watches[0].Findings.CountOf(RigFinding.CounterRestarted).ShouldBe(1);
    }

    [Fact]
    public void Run_ChannelThatLeaves_IsDescribedBeforeItsBlock()
    {
        using RunningSource source = Start("""[{"fault":"removechannel","channel":"servo2","atSample":40}]""");

        source.Next(SourceItemKind.Description).Description!.Streams[0].Servo.Length.ShouldBe(2);
        source.Next(SourceItemKind.Description).Description!.Streams[0].Servo.Length.ShouldBe(1);
        source.Next(SourceItemKind.Block).Block!.FirstSampleIndex.ShouldBe(40);
    }

    [Fact]
    public void Run_MachineFaults_AreEventsInFrontOfTheBlocksThatShowThem()
    {
        using RunningSource source = Start("""
            [{"fault":"interlock","channel":"servo1","atSample":40,"blocks":2},{"fault":"tare","channel":"servo2","sensor":"force","atSample":60}]
            """);
        List<string> order = [];
        while (order.Count < 6)
        {
            SourceItem item = source.Next();
            item.Pool?.Return(item.Block!);
            if (item.Event is { } reported)
                order.Add($"{reported.Name} {reported.Channel} {reported.SampleIndex}");
            else if (item.Kind == SourceItemKind.Block && item.Block!.FirstSampleIndex is >= 40 and <= 80)
                order.Add($"block {item.Block.FirstSampleIndex}");
        }

        order.ShouldBe(
            ["interlock servo1 40", "block 40", "tare servo2.force 60", "block 60", "reset servo1 80", "block 80"]);
        source.Feed.Events.Taken.ShouldBe(3);
    }

    [Fact]
    public void FaultsOf_WrongSchedule_ReportsAllOfIt() =>
        SimulatorSource.FaultsOf(Options("""[{"fault":"gop"},{"fault":"gap"}]""")).Count.ShouldBe(2);

    private RunningSource Start(string schedule) =>
        new(feed => new SimulatorSource(feed, Options(schedule), TimeProvider.System, new LogLines<SimulatorSource>()));

    private SourceOptions Options(string schedule)
    {
        File.WriteAllText(_folder.File("faults.json"), schedule);
        return new SourceOptions
        {
            Type = SourceType.Simulator,
            Preset = "small",
            Faults = _folder.File("faults.json"),
        };
    }

    private static List<SampleRange> Missing(RunningSource source, int blocks)
    {
        List<SampleRange> missing = [];
        for (int i = 0; i < blocks; i++)
        {
            SourceItem item = source.Next(SourceItemKind.Block);
            item.Pool!.Return(item.Block!);
            if (item.Missing.Count > 0)
                missing.Add(item.Missing);
        }

        return missing;
    }
}
