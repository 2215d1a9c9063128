using FuncLibs.Signals.Units;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class CustomUnitsTests
{
    private static readonly UnitDefinition Grip = new() { Name = "grip", Dimension = "kN", Factor = 2.5 };

    [Fact]
    public void From_Row_IsKnownInBaseUnits()
    {
        Unit unit = CustomUnits.From([Grip]).Table.Find("grip").ShouldNotBeNull();

        (unit.Factor, unit.Dimension).ShouldBe((2500.0, UnitTable.Standard.Find("N")!.Dimension));
    }

    [Theory]
    [InlineData("grip", "Newton", 1, "dimension: 'Newton' is no unit: 'Newton' is not a known unit")]
    [InlineData("grip", "degC", 1, "dimension: degC has a zero of its own; write K")]
    [InlineData("grip", "N", -1, "unit 'grip': the factor is finite and above 0")]
    [InlineData("grip2", "N", 1, "unit 'grip2': a symbol is made of letters, % and _")]
    [InlineData("kN", "N", 999, "name: kN is a standard unit, and would mean something else; choose another name")]
    [InlineData("\u00B5grip", "N", 1, "name: '\u00B5grip' is read as another; write u, deg and ohm for their signs")]
    public void From_InvalidRow_IsLeftOutAndReportsWhy(string name, string dimension, double factor, string why)
    {
        CustomUnits units = CustomUnits.From([new() { Name = name, Dimension = dimension, Factor = factor }, Grip]);

        units.Faults.Single().ToString().ShouldStartWith($"unit {name}: {why}");
        units.Table.Find("grip").ShouldNotBeNull();
    }

    [Fact]
    public void From_StandardUnitAsItIs_IsNoFault() =>
        CustomUnits.From([new() { Name = "kip", Dimension = "N", Factor = 4448.2216152605 }]).Faults.ShouldBeEmpty();

    [Fact]
    public void Switch_UnitOfTheLab_IsKnownInFormulas()
    {
        using VariableRig rig = new();
        rig.Units.Add(Grip);
        rig.Edit(
            [
                VariableRig.Variable("a", "convert(servo1.force, \"grip\")"),
                VariableRig.Variable("b", "servo1.force + 2 grip"),
            ]);
        rig.Next([5, 5, 5]);

        (rig.Value("a"), rig.Running("a").Unit, rig.Value("b")).ShouldBe((2, "grip", 10));
    }

    [Fact]
    public void Switch_UnitChanged_ResetsStateInThatUnit()
    {
        using VariableRig rig = new();
        rig.Units.Add(Grip);
        rig.Edit(
            [
                VariableRig.Variable("a", "runmax(convert(servo1.force, \"grip\"))"),
                VariableRig.Variable("b", "runmax(servo1.force)"),
            ]);
        rig.Next([50, 5, 5]);
        rig.Units[0] = Grip with { Factor = 5 };
        rig.Edit(
            [
                VariableRig.Variable("a", "runmax(convert(servo1.force, \"grip\"))"),
                VariableRig.Variable("b", "runmax(servo1.force)"),
            ]);
        rig.Next([5, 5, 5]);

        (rig.Value("a"), rig.Value("b")).ShouldBe((1, 50));
    }

    [Fact]
    public void Switch_UnitGone_ReportsWhichFormulaNeedsIt()
    {
        using VariableRig rig = new();
        rig.Units.Add(Grip);
        rig.Edit([VariableRig.Variable("a", "servo1.force + 2 grip")]);
        rig.Next();
        rig.Units.Clear();
        rig.Edit([VariableRig.Variable("a", "servo1.force + 2 grip")]);
        rig.Next();

        rig.Running("a").Fault.ShouldNotBeNull().ShouldContain("'grip' is not a known unit");
    }
}
