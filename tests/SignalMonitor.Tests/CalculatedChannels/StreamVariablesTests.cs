using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Derived;
using SignalMonitor.Http;
using SignalMonitor.Streams;
using SignalMonitor.Variables.Definitions;
using Testing;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class StreamVariablesTests : IDisposable
{
    private readonly VariableRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Compute_Expression_IsItsValueAtTheLastPoint()
    {
        _rig.Edit([Variable("size", "abs(servo1.force) + 1")]);
        _rig.Next([-1, -2, -3]);
        _rig.Value("size").ShouldBe(4);
    }

    [Fact]
    public void Compute_ResultWithoutAValue_ReportsWhy()
    {
        _rig.Edit([Variable("size", "abs(servo1.force)"), Variable("end", "breakindex(servo1.force / 1 [mm^2])")]);
        _rig.Next([0.001, 0.002, 0.003]);

        using MemoryStream bytes = new();
        using (Utf8JsonWriter json = new(bytes))
            SnapshotJson.Write(json, "main", null, stale: false, _rig.Plan);

        using var written = JsonDocument.Parse(bytes.ToArray());
        JsonElement[] variables = [.. written.RootElement.GetProperty("variables").EnumerateArray()];
        Of("end").GetProperty("reason").GetString().ShouldStartWith("The specimen has not broken");
        Of("size").TryGetProperty("reason", out _).ShouldBeFalse();

        JsonElement Of(string name) => variables.Single(variable => variable.GetProperty("name").GetString() == name);
    }

    [Fact]
    public void Compute_Table_ReportsWhatItNoLongerShows()
    {
        _rig.Edit([Variable("turns", "rainflow(servo1.force)")]);
        _rig.Next([1, 2, 3]);

        JsonElement written = JsonSerializer.SerializeToElement(
            [StreamVariableList.Create(_rig.Plan)], StreamVariableListJson.Default.IEnumerableStreamVariableList)[0];
        JsonElement variable = written.GetProperty("variables")[0];
        (variable.GetProperty("droppedRows").GetInt64(), variable.GetProperty("classWidth").GetDouble(),
            variable.GetProperty("closedEarly").GetInt64()).ShouldBe((0, 0, 0));
    }

    [Fact]
    public void Compute_EditBetweenBlocks_SwitchesAtTheNextBlockAndReportsIt()
    {
        _rig.Edit([Variable("a", "servo1.force * 2")]);
        _rig.Next([1, 1, 1]);
        _rig.Edit([Variable("a", "servo1.force * 3", revision: 2)]);
        _rig.Value("a").ShouldBe(2);
        _rig.Next([1, 1, 1]);
        _rig.Value("a").ShouldBe(3);
        _rig.Coordinator.TryTakeSwitch(out _).ShouldBeTrue();
        _rig.Coordinator.TryTakeSwitch(out PlanSwitch? second).ShouldBeTrue();
        (second.Epoch, second.Sequence, second.Next.Set.Revision).ShouldBe((1UL, 2UL, 2L));
    }

    [Fact]
    public void Compute_BlockOfARecording_IsDerivedAsOne()
    {
        using DerivedFeed feed = new(8);
        using VariableRig rig = new(feed);
        rig.Edit([Variable("a", "servo1.force")]);
        rig.Next(flags: FrameFlags.Recording | FrameFlags.Trimmed);
        rig.Stream.IsReplay.ShouldBeTrue();
        rig.Next(missing: 3);
        rig.Stream.IsReplay.ShouldBeFalse();

        List<FrameFlags> flags = [];
        while (feed.Ring.TryRead(out DerivedItem item))
        {
            if (item.Block is not null)
                flags.Add(item.Flags);
        }

        flags.ShouldBe([FrameFlags.Recording, FrameFlags.SamplesMissing]);
    }

    [Fact]
    public void Compute_Derived_HasTheQualityBehindEachVariable()
    {
        using DerivedFeed feed = new(8);
        using VariableRig rig = new(feed);
        rig.Edit([Variable("size", "servo1.force * 2"), Variable("root", "sqrt(servo1.force / 1 kN)")]);
        rig.Next([4, -1, 9]);

        feed.Ring.TryRead(out DerivedItem form).ShouldBeTrue();
        form.Form!.Description.AD.Select(channel => (channel.Id, channel.Name, channel.Points)).ShouldBe(
        [
            ((int)rig.Running("size").Definition.Id, "size", 3),
            (-(int)rig.Running("size").Definition.Id, "size.quality", 3),
            ((int)rig.Running("root").Definition.Id, "root", 3),
            (-(int)rig.Running("root").Definition.Id, "root.quality", 3),
        ]);
        feed.Ring.TryRead(out DerivedItem item).ShouldBeTrue();
        double[][] values =
        [
            .. Enumerable.Range(0, 4).Select(channel => item.Block!.Channel(BlockGroup.AD, channel).Values.ToArray()),
        ];
        values[0].ShouldBe([8, -2, 18]);
        values[1].ShouldBe([0, 0, 0]);
        values[2].ShouldBe([2, double.NaN, 3]);
        values[3].ShouldBe([(double)Quality.Good, (double)Quality.Invalid, (double)Quality.Good]);
        form.Form.Description.CheckFit(item.Block!).IsOk.ShouldBeTrue();
    }

    [Theory]
    [InlineData(600, 1024, 424)]
    [InlineData(1100, 1024, 0)]
    public void Compute_MoreVariablesThanABlockHasChannels_LeavesOutQualitiesFirst(
        int variables, int channels, int qualities)
    {
        using DerivedFeed feed = new(8);
        using VariableRig rig = new(feed);
        rig.Edit([.. Enumerable.Range(1, variables).Select(i => Variable($"v{i}", $"servo1.force + {i} kN", id: i))]);
        rig.Next([1, 2, 3]);

        feed.Ring.TryRead(out DerivedItem form).ShouldBeTrue();
        form.Form!.Description.AD.Length.ShouldBe(channels);
        form.Form.Description.AD.Count(channel => channel.Id < 0).ShouldBe(qualities);
        feed.Ring.TryRead(out DerivedItem item).ShouldBeTrue();
        form.Form.Description.CheckFit(item.Block!).IsOk.ShouldBeTrue();
    }

    [Fact]
    public void Compute_BadEdit_IsRefusedAndTheOldOneRunsOn()
    {
        _rig.Edit([Variable("a", "servo1.force * 2")]);
        _rig.Next([1, 1, 1]);
        _rig.Edit([Variable("a", "servo1.forse * 3", revision: 2)]);
        _rig.Next([2, 2, 2]);
        _rig.Value("a").ShouldBe(4);
        RunningVariable running = _rig.Running("a");
        (running.IsRunning, running.Definition.Revision).ShouldBe((true, 1));
        running.Fault.ShouldNotBeNull().ShouldContain("revision 2 is refused: line 1, column 1");
        running.Fault.ShouldContain("servo1.force");
    }

    [Fact]
    public void Compute_NewVariableThatIsWrong_IsListedWithItsFaultAndOthersRun()
    {
        _rig.Edit([Variable("good", "servo1.force"), Variable("bad", "nothing + 1")]);
        _rig.Next([1, 2, 3]);
        _rig.Value("good").ShouldBe(3);
        (_rig.Running("bad").IsRunning, _rig.Running("bad").Fault is null).ShouldBe((false, false));
        _rig.QualityOf("bad").ShouldBe(Quality.Invalid);
    }

    [Fact]
    public void Compute_EditOfAnother_KeepsTheStateOfAVariable()
    {
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)"), Variable("b", "1 + 1")]);
        _rig.Next([-1, 1, -1]);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)"), Variable("b", "2 + 2", revision: 2)]);
        _rig.Next([-1, 1, -1]);
        _rig.Value("cycles").ShouldBe(2);
    }

    [Fact]
    public void Compute_MissingSamples_RestartsWindowsAndHoldsCounts()
    {
        _rig.Edit([Variable("mean", "movavg(servo1.force, 4)"), Variable("cycles", "count(servo1.force > 0)")]);
        _rig.Next([-1, 1, -1]);
        _rig.Next([-1, 1, -1]);
        _rig.QualityOf("mean").ShouldBe(Quality.Good);
        _rig.Next([5, 5, 5], missing: 3);
        (_rig.QualityOf("mean"), _rig.Value("mean")).ShouldBe((Quality.Invalid, 5));
        _rig.QualityOf("cycles").ShouldBe(Quality.Uncertain);
    }

    [Fact]
    public void Compute_NextEpoch_IsAGap()
    {
        _rig.Edit([Variable("mean", "movavg(servo1.force, 2)")]);
        _rig.Next([1, 1, 1]);
        _rig.Next([1, 1, 1], epoch: 2);
        _rig.Running("mean").IsRunning.ShouldBeTrue();
        _rig.Plan.Program.Qualities(0)[0].ShouldBe(Quality.Invalid);
    }

    [Fact]
    public void Compute_LimitOnAChannel_RaisesAtItsSample()
    {
        _rig.Edit([], Limit("servo1.force", 10));
        _rig.Next([1, 11, 1]);
        _rig.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        (raised.To, raised.SampleIndex, raised.Sequence, raised.Value).ShouldBe((AlarmState.Active, 1, 1UL, 11));
    }

    [Fact]
    public void Compute_LimitOnAVariable_RaisesOnItsValues()
    {
        _rig.Edit([Variable("size", "abs(servo1.force)")], Limit("size", 10));
        _rig.Next([1, 1, -12]);
        _rig.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        (raised.SampleIndex, raised.Value).ShouldBe((2, 12));
    }

    [Fact]
    public void Compute_LimitInItsOwnUnit_MeansThatWhateverTheChannelIsIn()
    {
        StoredLimit limit = Limit("servo1.force", 10) with { Unit = "kN", Hysteresis = 1 };
        _rig.Description = InNewtons();
        _rig.Edit([], limit);
        _rig.Next([9_999, 10_001, 9_001]);
        _rig.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        (raised.SampleIndex, raised.Value, raised.Limit.Value, raised.Limit.Hysteresis, raised.Limit.Unit).ShouldBe(
            (1, 10_001, 10_000, 1_000, "N"));
        _rig.Stream.Alarms.Events.TryTake(out _).ShouldBeFalse();
    }

    [Fact]
    public void Compute_ChannelComesInAnotherUnit_EndsTheAlarmAndWatchesTheSameForce()
    {
        _rig.Edit([], Limit("servo1.force", 10) with { Unit = "kN" });
        _rig.Next([11, 11, 11]);
        _rig.Description = InNewtons();
        _rig.Next([20, 20, 20]);
        StateOf(_rig).ShouldBe(AlarmState.Normal);
        _rig.Next([11_000, 11_000, 11_000]);
        StateOf(_rig).ShouldBe(AlarmState.Active);
    }

    [Theory]
    [InlineData("mm", "mm is not convertible to kN")]
    [InlineData("kNN", "'kNN' is no unit")]
    public void Compute_LimitInAnUnfitUnit_IsNotWatchedAndNamed(string unit, string why)
    {
        _rig.Edit([], Limit("servo1.force", 10) with { Unit = unit });
        _rig.Next([11, 11, 11]);
        UnwatchedLimit unwatched = _rig.Plan.LimitFaults.ShouldHaveSingleItem();
        unwatched.Text.ShouldContain(why);
        unwatched.IsAbsent.ShouldBeFalse();
        _rig.Plan.Alarms.Alarms.Length.ShouldBe(0);
    }

    [Fact]
    public void Compute_AliasMeansAnotherChannel_EndsItsAlarm()
    {
        _rig.Aliases["load"] = "servo1.force";
        StoredLimit[] limits = [Limit("load", 10), Limit("load_abs", 10, id: 2)];
        _rig.Edit([Variable("load_abs", "abs(load)")], limits);
        _rig.Next([11, 11, 11]);
        StateOf(_rig).ShouldBe(AlarmState.Active);
        _rig.Aliases["load"] = "servo2.force";
        _rig.Edit([Variable("load_abs", "abs(load)")], limits);
        _rig.Next();

        List<(AlarmCause, long)> causes = [];
        while (_rig.Stream.Alarms.Events.TryTake(out AlarmEvent made))
            causes.Add((made.Cause, made.Limit.Id));
        causes[2..4].ShouldBe([(AlarmCause.LimitChanged, 1), (AlarmCause.LimitChanged, 2)]);
    }

    [Fact]
    public void Compute_NoteOfALimitIsEdited_KeepsItsAlarm()
    {
        _rig.Edit([], Limit("servo1.force", 10));
        _rig.Next([11, 11, 11]);
        _rig.Edit([], Limit("servo1.force", 10) with { Revision = 2, Note = "asked kim" });
        _rig.Next([11, 11, 11]);

        StateOf(_rig).ShouldBe(AlarmState.Active);
        _rig.Stream.Alarms.Board.Read()[0].Limit.Revision.ShouldBe(2);
    }

    [Fact]
    public void Compute_MoreLimitsThanAStreamMayHave_WatchesTheFirstAndNamesTheRest()
    {
        _rig.Edit(
            [], [.. Enumerable.Range(1, LimitFaults.MaxLimits + 1).Select(id => Limit("servo1.force", 1000 + id, id))]);
        _rig.Next([1, 1, 1]);

        _rig.Plan.Alarms.Alarms.Length.ShouldBe(LimitFaults.MaxLimits);
        _rig.Plan.LimitFaults.ShouldHaveSingleItem().Text.ShouldContain("limit 4097: beyond the 4096");
    }

    [Fact]
    public void Compute_LimitOnTheLongestNameThatIsStored_IsNamed()
    {
        string name = new string('a', 64) + "." + new string('b', 64);
        Limit(name, 1).Faults().ShouldBeEmpty();
        _rig.Edit([], Limit(name, 1));
        _rig.Next([1, 1, 1]);
        _rig.Plan.LimitFaults.ShouldHaveSingleItem();
    }

    [Fact]
    public void Compute_LimitOnNothing_IsNamed()
    {
        _rig.Edit([], Limit("servo9.force", 10));
        _rig.Next();
        _rig.Plan.LimitFaults.ShouldHaveSingleItem().Text.ShouldContain("servo9.force");
    }

    [Fact]
    public void Checkpoint_OtherRun_ContinuesWhereItStopped()
    {
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)")], Limit("cycles", 1.5));
        _rig.Next([-1, 1, -1]);
        SavedParts saved = new();
        VariableCheckpoint checkpoint = new();
        checkpoint.Take(_rig.Stream);
        saved.Variables.Put(checkpoint.ToSavedVariables(TestStream.Publisher, TestStream.Id));
        saved.Alarms.Put(checkpoint.ToSavedAlarms(TestStream.Publisher, TestStream.Id));

        using VariableRig second = new(saved: saved);
        second.Block.FirstSampleIndex = 3;
        second.Edit([Variable("cycles", "count(servo1.force > 0)")], Limit("cycles", 1.5));
        second.Next([-1, 1, -1]);
        (second.Value("cycles"), second.QualityOf("cycles")).ShouldBe((2, Quality.Good));
        second.Stream.Alarms.Events.TryTake(out AlarmEvent raised).ShouldBeTrue();
        raised.SampleIndex.ShouldBe(4);
    }

    private static AlarmState StateOf(VariableRig rig) => rig.Stream.Alarms.Board.Read()[0].Status.State;

    private static StreamDescription InNewtons() => TestStream.Description with
    {
        Servo = [.. TestStream.Description.Servo.Select(channel => channel with
        {
            Columns = [.. channel.Columns.Select(column => column with { Unit = "N", Min = -1e5, Max = 1e5 })],
        })],
    };

    [Fact]
    public void Compute_NewTestRun_ResetsState()
    {
        SignalVariable[] variables =
        [
            Variable("cycles", "count(servo1.force > 0)"),
            Variable("kept", "count(servo1.force > 0)") with { KeepOverRuns = true },
        ];
        _rig.Run = Run(1);
        _rig.Edit(variables);
        _rig.Next([-1, 1, -1]);
        _rig.Run = Run(2);
        _rig.Edit(variables);
        _rig.Next([-1, 1, -1]);
        (_rig.Value("cycles"), _rig.Value("kept")).ShouldBe((1, 2));
        _rig.Coordinator.TryTakeSwitch(out _).ShouldBeTrue();
        _rig.Coordinator.TryTakeSwitch(out PlanSwitch? second).ShouldBeTrue();
        second.TakenOver.ShouldNotBeNull().Restarted.ShouldBe(["cycles"]);
    }

    [Fact]
    public void Compute_NewTestRunOfTheSameSize_DoesNotShowTheFirstSpecimensResult()
    {
        SignalVariable[] variables = [Variable("strength", "rm(stress(servo1.force, run.s0))")];
        _rig.Run = Run(1);
        _rig.Edit(variables);
        _rig.Next([10, 20, 15]);
        _rig.Run = Run(2);
        _rig.Edit(variables);
        _rig.Next([1, 2, 2]);
        _rig.Value("strength").ShouldBe(20);
    }

    [Fact]
    public void Compute_StoppedTestRun_LeavesItsResult()
    {
        SignalVariable[] variables = [Variable("strength", "rm(stress(servo1.force, run.s0))")];
        _rig.Run = Run(1);
        _rig.Edit(variables);
        _rig.Next([10, 20, 15]);
        _rig.Run = Stopped(Run(1));
        _rig.Edit(variables);
        _rig.Next([1, 2, 2]);
        _rig.Value("strength").ShouldBe(200);
        _rig.Plan.Set.Run.ShouldBeNull();
    }

    [Fact]
    public void Compute_ContinuedAcrossRunsOfAnotherSize_Continues()
    {
        SignalVariable[] variables =
        [
            Variable("sigma", "stress(servo1.force, run.s0)"),
            Variable("kept", "count(sigma > 0 [MPa])") with { KeepOverRuns = true },
            Variable("direct", "count(stress(servo1.force, run.s0) > 0 [MPa])") with { KeepOverRuns = true },
            Variable("anew", "count(sigma > 0 [MPa])"),
        ];
        foreach (TestRun run in OverStop())
        {
            _rig.Run = run;
            _rig.Edit(variables);
            _rig.Next([-1, 1, -1]);
        }

        (_rig.Value("kept"), _rig.Value("direct"), _rig.Value("anew")).ShouldBe((3, 3, 1));
    }

    [Fact]
    public void Compute_FunctionWithASizeAsItsConstant_ResetsStateWithAnotherSize()
    {
        SignalVariable[] variables =
        [
            Variable("mean", "movavg(servo1.force, run.s0 / (50 [mm^2]))") with { KeepOverRuns = true },
        ];
        foreach (TestRun run in OverStop())
        {
            _rig.Run = run;
            _rig.Edit(variables);
            _rig.Next([1, 2, 4]);
        }

        _rig.Value("mean").ShouldBe(4);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Checkpoint_ContinuedAcrossRuns_ContinuesWithAnotherSizeAndWhenSetMeanwhile(bool wasKept)
    {
        SignalVariable kept =
            Variable("kept", "count(stress(servo1.force, run.s0) > 0 [MPa])") with { KeepOverRuns = true };
        _rig.Run = Run(1);
        _rig.Edit([kept with { KeepOverRuns = wasKept }]);
        _rig.Next([-1, 1, -1]);
        using VariableRig second =
            new(saved: _rig.Save()) { Run = wasKept ? Run(2) with { S0Mm2 = 50 } : Stopped(Run(1)) };
        second.Block.FirstSampleIndex = 3;
        second.Edit([kept]);
        second.Next([-1, 1, -1]);
        second.Value("kept").ShouldBe(2);
    }

    [Fact]
    public void Compute_RunKeptFromNowOn_ContinuesWithItsState()
    {
        _rig.Run = Run(1);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)")]);
        _rig.Next([-1, 1, -1]);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)", revision: 2) with { KeepOverRuns = true }]);
        _rig.Next([-1, 1, -1]);
        _rig.Run = Run(2);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)", revision: 2) with { KeepOverRuns = true }]);
        _rig.Next([-1, 1, -1]);
        _rig.Value("cycles").ShouldBe(3);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)", revision: 3)]);
        _rig.Next([-1, 1, -1]);
        _rig.Value("cycles").ShouldBe(1);
    }

    [Fact]
    public void Compute_AliasOfAnotherChannel_ResetsStateAndReportsIt()
    {
        _rig.Aliases["load"] = "servo1.force";
        _rig.Edit([Variable("most", "runmax(load)"), Variable("derived", "runmax(servo1.force)")]);
        _rig.Next([50, 50, 50]);
        _rig.Aliases["load"] = "servo1.stroke";
        _rig.Edit([Variable("most", "runmax(load)"), Variable("derived", "runmax(servo1.force)")]);
        _rig.Next([1, 1, 1]);
        _rig.Value("most").ShouldBeLessThan(50);
        _rig.Value("derived").ShouldBe(50);
        _rig.Coordinator.TryTakeSwitch(out _).ShouldBeTrue();
        _rig.Coordinator.TryTakeSwitch(out PlanSwitch? second).ShouldBeTrue();
        second.TakenOver.ShouldNotBeNull().Restarted.ShouldBe(["most"]);
    }

    [Fact]
    public void Checkpoint_OtherTestRunMeanwhile_RestartsAndReportsIt()
    {
        _rig.Run = Run(1);
        _rig.Edit([Variable("cycles", "count(servo1.force > 0)")]);
        _rig.Next([-1, 1, -1]);
        using VariableRig second = new(saved: _rig.Save()) { Run = Run(2) };
        second.Block.FirstSampleIndex = 3;
        second.Edit([Variable("cycles", "count(servo1.force > 0)")]);
        second.Next([-1, 1, -1]);
        second.Value("cycles").ShouldBe(1);
        second.Coordinator.TryTakeSwitch(out PlanSwitch? made).ShouldBeTrue();
        made.TakenOver.ShouldNotBeNull().Restarted.ShouldBe(["cycles"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Checkpoint_Of010_GoesOnWhereTheChannelIsKnownAndNamesTheRest(bool hasRun)
    {
        SavedParts saved = new();
        saved.Variables.Put(
            new SavedVariables(TestStream.Publisher, TestStream.Id, 1, 3, Convert.FromBase64String(Of010)));
        using VariableRig rig = new(saved: saved) { Run = hasRun ? Run(1) : null };
        rig.Block.FirstSampleIndex = 3;
        rig.Aliases["load"] = "servo1.force";
        rig.Edit(
        [
            Variable("cycles", "count(servo1.force > 0)"), Variable("most", "runmax(load)"),
            Variable("strength", "rm(stress(servo1.force, 100 [mm^2]))"),
            Variable("both", "cycles + count(servo1.stroke > 0)"),
        ]);
        rig.Next([-1, 1, -1]);

        rig.Value("cycles").ShouldBe(2);
        rig.Coordinator.TryTakeSwitch(out PlanSwitch? made).ShouldBeTrue();
        made.TakenOver.ShouldNotBeNull().Restarted.ShouldContain("most");
        made.TakenOver.Restarted.Except(["most", "strength"]).ShouldBeEmpty();
        if (hasRun)
            made.TakenOver.Restarted.ShouldContain("strength");
        made.TakenOver.FromUnknownRun.ShouldBe(hasRun ? ["cycles", "both"] : [], ignoreOrder: true);
    }

    [Fact]
    public void Compute_Warm_DoesNotAllocate()
    {
        _rig.Edit(
            [
                Variable("mean", "movavg(servo1.force, 4)"), Variable("cycles", "count(servo1.force > 0)"),
                Variable("sum", "mean + cycles"),
            ],
            Limit("servo1.force", 1e9));
        _rig.Next();
        Allocation.OfWarm(() => _rig.Next()).ShouldBe(0);
    }

    // What 0.1.0 saved of four variables after one block of the forces -1, 1, -1; `load` was another name of
    // servo1.force.
    private const string Of010 =
        "AQAAAAAAAAAEAAAAAAAAAFYT5ibqog47YdDTRKlM4d8FAAAAAAAAAHSieUSO4uWxAQAAAAAAAAAAAAAAAAAAAAEAAAABAAAAAAAA"
        + "AAAAAACKPdLHgEal1Kmh55MqfcNZBAAAAAAAAAC85RdodJ0o3wAAAAAAAPA/AQAAAAEAAAAAAAAAAAAAAO9c8ypogSUHEoYSek5c"
        + "XpEgAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAD4/wAAAAAAAAAAAAAAAAAAJEAAAAAAAAAAAAAAAAAAAPB/AAAAAAAA8H8BAAAAAAAAAAAAAAAAADRAAAAAAAAAAAABAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAJEAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAkQAAAAAAAAAAAAgAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAACTAAAAAAAAAAAADAAAAAAAAAAEAAAABAAAAAAAAAAAAAAC38E5h00RfLHN2INyj87Q9BQAAAAAAAAB0onlEjuLlsQAA"
        + "AAAAAAAAAAAAAAAAAAABAAAAAQAAAAAAAAAAAAAA";

    private static TestRun[] OverStop() => [Run(1), Stopped(Run(1)), Run(2) with { S0Mm2 = 50 }];

    private static TestRun Stopped(TestRun run) => run with { StoppedUtc = run.StartedUtc.AddHours(1) };

    private static TestRun Run(long id) =>
        new() { Id = id, Station = "lab/rig1", Name = $"T-{id}", S0Mm2 = 100, L0Mm = 50 };
}
