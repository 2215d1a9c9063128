using System.Text.Json;
using FuncLibs.Signals.Stateful;
using Testing;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Evaluation;

public sealed class EvalJournalTests : IDisposable
{
    private readonly RecordedRig _rig = new();
    private readonly List<double> _live = [];

    public static TheoryData<string> Remembering =>
    [
        "movrms(servo1.force, 7)", "movmedian(servo1.force, 5)", "lowpass(servo1.force, 1000, 2)",
        "integ(servo1.force)",
        "damage(servo1.force, sn(1e6, 3))", "runmax(servo1.force)", "servo1.force - delay(servo1.force, 4)",
    ];

    public void Dispose() => _rig.Dispose();

    [Theory]
    [MemberData(nameof(Remembering))]
    public async Task Source_GapsEpochsAndRubbish_GiveTheBitsOfLive(string expression)
    {
        _rig.Define(Variable("v", expression));
        _rig.Computed = plan => _live.AddRange(plan.Program.Values(0));
        _rig.Record(50);
        _rig.Skip(samples: 5);
        _rig.Record(50);
        _rig.RecordRubbish();
        _rig.Record(20);
        _rig.Begin(RecordedRig.FirstEpoch + 1);
        _rig.Record(50);

        (int code, string output, string errors) = await _rig.Eval(expression, "--json");

        code.ShouldBe(0, errors);
        Bits(EvalCommand.Numbers(output)).ShouldBe(Bits(_live));
        errors.ShouldStartWith("eval: starts clean at sequence 1 of epoch 1000\neval: gaps in the samples: 3\n");
        errors.ShouldContain("eval: blocks left out: 1; the first is sequence 101 of epoch 1000: ");
    }

    [Fact]
    public async Task Source_Rainflow_IsTheTableOfLive()
    {
        _rig.Define(Variable("v", "rainflow(servo1.force)"));
        _rig.Record(60);
        _rig.Skip(samples: 3);
        _rig.Record(60);

        (_, string output, string errors) = await _rig.Eval("rainflow(servo1.force)", "--json");

        ITableState table = _rig.Live.Plan.ShouldNotBeNull().Program.Table(0).ShouldNotBeNull();
        double[] expected = [.. table.Rows().SelectMany(row => row)];
        expected.Length.ShouldBeGreaterThan(300);
        JsonElement rows = JsonDocument.Parse(output).RootElement;
        Bits(
            rows.EnumerateArray().SelectMany(row => row.EnumerateArray()).Select(EvalCommand.Number))
            .ShouldBe(Bits(expected), errors);
    }

    [Fact]
    public async Task Source_WhileTheConnectorWrites_HasWhatIsWritten()
    {
        _rig.Record(10);

        (_, string output, _) = await _rig.Eval("servo1.force", "--csv");

        string[] lines = output.Trim().Split('\n');
        lines.Length.ShouldBe(1 + (10 * 3));
        lines[1].ShouldStartWith("1000,");
    }

    [Fact]
    public async Task Range_FromAndTo_AreOfTheNewestEpoch()
    {
        _rig.Record(10);
        _rig.Begin(RecordedRig.FirstEpoch + 5);
        _rig.Record(10);

        (await _rig.Eval("servo1.force", "--csv", "--from", "3", "--to", "4")).Errors
            .ShouldBe("eval: starts clean at sequence 3 of epoch 1005\n");
        (_, string output, string errors) =
            await _rig.Eval("servo1.force", "--csv", "--from", "3", "--to", "4", "--epoch", "1000");
        errors.ShouldBe("eval: starts clean at sequence 3 of epoch 1000\n");
        output
            .Trim()
            .Split('\n')
            .Skip(1)
            .Select(line => line.Split(',')[0])
            .ShouldBe(["1006", "1007", "1008", "1009", "1010", "1011"]);
    }

    [Fact]
    public async Task Source_NewDescriptionOfAChannel_KeepsTheStateOfOthers()
    {
        _rig.Define(Variable("v", "integ(servo1.force)"));
        _rig.Computed = plan => _live.AddRange(plan.Program.Values(0));
        _rig.Record(5);
        _rig.Describe(TestStream.Description with { BitIn = [.. Enumerable.Repeat("renamed", 8)] });
        _rig.Record(5);

        Bits(EvalCommand.Numbers((await _rig.Eval("integ(servo1.force)", "--json")).Output)).ShouldBe(Bits(_live));
    }

    [Fact]
    public async Task Stream_OneOfTwo_MustBeNamed()
    {
        _rig.Describe(TestStream.Description, TestStream.Description with { Id = 2, Name = "slow" });
        _rig.Record(1);
        _rig.RecordOther(stream: 2);

        (await _rig.Eval("ad1")).Errors.ShouldBe(
            "eval: the journal has 2 streams; choose one with --stream: main, slow\n");
        (await _rig.Eval("ad1", "--stream", "fast")).Errors.ShouldBe(
            "eval: the journal has no stream 'fast'; it has main, slow\n");
        (await _rig.Eval("servo1.force", "--stream", "main")).Code.ShouldBe(0);
    }

    [Fact]
    public async Task Range_NotInTheJournal_ReportsWhatIs()
    {
        _rig.Record(10);

        (await _rig.Eval("servo1.force", "--from", "11")).Errors
            .ShouldBe("eval: the journal has none of these blocks; of epoch 1000 it has sequences 1 to 10\n");
        (await _rig.Eval("ad1", "--epoch", "7")).Errors.ShouldBe(
            "eval: the journal has no blocks of epoch 7; it has epochs 1000\n");
        (await _rig.Eval(
            "servo1.force", "--from", "5", "--to", "4")).Errors.ShouldBe("eval: --from 5 is after --to 4\n");
    }

    [Fact]
    public async Task Source_NoJournal_ReportsWhatItShouldBe()
    {
        using TemporaryFolder empty = new();

        (await EvalCommand.RefusalAsync("--expr", "x", "--source", empty.Path))
            .ShouldBe($"eval: there are no blocks in the journal {empty.Path}");
        (await EvalCommand.RefusalAsync("--expr", "x", "--source", empty.File("none")))
            .ShouldStartWith($"eval: there is no folder {empty.File("none")}; ");
    }

    [Fact]
    public async Task Expression_UnknownChannel_SuggestsOne()
    {
        _rig.Record(1);

        (int code, _, string errors) = await _rig.Eval("servo1.forse");

        code.ShouldBe(2);
        errors.ShouldStartWith("eval: line 1, column 1: ");
        errors.ShouldContain("servo1.force");
    }

    [Fact]
    public async Task Expression_OfVariables_TakesThemFromTheDatabase()
    {
        using TemporaryFolder state = new();
        string[] add =
        [
            "signals", "add", "double_force", "--Expression", "servo1.force * 2", "--State:Folder", state.Path,
        ];
        (await MonitorCommand.RunAsync(Stream.Null, add)).Errors.ShouldBe("");
        _rig.Record(3);
        _rig.Flush();
        string[] words = ["eval", "--expr", "double_force / 2 - servo1.force", "--source", _rig.Folder, "--json"];

        (await MonitorCommand.RunAsync(
            Stream.Null, [.. words, "--State:Folder", state.Path])).Output.ShouldBe("[0,0,0,0,0,0,0,0,0]\n");
    }

    [Fact]
    public async Task Station_Given_TakesItsVariables()
    {
        using TemporaryFolder state = new();
        string[] place =
        [
            "--State:Folder", state.Path, "--Connections:0:Station", "lab/rig1", "--Connections:1:Station", "lab/rig2",
        ];
        string[] add = ["signals", "add", "of_two", "--Expression", "servo1.force * 2", "--Station", "lab/rig2"];
        (await MonitorCommand.RunAsync(Stream.Null, [.. add, .. place])).Errors.ShouldBe("");
        _rig.Record(1);
        _rig.Flush();
        string[] words = ["eval", "--expr", "of_two / 2 - servo1.force", "--source", _rig.Folder, "--json", .. place];

        (await MonitorCommand.RunAsync(Stream.Null, [.. words, "--station", "lab/rig2"])).Output.ShouldBe("[0,0,0]\n");
        (await MonitorCommand.RunAsync(Stream.Null, words)).Errors.ShouldContain("of_two");
        (await MonitorCommand.RunAsync(Stream.Null, [.. words, "--station", "lab/rig3"])).Errors.ShouldStartWith(
            "eval: --Station: this monitor does not follow 'lab/rig3'");
    }

    [Fact]
    public async Task Expression_WithoutADatabase_MakesNone()
    {
        using TemporaryFolder state = new();
        _rig.Record(1);
        _rig.Flush();

        string[] words = ["eval", "--expr", "ad1", "--source", _rig.Folder, "--State:Folder", state.Path];
        (await MonitorCommand.RunAsync(Stream.Null, words)).Code.ShouldBe(0);

        Directory.EnumerateFileSystemEntries(state.Path).ShouldBeEmpty();
    }

    // Every NaN is as good as another.
    private static long[] Bits(IEnumerable<double> values) =>
        [.. values.Select(value => BitConverter.DoubleToInt64Bits(double.IsNaN(value) ? double.NaN : value))];
}
