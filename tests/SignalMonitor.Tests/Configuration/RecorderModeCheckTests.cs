using SignalMonitor.Configuration;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Tests.Configuration;

public sealed class RecorderModeCheckTests
{
    [Fact]
    public void Check_GroupsAndTriggersThatFit_FindsNothing() => Faults(new()
    {
        Mode = RecorderMode.Triggered,
        Triggers =
        [
            new() { Name = "a", Signal = "servo1.force" },
            new() { Name = "b", Kind = TriggerKind.Bit, Signal = "bitin3", When = TriggerWhen.Falling },
            new() { Name = "c", Kind = TriggerKind.Event },
        ],
        Groups = [new() { Channels = ["temp*", "bitin"], Mode = RecorderMode.Triggered, Triggers = ["b"] }],
    }).ShouldBeEmpty();

    [Fact]
    public void Check_TriggeredWithoutTriggers_NamesTheModeAndWhatToDo() =>
        Faults(new() { Mode = RecorderMode.Triggered }).Single().ShouldSatisfyAllConditions(
            fault => fault.ShouldContain("Recorder:Mode"),
            fault => fault.ShouldContain("at least one of Recorder:Triggers"));

    [Theory]
    [InlineData("servo*.force", "Recorder:Groups:0:Channels")]
    [InlineData("bitin3", "Recorder:Groups:0:Channels")]
    [InlineData("", "Recorder:Groups:0:Channels")]
    public void Check_PatternOfColumnsOrLines_IsNamed(string pattern, string key) =>
        Faults(new() { Groups = [new() { Channels = [pattern] }] }).Single().ShouldContain(key);

    [Fact]
    public void Check_GroupsOfOneName_AreNamed() => Faults(new()
    {
        Groups = [new() { Name = "g", Channels = ["ad1"] }, new() { Name = "g", Channels = ["ad2"] }],
    }).Single().ShouldContain("Recorder:Groups:1:Name");

    [Fact]
    public void Check_GroupOfCyclesWithoutASignal_IsNamed() => Faults(new()
    {
        Groups = [new() { Channels = ["ad1"], Mode = RecorderMode.Cycles }],
    }).Single().ShouldContain("Recorder:Groups:0:CycleSignal");

    [Fact]
    public void Check_TriggerThatIsNotThere_NamesThoseThatAre() => Faults(new()
    {
        Triggers = [new() { Name = "peak", Signal = "ad1" }],
        Groups = [new() { Channels = ["ad1"], Mode = RecorderMode.Triggered, Triggers = ["top"] }],
    }).Single().ShouldSatisfyAllConditions(
        fault => fault.ShouldContain("there is no trigger 'top'"),
        fault => fault.ShouldContain("one of peak"));

    [Theory]
    [InlineData(TriggerKind.Level, "bitin1", null, "Recorder:Triggers:0:Signal")]
    [InlineData(TriggerKind.Level, "", null, "Recorder:Triggers:0:Signal")]
    [InlineData(TriggerKind.Bit, "ad1", null, "Recorder:Triggers:0:Signal")]
    [InlineData(TriggerKind.Event, "ad1", null, "Recorder:Triggers:0:Signal")]
    [InlineData(TriggerKind.Level, "ad1", TriggerWhen.Rising, "Recorder:Triggers:0:When")]
    [InlineData(TriggerKind.Edge, "ad1", TriggerWhen.Above, "Recorder:Triggers:0:When")]
    public void Check_TriggerThatCannotBe_NamesTheOption(
        TriggerKind kind, string signal, TriggerWhen? when, string key) => Faults(new()
        {
            Triggers = [new() { Name = "t", Kind = kind, Signal = signal, When = when }],
        }).Single().ShouldContain(key);

    [Fact]
    public void Check_LevelThatIsNoNumber_IsNamed() => Faults(new()
    {
        Triggers = [new() { Name = "t", Signal = "ad1", Level = double.NaN }],
    }).Single().ShouldContain("Recorder:Triggers:0:Level");

    [Fact]
    public void Check_TriggersOfOneName_AreNamed() => Faults(new()
    {
        Triggers = [new() { Name = "t", Signal = "ad1" }, new() { Name = "t", Signal = "ad2" }],
    }).Single().ShouldContain("Recorder:Triggers:1:Name");

    private static string[] Faults(RecorderOptions options)
    {
        MonitorOptions all = new();
        (all.Recorder.Mode, all.Recorder.Groups, all.Recorder.Triggers) =
            (options.Mode, options.Groups, options.Triggers);
        return [.. new RecorderCheck().Check(all).Select(fault => fault.ToString())];
    }
}
