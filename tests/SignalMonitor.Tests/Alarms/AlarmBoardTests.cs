using System.Collections.Immutable;
using FuncLibs.Signals.Limits;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public class AlarmBoardTests
{
    [Fact]
    public void Read_NewSet_IsAllNormalByRisingId()
    {
        using AlarmRig rig = new(AlarmRig.Upper with { Id = 9 }, AlarmRig.Upper);

        rig.Engine.Board.Read().Select(alarm => (alarm.Limit.Id, alarm.Status))
            .ShouldBe([(1, AlarmStatus.Initial), (9, AlarmStatus.Initial)]);
    }

    [Fact]
    public void Read_WhileTheComputeThreadWrites_IsNeverTorn()
    {
        using AlarmRig rig = new([.. Enumerable.Range(1, 50).Select(id => AlarmRig.Upper with { Id = id })]);
        AlarmEngine engine = rig.Engine;
        bool stop = false;
        Thread writer = new(() =>
        {
            for (int i = 0; !Volatile.Read(ref stop); i++)
            {
                rig.Feed(i % 2 == 0 ? 11 : 9);
                rig.Events();
            }
        });
        writer.Start();
        for (int reads = 0; reads < 5000; reads++)
        {
            ImmutableArray<AlarmSnapshot> copy = engine.Board.Read();
            copy.Select(alarm => alarm.Status).Distinct().Count().ShouldBe(1);
        }

        Volatile.Write(ref stop, true);
        writer.Join();
    }

    [Fact]
    public void Set_DisabledLimits_AreLeftOut()
    {
        LimitDefinition upper = AlarmRig.Upper;
        AlarmSet set =
            new([upper with { Enabled = false }, upper with { Id = 2, Variable = "ad1" }, upper with { Id = 3 }]);

        set.Variables.ShouldBe(["ad1", "servo1.force"]);
        (set.PlaceOf(1), set.PlaceOf(2), set.PlaceOf(3), set.PlaceOf(4)).ShouldBe((-1, 0, 1, -1));
        set.On(1).ToArray().ShouldBe([1]);
    }

    [Fact]
    public void Set_FaultyLimit_IsMisuse() =>
        Should.Throw<ArgumentException>(() => new AlarmSet([AlarmRig.Upper with { Kind = LimitKind.Unknown }]))
            .Message.ShouldContain("the kinds are");
}
