using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Variables.Definitions;

public class StoredBreakTriggerTests
{
    private static readonly StoredBreakTrigger Good =
        new() { Station = "lab/rig1", Name = "grip", Channel = "servo1.force", MinForce = 2 };

    [Fact]
    public void Faults_OnlyWhatMustBeGiven_AreNone() => Good.Faults().ShouldBeEmpty();

    [Fact]
    public void Faults_EachColumn_IsNamed()
    {
        StoredBreakTrigger bad = Good with
        {
            Name = "a b",
            Channel = "?",
            FallPercent = 0,
            WithinMs = 0,
            MinForce = 0,
            BeforeMs = -1,
            AfterMs = 600_001,
            RearmMs = double.NaN,
            Columns = "servo1.force, servo1.force",
        };

        bad.Faults().Select(fault => fault.Column).ShouldBe(
            [
                "name", "channel", "fall_percent", "within_ms", "min_force", "before_ms", "after_ms", "rearm_ms",
                "columns",
            ]);
    }

    [Fact]
    public void ToOptions_Columns_AreTheNamesBetweenCommas()
    {
        BreakOptions options = (Good with { Columns = "servo1.force, servo1.stroke", FallPercent = 12 }).ToOptions();

        options.Columns.ShouldBe(["servo1.force", "servo1.stroke"]);
        (options.Name, options.FallPercent, options.MinForce).ShouldBe(("grip", 12, 2));
    }

    [Fact]
    public void Defaults_AreThoseOfTheConfiguration()
    {
        BreakOptions options = Good.ToOptions();
        BreakOptions configured = new();

        (options.FallPercent, options.WithinMs, options.BeforeMs, options.AfterMs, options.RearmMs).ShouldBe(
            (configured.FallPercent, configured.WithinMs, configured.BeforeMs, configured.AfterMs, configured.RearmMs));
    }
}
