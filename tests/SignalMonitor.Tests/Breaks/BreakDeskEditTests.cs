using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Breaks;

public sealed class BreakDeskEditTests : IDisposable
{
    private readonly BreakRig _rig = new(BreakRig.Options());

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Take_NewTrigger_IsWatchedFromTheNextBlockOn()
    {
        _rig.Feed(0, 0, 0);
        _rig.Desk.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap", "stored"]);
        _rig.Feed(100, 100, 100, 40, 0, 0);
        _rig.Events().Select(made => made.Watch.Plan.Options.Name).ShouldBe(["snap", "stored"], ignoreOrder: true);
    }

    [Fact]
    public void Take_NoteIsEdited_KeepsWhatItRemembers()
    {
        _rig.Desk.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        BreakWatch before = _rig.Stream.Watches.Active[1];
        _rig.Desk.Take([Trigger("stored") with { Note = "of the grip", Revision = 2, ChangedBy = "bob" }]);
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Active[1].ShouldBeSameAs(before);
    }

    [Fact]
    public void Take_ThresholdIsEdited_BeginsAnew()
    {
        _rig.Desk.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        _rig.Desk.Take([Trigger("stored") with { MinForce = 20, Revision = 2 }]);
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Active[1].Plan.Options.MinForce.ShouldBe(20);
    }

    [Fact]
    public void Take_Removed_IsWatchedNoLonger()
    {
        _rig.Desk.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        _rig.Desk.Take([]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap"]);
        _rig.Desk.Watches().Length.ShouldBe(1);
    }

    [Fact]
    public void Take_NameOfTheConfiguration_IsAFaultAndTheConfiguredOneStays()
    {
        _rig.Desk.Take([Trigger("SNAP")]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap"]);
        _rig.Stream.Watches.Faults.Single().Text.ShouldContain("rename that of the database");
    }

    [Fact]
    public void Take_NothingChanged_IsNoNewVersion()
    {
        _rig.Desk.Take([Trigger("stored")]);
        long version = _rig.Desk.Version;

        _rig.Desk.Take([Trigger("stored")]);

        _rig.Desk.Version.ShouldBe(version);
    }

    [Fact]
    public void HasTriggers_NeitherConfiguredNorStored_IsFalse()
    {
        BreakDesk desk = new([]);
        desk.HasTriggers.ShouldBeFalse();
        desk.Take([Trigger("stored")]);

        desk.HasTriggers.ShouldBeTrue();
    }

    private IEnumerable<string> Names() => _rig.Stream.Watches.Active.Select(watch => watch.Plan.Options.Name);

    private static BreakTrigger Trigger(string name) => new()
    {
        Id = 7,
        Revision = 1,
        Station = "lab/rig1",
        Name = name,
        Channel = "servo1.force",
        FallPercent = 50,
        WithinMs = 0.2,
        MinForce = 10,
        BeforeMs = 0.2,
        AfterMs = 0.2,
        RearmMs = 0.1,
    };
}
