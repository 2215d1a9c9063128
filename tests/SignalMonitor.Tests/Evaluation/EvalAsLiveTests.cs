using SignalMonitor.EvaluationLogs;
using SignalMonitor.Variables.Definitions;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Evaluation;

public sealed class EvalAsLiveTests : IDisposable
{
    private static readonly SignalVariable[] Before =
        [Variable("area", "integ(servo1.force)"), Variable("size", "movrms(servo1.force, 7)")];

    private static readonly SignalVariable[] After =
    [
        Variable("area", "integ(servo1.force * 2)", revision: 2), Variable("size", "movrms(servo1.force, 7)"),
    ];

    private readonly RecordedRig _rig = new();
    private readonly List<double> _area = [];
    private readonly List<double> _size = [];

    public EvalAsLiveTests() => _rig.Computed = plan =>
    {
        _area.AddRange(plan.Program.Values(0));
        _size.AddRange(plan.Program.Values(1));
    };

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task AsLive_HotEditBetweenBlocks_SwitchesAtTheSameBlock()
    {
        _rig.Record(5, isHeard: false);
        _rig.Define(Before);
        _rig.Record(10);
        _rig.Define(After);
        _rig.Record(10);

        await ShouldBeAsLive("eval: as the monitor, which started clean at sequence 6 of epoch 1000\n");
    }

    [Fact]
    public async Task AsLive_TaredAndReset_IsSoFromTheSameBlocksOn()
    {
        _rig.Define(Before);
        _rig.Record(10);
        _rig.Define(Before[0] with { Tare = 0.125, Revision = 2 }, Before[1]);
        _rig.Record(10);
        _rig.Define(Before[0] with { Tare = 0.125, Resets = 1, Revision = 3 }, Before[1]);
        _rig.Record(10);

        await ShouldBeAsLive("eval: as the monitor, which started clean at sequence 1 of epoch 1000\n");
    }

    [Fact]
    public async Task AsLive_BlocksThatTheMonitorMissed_AreAGapThereToo()
    {
        _rig.Define(Before);
        _rig.Record(10);
        _rig.Record(4, isHeard: false);
        _rig.Record(10);
        _rig.Record(2, isHeard: false);
        _rig.Begin(RecordedRig.FirstEpoch + 3);
        _rig.Record(2, isHeard: false);
        _rig.Record(10);

        await ShouldBeAsLive(
            "eval: as the monitor, which started clean at sequence 1 of epoch 1000\neval: gaps in the samples: 2\n");
    }

    [Fact]
    public async Task AsLive_AfterARestart_ContinuesWithTheSavedState()
    {
        _rig.Define(Before);
        _rig.Record(10);
        _rig.Restart(Before);
        (_area.Count, _size.Count).ShouldBe((30, 30));
        _area.Clear();
        _size.Clear();
        _rig.Record(10);

        await ShouldBeAsLive("eval: as the monitor, which went on at sequence 11 of epoch 1000\n");
    }

    [Fact]
    public async Task AsLive_WithoutALog_ReportsWhatItNeeds()
    {
        _rig.Record(1, isHeard: false);

        string path = Path.Combine(_rig.StateFolder, "derived.jsonl");
        (await AsLive("ad1")).Errors.ShouldBe(
            $"eval: there is no {path}; --State:Folder is that of a monitor that computed variables\n");
    }

    [Fact]
    public async Task AsLive_DamagedLog_IsRefused()
    {
        _rig.Define(Before);
        _rig.Record(1);
        _rig.WriteLog();
        string path = Path.Combine(_rig.StateFolder, EvaluationLog.FileName);
        await File.WriteAllTextAsync(path, "{\n" + await File.ReadAllTextAsync(path));

        (await AsLive("area")).Errors.ShouldBe(
            $"eval: line 1 of {path} is damaged; a monitor starts a new log when it starts\n");
    }

    [Fact]
    public async Task AsLive_TornLastLine_IsAsIfItWereNotThere()
    {
        _rig.Define(Before);
        _rig.Record(10);
        _rig.WriteLog();
        await File.AppendAllTextAsync(Path.Combine(_rig.StateFolder, EvaluationLog.FileName), "{\"kind\":\"Ga");

        await ShouldBeBits("area", _area);
    }

    [Fact]
    public async Task AsLive_JournalBeginsLater_IsRefused()
    {
        _rig.Define(Before);
        _rig.Record(1);
        _rig.WriteLog();
        using RecordedRig other = new();
        other.Begin(RecordedRig.FirstEpoch + 1);
        other.Record(1);
        other.Flush();

        (await EvalCommand.RunAsync(
            "--expr", "area", "--source", other.Folder, "--as-live", "--State:Folder", _rig.StateFolder)).Errors
            .ShouldBe("eval: the journal no longer has sequence 1 of epoch 1000, with which the monitor began\n");
    }

    [Fact]
    public async Task AsLive_WithARange_IsRefused() =>
        (await EvalCommand.RefusalAsync("--expr", "x", "--source", ".", "--from", "1", "--as-live"))
            .ShouldBe(
                "eval: --as-live has the blocks and definitions that the monitor had; --station, --from, --to and --epoch "
                    + "do not go with it");

    private async Task ShouldBeAsLive(string errors)
    {
        _rig.WriteLog();
        await ShouldBeBits("size", _size);
        (await ShouldBeBits("area", _area)).ShouldBe(errors);
    }

    private async Task<string> ShouldBeBits(string name, List<double> live)
    {
        (int code, string output, string errors) = await AsLive(name);
        code.ShouldBe(0, errors);
        EvalCommand
            .Numbers(output)
            .Select(BitConverter.DoubleToInt64Bits)
            .ShouldBe(live.Select(BitConverter.DoubleToInt64Bits));
        return errors;
    }

    private Task<(int Code, string Output, string Errors)> AsLive(string name) =>
        _rig.Eval(name, "--as-live", "--json", "--State:Folder", _rig.StateFolder);
}
