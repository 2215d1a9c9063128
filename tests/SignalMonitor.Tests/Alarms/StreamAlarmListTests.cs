using System.Text.Json;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public class StreamAlarmListTests
{
    [Fact]
    public void Create_Board_HasStatesAndTheAccountOfEvents()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(9, double.PositiveInfinity);

        JsonElement json = JsonSerializer.SerializeToElement(
            [StreamAlarmList.Create("main", TestStream.Publisher, rig.Engine.Board.Read(), rig.Engine.Events)],
            StreamAlarmListJson.Default.IEnumerableStreamAlarmList)[0];

        json.GetProperty("stream").GetString().ShouldBe("main");
        json.GetProperty("publisher").GetGuid().ShouldBe(TestStream.Publisher);
        json.GetProperty("events").GetRawText().ShouldBe("""{"offered":1,"taken":0,"dropped":0,"held":1}""");
        JsonElement alarm = json.GetProperty("alarms").EnumerateArray().ShouldHaveSingleItem();
        alarm.GetProperty("state").GetString().ShouldBe("active");
        alarm.GetProperty("kind").GetString().ShouldBe("upper");
        alarm.GetProperty("value").GetString().ShouldBe("Infinity");
        alarm.GetProperty("sinceIndex").GetInt64().ShouldBe(1);
    }

    [Fact]
    public void Create_PastStream_HasTheNamesThatToolsRelyOn()
    {
        AlarmSnapshot alarm = new(AlarmRig.Upper with { Unit = "kN" }, AlarmStatus.Initial);
        using AlarmEvents events = new();

        JsonSerializer.Serialize(
            [StreamAlarmList.Create("main", TestStream.Publisher, [alarm], events, past: true)],
            StreamAlarmListJson.Default.IEnumerableStreamAlarmList)
            .ShouldBe(
                """
                [{"stream":"main","publisher":"00112233-4455-6677-8899-aabbccddeeff","past":true,
                "events":{"offered":0,"taken":0,"dropped":0,"held":0},"alarms":[{"limit":1,"revision":1,
                "variable":"servo1.force","kind":"upper","value1":10,"value2":0,"unit":"kN","severity":"warning",
                "latch":false,"state":"normal","under":"normal","sinceIndex":0,"sinceUtcNs":0,"value":"NaN",
                "shelvedUntilUtcNs":0,"by":""}]}]
                """.ReplaceLineEndings(""));
    }
}
