using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;
using Testing;

namespace SignalMonitor.Tests.Alarms;

public class AlarmEngineTests
{
    private static LimitDefinition Upper => AlarmRig.Upper;

    [Fact]
    public void Evaluate_Crossing_IsAnEventWithSampleAndTime()
    {
        using AlarmRig rig = new(Upper);
        rig.Feed(9, 9, 11, 11);

        AlarmEvent made = rig.Events().ShouldHaveSingleItem();
        made.ShouldBe(new AlarmEvent(
            1,
            Upper,
            AlarmState.Normal,
            AlarmState.Active,
            AlarmCause.Raised,
            1,
            1,
            2,
            AlarmRig.StartNs + (2 * AlarmRig.MsNs),
            11,
            ""));
        rig.State.ShouldBe(AlarmState.Active);
        AlarmText.Format(made).ShouldBe("servo1.force upper 10: 11, normal -> active (raised, warning)");
    }

    [Fact]
    public void Execute_WholeLifeCycle_AddsAnEventForEachStep()
    {
        using AlarmRig rig = new(Upper with { Latch = true });
        rig.Feed(11);
        rig.Execute(AlarmVerb.Reset).Status.ShouldBe(AlarmCommandStatus.Refused);
        rig.Execute(AlarmVerb.Acknowledge).ShouldBe(new AlarmCommandResult(AlarmCommandStatus.Done, "acknowledged"));
        rig.Feed(9);
        rig.Execute(AlarmVerb.Reset).Status.ShouldBe(AlarmCommandStatus.Done);

        rig.Events().Select(e => (e.To, e.Cause, e.SampleIndex, e.By)).ShouldBe(
        [
            (AlarmState.Active, AlarmCause.Raised, 0, ""),
            (AlarmState.Acknowledged, AlarmCause.Acknowledged, 1, "ann"),
            (AlarmState.Latched, AlarmCause.Cleared, 1, ""),
            (AlarmState.Normal, AlarmCause.Reset, 2, "ann"),
        ]);
    }

    [Fact]
    public void Execute_UnknownLimitOrBadCommand_IsAnAnswer()
    {
        using AlarmRig rig = new(Upper);

        rig.Engine.Execute(
            new AlarmCommand(99, AlarmVerb.Reset, "ann", 1)).Status.ShouldBe(AlarmCommandStatus.NotFound);
        rig.Engine.Execute(new AlarmCommand(1, AlarmVerb.Reset, "a\nb", 1)).Status.ShouldBe(AlarmCommandStatus.Refused);
        rig.Engine.Execute(new AlarmCommand(1, AlarmVerb.Shelve, "ann", 5, 5)).Text.ShouldContain("later than now");
        rig.Engine.Execute(
            new AlarmCommand(1, AlarmVerb.Shelve, "ann", 5, 6 + AlarmCommand.MaxShelfNs)).Text.ShouldContain("7 days");
        rig.Events().ShouldBeEmpty();
    }

    [Fact]
    public void Evaluate_WhileShelved_IsSilentAndGoesOnUnderneath()
    {
        using AlarmRig rig = new(Upper);
        rig.Feed(11);
        rig.Execute(AlarmVerb.Shelve, untilMs: 7).Status.ShouldBe(AlarmCommandStatus.Done);
        rig.Feed(9, 11, 9, 9);
        rig.State.ShouldBe(AlarmState.Shelved);
        rig.Feed(9, 9, 9, 11);

        rig.Events().Select(e => (e.From, e.To, e.Cause, e.SampleIndex)).ShouldBe(
        [
            (AlarmState.Normal, AlarmState.Active, AlarmCause.Raised, 0),
            (AlarmState.Active, AlarmState.Shelved, AlarmCause.Shelved, 1),
            (AlarmState.Shelved, AlarmState.Returned, AlarmCause.ShelfOver, 7),
            (AlarmState.Returned, AlarmState.Active, AlarmCause.Raised, 8),
        ]);
    }

    [Fact]
    public void Execute_Unshelve_ShowsWhatIsUnderneath()
    {
        using AlarmRig rig = new(Upper);
        rig.Execute(AlarmVerb.Shelve, untilMs: 1000);
        rig.Feed(11);

        rig.Execute(AlarmVerb.Unshelve).Text.ShouldBe("active");
        rig.State.ShouldBe(AlarmState.Active);
    }

    [Fact]
    public void Age_NoBlocks_RaisesStaleAndEndsShelves()
    {
        using AlarmRig rig = new(Upper with { Kind = LimitKind.Stale, Value = 50 }, Upper with { Id = 2 });
        rig.Engine.Age(long.MaxValue / 2);
        rig.Feed(9, 9);
        rig.Engine.Execute(
            new AlarmCommand(2, AlarmVerb.Shelve, "ann", AlarmRig.StartNs, AlarmRig.StartNs + (30 * AlarmRig.MsNs)));
        rig.Engine.Age(AlarmRig.StartNs + (29 * AlarmRig.MsNs));
        rig.Engine.Age(AlarmRig.StartNs + (100 * AlarmRig.MsNs));
        rig.Feed(9);

        rig.Events().Select(e => (e.Limit.Id, e.Cause, (e.UtcNs - AlarmRig.StartNs) / AlarmRig.MsNs)).ShouldBe(
            [
                (2, AlarmCause.Shelved, 0), (2, AlarmCause.ShelfOver, 30), (1, AlarmCause.Raised, 51),
                (1, AlarmCause.Cleared, 2),
            ]);
    }

    [Fact]
    public void Switch_EqualLimit_KeepsItsAlarm()
    {
        using AlarmRig rig = new(Upper with { MinDurationSamples = 3 });
        rig.Feed(11, 11);
        rig.Switch(Upper with { Id = 5, Revision = 2 }, Upper with { MinDurationSamples = 3 });
        rig.Feed(11);

        rig.Events().Select(e => (e.Limit.Id, e.SampleIndex)).ShouldBe([(1, 2), (5, 2)]);
    }

    [Fact]
    public void Switch_NoteSeverityOrLatchEdited_KeepsTheAlarmUnderTheNewRevision()
    {
        using AlarmRig rig = new(Upper with { Source = "a", Unit = "kN" });
        rig.Feed(9, 11);
        LimitDefinition edited =
            Upper with { Source = "a", Unit = "kN", Revision = 2, Severity = LimitSeverity.Severe, Latch = true };
        rig.Switch(edited);
        rig.State.ShouldBe(AlarmState.Active);
        rig.Feed(9);

        rig.Events().Select(e => (e.Cause, e.To, e.Limit.Revision, e.SampleIndex)).ShouldBe(
            [(AlarmCause.Raised, AlarmState.Active, 1, 1), (AlarmCause.Cleared, AlarmState.Latched, 2, 2)]);
        rig.Engine.Board.Read()[0].Limit.ShouldBe(edited);
    }

    [Theory]
    [InlineData("another source", "kN")]
    [InlineData("a", "N")]
    public void Switch_WatchesSomethingElse_EndsWithAnEvent(string source, string unit)
    {
        using AlarmRig rig = new(Upper with { Source = "a", Unit = "kN" });
        rig.Feed(9, 11);
        rig.Switch(Upper with { Source = source, Unit = unit });

        (rig.State, rig.Events()[^1].Cause).ShouldBe((AlarmState.Normal, AlarmCause.LimitChanged));
    }

    [Fact]
    public void Resume_SavedBeforeLimitsHadSources_KeepsTheAlarm()
    {
        using AlarmRig rig = new(Upper);
        rig.Feed(9, 11);
        rig.Restart(Upper with { Source = "a", Unit = "kN", Revision = 2 });

        rig.State.ShouldBe(AlarmState.Active);
    }

    [Fact]
    public void Switch_EditedOrRemovedLimit_EndsWithAnEvent()
    {
        using AlarmRig rig =
            new(Upper, Upper with { Id = 2 }, Upper with { Id = 3 }, Upper with { Id = 4, Value = 100 });
        rig.Feed(11);
        rig.Switch(Upper with { Revision = 2, Value = 10.5 }, Upper with { Id = 3, Enabled = false, Revision = 2 });
        rig.Feed(11);

        rig.Events().Skip(3).Select(e => (e.Limit.Id, e.Limit.Revision, e.To, e.Cause, e.SampleIndex)).ShouldBe(
        [
            (1, 1, AlarmState.Normal, AlarmCause.LimitChanged, 1),
            (2, 1, AlarmState.Normal, AlarmCause.LimitRemoved, 1),
            (3, 1, AlarmState.Normal, AlarmCause.LimitRemoved, 1),
            (1, 2, AlarmState.Active, AlarmCause.Raised, 1),
        ]);
    }

    [Fact]
    public void Evaluate_BlocksOfAnyLength_MakeTheSameEvents()
    {
        double[] values = Walk(3000);
        List<AlarmEvent> expected = Through(values, () => 3000, restart: false);
        expected.Count.ShouldBeGreaterThan(100);

        foreach (int length in new[] { 1, 3, 64, 997 })
            Through(values, () => length, restart: false).Select(Comparable).ShouldBe(expected.Select(Comparable));
    }

    [Fact]
    public void Resume_BetweenAllBlocks_MakesTheSameEvents()
    {
        double[] values = Walk(1500);
        Random random = new(4);

        List<AlarmEvent> restarted = Through(values, () => random.Next(1, 60), restart: true);

        restarted.Select(Comparable).ShouldBe(Through(values, () => 1500, restart: false).Select(Comparable));
        restarted.Select(e => e.Number).ShouldBe(Enumerable.Range(1, restarted.Count).Select(n => (long)n));
    }

    [Fact]
    public void Resume_LimitWasEditedMeanwhile_ResetsItsStateWithAnEvent()
    {
        using AlarmRig rig = new(Upper, Upper with { Id = 2 });
        rig.Feed(11, 11);
        rig.Events().Count.ShouldBe(2);
        rig.Restart(Upper with { Revision = 2, Value = 20 });

        rig.Events().Select(e => (e.Number, e.Limit.Id, e.Cause, e.SampleIndex)).ShouldBe(
            [(3, 1, AlarmCause.LimitChanged, 2), (4, 2, AlarmCause.LimitRemoved, 2)]);
        rig.State.ShouldBe(AlarmState.Normal);
    }

    [Fact]
    public void EndBlock_ManyBlocks_DoNotAllocate()
    {
        using AlarmRig rig = new(Limits());
        double[] values = Walk(100);

        Allocation.OfWarm(() =>
        {
            rig.Feed(values);
            while (rig.Engine.Events.TryTake(out _))
                continue;
        }).ShouldBe(0);
    }

    private static (long, AlarmState, AlarmState, AlarmCause, long, long, double) Comparable(AlarmEvent e) =>
        (e.Limit.Id, e.From, e.To, e.Cause, e.SampleIndex, e.UtcNs, e.Value);

    private static LimitDefinition[] Limits() =>
    [
        Upper,
        Upper with { Id = 2, Kind = LimitKind.Band, Value = -5, Value2 = 5, Hysteresis = 2, MinDurationMs = 2 },
        Upper with { Id = 3, Variable = "servo1.stroke", Kind = LimitKind.Rate, Value = 8000, MinDurationSamples = 2 },
        Upper with { Id = 4, Variable = "servo1.stroke", Kind = LimitKind.Lower, Value = -9, Latch = true },
    ];

    private static double[] Walk(int count)
    {
        Random random = new(8);
        return [.. Enumerable.Range(0, count).Select(i => (11 * Math.Sin(i / 9.0)) + (random.NextDouble() * 4))];
    }

    private static List<AlarmEvent> Through(double[] values, Func<int> length, bool restart)
    {
        using AlarmRig rig = new(Limits());
        List<AlarmEvent> events = [];
        rig.Execute(AlarmVerb.Shelve, untilMs: 700);
        for (int from = 0; from < values.Length;)
        {
            int to = Math.Min(values.Length, from + length());
            rig.Feed(values[from..to]);
            events.AddRange(rig.Events());
            if (restart)
                rig.Restart();
            from = to;
        }

        return events;
    }
}
