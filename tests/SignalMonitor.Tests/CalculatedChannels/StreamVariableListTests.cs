using System.Text.Json;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Tests.CalculatedChannels;

public class StreamVariableListTests
{
    [Fact]
    public void Create_ValueAndTable_HaveTheNamesThatToolsRelyOn()
    {
        using VariableRig rig = new();
        rig.Edit(
            [VariableRig.Variable("twice", "2 * servo1.force"), VariableRig.Variable("turns", "rainflow(servo1.force)")]);
        rig.Next();

        JsonSerializer.Serialize(
            [StreamVariableList.Create(rig.Plan, past: true)],
            StreamVariableListJson.Default.IEnumerableStreamVariableList)
            .ShouldBe(
                """
                [{"stream":"main","past":true,"revision":1,"variables":[{"name":"twice",
                "expression":"2 * servo1.force","unit":"kN","revision":1,"rateHz":30000,"running":true,"fault":null,
                "warning":null},{"name":"turns","expression":"rainflow(servo1.force)","unit":"kN","revision":1,
                "rateHz":0,"running":true,"fault":null,"warning":null,"pointsPerCycle":0,"peakError":"NaN",
                "rate":"no closed cycle yet","droppedRows":0,"classWidth":0,"closedEarly":0}],"limitFaults":[]}]
                """.ReplaceLineEndings(""));
    }
}
