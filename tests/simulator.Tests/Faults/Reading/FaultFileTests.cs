using FuncLibs.Blocks.Catalogue;
using Simulator.Faults;
using Simulator.Faults.Reading;
using Simulator.Presets;
using Testing;

namespace Simulator.Tests.Faults.Reading;

public sealed class FaultFileTests
{
    private static readonly StreamDescription Stream = FaultRig.Make().Description;

    [Fact]
    public void Parse_Times_BecomeSamples()
    {
        FaultSchedule schedule = Read("""
            [{'fault':'nan','channel':'servo1','sensor':'force','atSeconds':1.5,'forSeconds':0.01},
             {'fault':'gap','atSample':45,'forSamples':1},
             {'fault':'inf','channel':'axis2','atSample':7,'blocks':2}]
            """);

        schedule.Faults.Select(fault => (fault.Traits.Name, fault.From, fault.To, fault.Channel)).ShouldBe(
            [("inf", 7, 47, "servo2"), ("gap", 40, 60, null), ("nan", 3000, 3020, "servo1")]);
    }

    [Fact]
    public void Parse_NoLength_TakesThatOfItsKind()
    {
        FaultSchedule schedule = Read(
            "[{'fault':'gap','atSample':0},{'fault':'stall','atSample':20},{'fault':'drift','channel':'ad1','atSample':0}]");

        schedule.Faults.Select(fault => fault.To).ShouldBe([20, long.MaxValue, 4020], ignoreOrder: true);
    }

    [Theory]
    [InlineData("{}", "file: a JSON Object; an array")]
    [InlineData("[1]", "[0]: a JSON Number; must be an object")]
    [InlineData("[{'fault':'gop','atSample':1}]", "[0].fault: 'gop' is not a fault; one of gap, duplicate")]
    [InlineData("[{'atSample':1}]", "[0].fault: missing")]
    [InlineData("[{'fault':'gap'}]", "[0]: no time; give atSeconds or atSample")]
    [InlineData("[{'fault':'gap','atSample':1,'atSeconds':1}]", "[0]: two times")]
    [InlineData("[{'fault':'gap','atSeconds':-1}]", "[0].atSeconds: -1; allowed are numbers 0 to")]
    [InlineData("[{'fault':'gap','atSeconds':'x'}]", "[0].atSeconds: \"x\"; allowed are numbers")]
    [InlineData("[{'fault':'gap','atSample':1.5}]", "[0].atSample: 1.5; allowed are whole numbers")]
    [InlineData("[{'fault':'gap','atSample':1,'blocks':0}]", "[0].blocks: 0; allowed are whole numbers 1 to")]
    [InlineData("[{'fault':'gap','atSample':1,'blocks':1,'forSamples':5}]", "[0]: 2 lengths")]
    [InlineData("[{'fault':'gap','atSample':1,'atSample':2}]", "[0].atSample: is given twice")]
    [InlineData(
        "[{'fault':'gap','atSample':1,'lenght':2}]",
        "[0].lenght: not a key here; known are fault, atSeconds, atSample, forSeconds, forSamples, blocks")]
    [InlineData(
        "[{'fault':'restart','atSample':1,'blocks':2}]",
        "[0].blocks: not a key here; known are fault, atSeconds, atSample")]
    [InlineData("[{'fault':'nan','atSample':1}]", "[0].channel: missing; one of servo1, servo2, ad1")]
    [InlineData(
        "[{'fault':'nan','atSample':1,'channel':'servo9'}]",
        "[0].channel: 'servo9' is not such a channel; one of servo1")]
    [InlineData(
        "[{'fault':'nan','atSample':1,'channel':'servo1','sensor':'x'}]",
        "[0].sensor: servo1 has no such 'x'; one of command, output, force")]
    [InlineData(
        "[{'fault':'wrap24','atSample':1,'channel':'ad1'}]",
        "[0].channel: 'ad1' is not such a channel; one of servo1, servo2")]
    [InlineData(
        "[{'fault':'removechannel','atSample':1,'channel':'servo1'}]",
        "[0].channel: 'servo1' is not such a channel; one of servo2, ad5")]
    [InlineData(
        "[{'fault':'tare','atSample':1,'channel':'servo1','sensor':'command'}]",
        "[0].sensor: servo1 has no such 'command'; one of force")]
    [InlineData("[{'fault':'stale','atSample':100,'age':9}]", "[0]: there is no block 9 blocks before sample 100")]
    [InlineData("[{'fault':'unit','atSample':1,'channel':'ad1','sensor':'value'}]", "[0]: nothing changes")]
    [InlineData(
        "[{'fault':'unit','atSample':1,'channel':'ad1','sensor':'value','factor':0}]",
        "[0].factor: 0; any other number")]
    [InlineData("[{'random':{'perHour':{'gop':1}}}]", "[0].random.perHour.gop: 'gop' is not a fault")]
    [InlineData("[{'random':{'perHour':{'unit':1}}}]", "[0].random.perHour.unit: 'unit' cannot be random")]
    [InlineData("[{'random':{'perHour':{'gap':-1}}}]", "[0].random.perHour.gap: -1; allowed are 0 to 3600")]
    [InlineData("[{'random':{'perHour':{'gap':'x'}}}]", "[0].random.perHour.gap: \"x\"")]
    [InlineData(
        "[{'random':{'sead':1,'perHour':{}}}]", "[0].random.sead: not a key here; known are seed, hours, perHour")]
    [InlineData("[{'random':{}}]", "[0].random.perHour: missing")]
    [InlineData("[{'random':{'perHour':{}},'fault':'gap'}]", "[0].fault: not a key here; known are random")]
    [InlineData("[{'random':{'hours':1000,'perHour':{'gap':3600}}}]", "file: more than 100000 faults")]
    [InlineData("[", "line 1: ")]
    public void Parse_Wrong_ReportsWhereAndWhat(string schedule, string expected) =>
        Faults(schedule).ShouldContain(line => line.StartsWith(expected));

    [Theory]
    [InlineData(
        "{'fault':'gap','atSample':100,'blocks':5},{'fault':'duplicate','atSample':180}",
        "[1]: duplicate at sample 180 overlaps the gap of [0]")]
    [InlineData(
        "{'fault':'gap','atSample':100},{'fault':'stale','atSample':200,'age':6}",
        "[0]: gap at sample 100 overlaps the stale of [1]")]
    [InlineData(
        "{'fault':'nan','channel':'ad1','atSample':0},{'fault':'inf','channel':'ad1','sensor':'value','atSample':9}",
        "[1]: inf at sample 9 overlaps")]
    [InlineData(
        "{'fault':'estop','channel':'servo1','atSample':0},{'fault':'interlock','channel':'servo1','atSample':50}",
        "[1]: interlock at")]
    [InlineData(
        "{'fault':'addchannel','channel':'ad5','atSample':50},{'fault':'removechannel','channel':'ad5','atSample':20}",
        "[1]: removechannel at")]
    public void Parse_TwoThatCannotBoth_AreReported(string both, string expected) =>
        Faults($"[{both}]").ShouldContain(line => line.StartsWith(expected));

    [Theory]
    [InlineData("{'fault':'nan','channel':'ad1','atSample':0},{'fault':'inf','channel':'ad2','atSample':9}")]
    [InlineData("{'fault':'gap','atSample':100},{'fault':'duplicate','atSample':120}")]
    [InlineData("{'fault':'clockstep','atSample':0},{'fault':'clockdrift','atSample':0}")]
    public void Parse_TwoThatCanBoth_AreTaken(string both) => Read($"[{both}]").Faults.Length.ShouldBe(2);

    [Fact]
    public void Parse_ManyFaults_AreReportedTogether() => Faults(
        "[{'fault':'gop'},{'fault':'gap'},{'fault':'nan','channel':'x','atSample':-1,'more':1}]").Count.ShouldBe(5);

    [Fact]
    public void Parse_RandomTwice_GivesTheSame()
    {
        const string Schedule =
            "[{'random':{'seed':7,'hours':1,'perHour':{'gap':60,'nan':100,'clockstep':10,'stale':20}}}]";

        FaultSchedule first = Read(Schedule);
        Read(Schedule).Faults.ShouldBe(first.Faults);
        first.Faults.Count(fault => fault.Kind == FaultKind.Nan).ShouldBeInRange(70, 130);
        first.Faults.Count(fault => fault.Kind == FaultKind.Gap).ShouldBeInRange(35, 85);
    }

    [Fact]
    public void Parse_RandomOfAnotherKindMore_ChangesNothingOfTheFirst()
    {
        FaultSchedule alone = Read("[{'random':{'seed':7,'hours':1,'perHour':{'nan':100}}}]");
        FaultSchedule both = Read("[{'random':{'seed':7,'hours':1,'perHour':{'nan':100,'clockstep':50}}}]");

        both.Faults.Where(fault => fault.Kind == FaultKind.Nan).ShouldBe(alone.Faults);
    }

    [Fact]
    public void Parse_RandomThatMeetsAWrittenOne_GivesWay()
    {
        FaultSchedule schedule = Read(
            "[{'random':{'hours':0.1,'perHour':{'gap':3600}}},{'fault':'offline','atSeconds':10,'forSeconds':100}]");

        schedule.Faults.Count(fault => fault.Kind == FaultKind.Gap).ShouldBeInRange(200, 270);
        schedule.Faults
            .Where(fault => fault.Kind == FaultKind.Gap)
            .ShouldAllBe(gap => gap.To <= 20_000 || gap.From >= 220_000);
    }

    [Fact]
    public void Read_NoFile_IsReported()
    {
        var faults = new PresetFaults();

        FaultFile.Read("/no/such/file.json", Stream, faults).ShouldBeNull();
        faults.Lines.ShouldBe(["/no/such/file.json: there is no such file; a JSON file of up to 1048576 bytes"]);
    }

    [Fact]
    public void Read_TheExample_IsASchedule()
    {
        var faults = new PresetFaults();
        FaultSchedule? schedule =
            FaultFile.Read(Repository.PathOf("simulator", "Faults", "Examples", "every-fault.json"), Stream, faults);

        faults.Lines.ShouldBeEmpty();
        schedule!.Faults
            .Where(fault => !fault.IsRandom)
            .Select(fault => fault.Kind)
            .Distinct()
            .Count()
            .ShouldBe(FaultKinds.All.Length);
    }

    private static FaultSchedule Read(string schedule) =>
        FaultRig.Parse(schedule, Stream, out PresetFaults faults).ShouldNotBeNull(string.Join('\n', faults.Lines));

    private static IReadOnlyList<string> Faults(string schedule)
    {
        FaultRig.Parse(schedule, Stream, out PresetFaults faults).ShouldBeNull();
        return faults.Lines;
    }
}
