using System.Buffers;
using System.Text.Json;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public class AlarmJsonTests
{
    [Fact]
    public void Write_Board_HasStatesAndTheAccountOfEvents()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(9, double.PositiveInfinity);

        JsonElement json = Written(
            writer => AlarmJson.Write(
                writer, "main", TestStream.Publisher, rig.Engine.Board.Read(), rig.Engine.Events));

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
    public void Write_Event_SaysTheSameAsTheWire()
    {
        using AlarmRig rig = new(AlarmRig.Upper);
        rig.Feed(9, 11);
        AlarmEvent made = rig.Events().ShouldHaveSingleItem();
        ArrayBufferWriter<byte> wire = new();
        AlarmPayloads.Of(made, stream: 3).Write(wire);
        AlarmPayload notice = AlarmPayload.Read(wire.WrittenSpan, out MapFault _).ShouldNotBeNull();

        JsonElement json = Written(writer => AlarmJson.Write(writer, made));

        json.GetProperty("n").GetInt64().ShouldBe(notice.Number);
        json.GetProperty("sampleIndex").GetInt64().ShouldBe(notice.SampleIndex);
        json.GetProperty("utcNs").GetInt64().ShouldBe(notice.UtcNs);
        json.GetProperty("state").GetString().ShouldBe(notice.State);
        json.GetProperty("value").GetDouble().ShouldBe(notice.Value);
        json.GetProperty("text").GetString().ShouldBe(notice.Text);
        notice.Stream.ShouldBe(3u);
    }

    private static JsonElement Written(Action<Utf8JsonWriter> write)
    {
        ArrayBufferWriter<byte> text = new();
        using (Utf8JsonWriter json = new(text))
            write(json);
        using JsonDocument document = JsonDocument.Parse(text.WrittenMemory);
        return document.RootElement.Clone();
    }
}
