using System.Text.Json;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Delivery;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Formatting;
using SignalMonitor.Saving;
using SignalMonitor.Streams;

namespace SignalMonitor.Health;

/// <summary>Health as JSON; the names are relied on by outside tools (docs/architecture.md).</summary>
internal static class HealthJson
{
    private static readonly string[] BadFrameNames =
        [
            "magic", "version", "length", "headerCrc", "payloadCrc", "flags", "oversize", "unknownContent", "decode",
            "kind",
        ];

    public static void WriteHealth(Utf8JsonWriter json, HealthState health)
    {
        json.WriteStartObject();
        json.WriteString("status", health.Status);
        json.WriteStartObject("account");
        WriteAccount(json, health.Streams.Select(stream => stream.Account).ToArray());
        json.WriteEndObject();
        json.WriteStartArray("streams");
        foreach (StreamHealth stream in health.Streams)
            WriteStream(json, stream);
        json.WriteEndArray();
        WriteBadFrames(json, health.BadFrames);
        if (health.Transport is { } transport)
        {
            json.WritePropertyName("transport");
            JsonSerializer.Serialize(
                json, TransportHealth.Create(transport), TransportHealthJson.Default.TransportHealth);
        }

        WritePosition(json, health.Position);
        VariableJson.WriteStatus(json, health.Variables);
        json.WriteStartArray("reasons");
        foreach (string reason in health.Reasons)
            json.WriteStringValue(reason);
        json.WriteEndArray();
        BreakJson.Write(json, health.Breaks);
        RigEventJson.Write(json, health.RigEvents);
        json.WriteEndObject();
    }

    private static void WriteAccount(Utf8JsonWriter json, StreamAccount[] accounts)
    {
        json.WriteNumber("published", accounts.Sum(a => a.Published));
        json.WriteNumber("delivered", accounts.Sum(a => a.Delivered));
        json.WriteNumber("declaredLost", accounts.Sum(a => a.DeclaredLost));
        json.WriteNumber("missing", accounts.Sum(a => a.Missing));
        json.WriteNumber("silentLoss", accounts.Sum(a => a.SilentLoss));
        WriteUnknownEnds(json, accounts.Sum(a => a.UnknownEnds));
    }

    // Said only once there was one.
    private static void WriteUnknownEnds(Utf8JsonWriter json, long ends)
    {
        if (ends > 0)
            json.WriteNumber("unknownEnds", ends);
    }

    private static void WriteStream(Utf8JsonWriter json, StreamHealth stream)
    {
        StreamAccount account = stream.Account;
        json.WriteStartObject();
        json.WriteString("name", stream.Stream.Name);
        ValueJson.WriteReplay(json, stream.Stream.IsReplay);
        json.WriteString("freshness", StateNames.NameOf(stream.Stale));
        json.WriteNumber("epoch", account.Epoch);
        json.WriteNumber("published", account.Published);
        json.WriteNumber("delivered", account.Delivered);
        json.WriteNumber("declaredLost", account.DeclaredLost);
        json.WriteNumber("missing", account.Missing);
        WriteUnknownEnds(json, account.UnknownEnds);
        json.WriteNumber("replayed", account.Replayed);
        json.WriteString("state", stream.Stream.IsRetired ? "past" : StateNames.NameOf(stream.Stream.State));
        json.WriteNumber("duplicates", account.Duplicates + account.Late);
        json.WriteNumber("lostBeforeSequence", account.SamplesBeforeSequence);
        json.WriteNumber("lastSequence", account.LastSequence);
        WriteBadFrames(json, [.. Enum.GetValues<BadFrame>().Select(stream.Stream.Bad.Of)]);
        json.WriteNumber("ageMs", stream.AgeMs);
        json.WriteNumber("firstValueMs", Math.Round(stream.FirstValueMs, 1));
        ClockJson.WriteLatency(json, stream.Latency);
        ClockJson.WriteClock(json, stream.Latency.Clock);
        json.WriteEndObject();
    }

    private static void WritePosition(Utf8JsonWriter json, PositionStatus? position)
    {
        json.WriteStartObject("position");
        json.WriteBoolean("saving", position is not null);
        if (position is not null)
        {
            json.WriteNumber("resumedStreams", position.Resumed);
            json.WriteNumber("ageMs", position.AgeMs);
            json.WriteString("fault", position.Fault ?? position.Damage);
            WriteTexts(json, "notSaved", position.NotSaved);
            WriteTexts(json, "begunAnew", position.BegunAnew);
            WriteTexts(json, "ofUnknownRun", position.OfUnknownRun);
        }

        json.WriteEndObject();
    }

    private static void WriteTexts(Utf8JsonWriter json, string name, IEnumerable<string> texts)
    {
        json.WriteStartArray(name);
        foreach (string text in texts)
            json.WriteStringValue(text);
        json.WriteEndArray();
    }

    private static void WriteBadFrames(Utf8JsonWriter json, IReadOnlyList<long> counts)
    {
        json.WriteStartObject("badFrames");
        for (int cause = 0; cause < BadFrameNames.Length; cause++)
            json.WriteNumber(BadFrameNames[cause], counts[cause]);
        json.WriteEndObject();
    }
}
