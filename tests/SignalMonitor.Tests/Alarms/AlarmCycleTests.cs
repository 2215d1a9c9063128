using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

/// <summary>The whole table of the life cycle: each state with each thing that can happen to it.</summary>
public class AlarmCycleTests
{
    // state: raised, cleared, cleared of a limit that latches.
    private static readonly Dictionary<string, string> ByData = new()
    {
        ["Normal"] = "Active Normal Normal",
        ["Active"] = "Active Returned Latched",
        ["Acknowledged"] = "Acknowledged Normal Latched",
        ["Returned"] = "Active Returned Returned",
        ["Latched"] = "Active Latched Latched",
    };

    // state: acknowledge, reset, shelve, unshelve; - is refused.
    private static readonly Dictionary<string, string> ByCommand = new()
    {
        ["Normal"] = "- - Shelved -",
        ["Active"] = "Acknowledged - Shelved -",
        ["Acknowledged"] = "- - Shelved -",
        ["Returned"] = "Normal - Shelved -",
        ["Latched"] = "- Normal Shelved -",
        ["Shelved"] = "- - - Returned",
    };

    public static TheoryData<string> DataStates => new(ByData.Keys);

    public static TheoryData<string> CommandStates => new(ByCommand.Keys);

    [Theory]
    [MemberData(nameof(DataStates))]
    public void After_EachCrossing_IsTheTable(string state)
    {
        AlarmState from = Enum.Parse<AlarmState>(state);
        string[] next = ByData[state].Split(' ');

        AlarmCycle.After(from, isRaised: true, latch: false).ToString().ShouldBe(next[0]);
        AlarmCycle.After(from, isRaised: true, latch: true).ToString().ShouldBe(next[0]);
        AlarmCycle.After(from, isRaised: false, latch: false).ToString().ShouldBe(next[1]);
        AlarmCycle.After(from, isRaised: false, latch: true).ToString().ShouldBe(next[2]);
    }

    [Theory]
    [MemberData(nameof(CommandStates))]
    public void Command_EachVerb_IsTheTable(string state)
    {
        AlarmState from = Enum.Parse<AlarmState>(state);
        string[] expected = ByCommand[state].Split(' ');
        for (AlarmVerb verb = AlarmVerb.Acknowledge; verb <= AlarmVerb.Unshelve; verb++)
        {
            string? refusal = AlarmCycle.Command(verb, from, AlarmState.Returned, out AlarmState next);

            string wanted = expected[(int)verb - 1];
            (refusal is null ? next.ToString() : "-").ShouldBe(wanted, $"{verb} of {state}: {refusal}");
            next.ShouldBe(wanted == "-" ? from : next);
            refusal?.ShouldNotContain("no such command");
        }
    }

    [Fact]
    public void Command_Unknown_IsRefusedWithTheList() =>
        AlarmCycle.Command(AlarmVerb.Unknown, AlarmState.Active, AlarmState.Active, out _)
            .ShouldNotBeNull().ShouldContain("acknowledge, reset, shelve and unshelve");

    [Theory]
    [MemberData(nameof(CommandStates))]
    public void Names_OfEachState_AreLowerCase(string state) =>
        AlarmNames.Get(Enum.Parse<AlarmState>(state)).ShouldBe(state.ToLowerInvariant());

    [Theory]
    [InlineData("acknowledge", 1)]
    [InlineData("Reset", 2)]
    [InlineData("SHELVE", 3)]
    [InlineData("unshelve", 4)]
    [InlineData("ack", 0)]
    [InlineData(null, 0)]
    public void VerbOf_Name_IsTheCommand(string? name, int verb) => ((int)AlarmNames.VerbOf(name)).ShouldBe(verb);
}
