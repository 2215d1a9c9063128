using System.Text.Json;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public class AlarmPartTests
{
    [Theory]
    [InlineData("{}", "no list")]
    [InlineData("[null]", "missing")]
    [InlineData("[{}]", "missing required")]
    [InlineData("[7]", "could not be converted")]
    public void Read_ForeignJson_IsAFault(string json, string fault) => FindFault(json).ShouldContain(fault);

    [Theory]
    [InlineData("\"Upper\"", "\"Uper\"", "could not be converted")]
    [InlineData("\"Upper\"", "99", "is unknown")]
    [InlineData("\"Upper\"", "\"Lower\"", "is not of its kind")]
    [InlineData("\"state\":\"Active\"", "\"state\":\"Shelved\"", "shelved")]
    [InlineData("\"state\":\"Active\"", "\"state\":77", "unknown")]
    [InlineData("\"by\":\"\"", "\"by\":null", "null")]
    [InlineData("\"value\":10", "\"value\":\"NaN\"", "finite")]
    [InlineData("\"enabled\":true", "\"enabled\":false", "disabled")]
    [InlineData("\"number\":1", "\"number\":-1", "lack")]
    [InlineData("\"memory\":\"", "\"memory\":\"AAAA", "is not of its kind")]
    [InlineData("\"alarms\":[{", "\"alarms\":[null,{", "lack")]
    public void Read_Damaged_IsAFaultAndTakesNothing(string good, string bad, string fault)
    {
        string json = Saved();
        json.ShouldContain(good);
        AlarmPart part = new();

        FindFault(json.Replace(good, bad, StringComparison.Ordinal), part).ShouldContain(fault);
        part.Find(TestStream.Publisher, TestStream.Id).ShouldBeNull();
    }

    [Fact]
    public void Read_AStreamTwice_IsAFault()
    {
        string one = Saved()[1..^1];

        FindFault($"[{one},{one}]").ShouldContain("twice");
    }

    [Fact]
    public void Write_StreamThatDidNotComeBack_StaysSaved()
    {
        string json = Saved();
        AlarmPart part = new();
        using JsonDocument document = JsonDocument.Parse(json);
        part.Read(document.RootElement).ShouldBeNull();
        part.Put(new SavedAlarms(TestStream.Publisher, 9, 0, []));

        part.Find(TestStream.Publisher, TestStream.Id).ShouldNotBeNull();
        AlarmRig.TextOf(part).ShouldContain(json[1..^1]);
    }

    [Fact]
    public void Take_ShelvedAlarm_ComesBackWithWhatIsUnderneath()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(11);
        rig.Execute(AlarmVerb.Shelve, untilMs: 500);
        rig.Restart();

        AlarmStatus status = rig.Engine.Board.Read()[0].Status;
        (status.State, status.Under, status.By, status.ShelvedUntilNs).ShouldBe(
            (AlarmState.Shelved, AlarmState.Active, "ann", AlarmRig.StartNs + (500 * AlarmRig.MsNs)));
    }

    private static string Saved()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(11);
        AlarmCheckpoint checkpoint = new();
        checkpoint.Take(rig.Engine);
        AlarmPart part = new();
        part.Put(checkpoint.ToSaved(TestStream.Publisher, TestStream.Id));
        return AlarmRig.TextOf(part);
    }

    private static string FindFault(string json, AlarmPart? part = null)
    {
        using JsonDocument document = JsonDocument.Parse(json);
        return (part ?? new AlarmPart()).Read(document.RootElement).ShouldNotBeNull();
    }
}
