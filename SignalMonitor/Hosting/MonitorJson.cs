using System.Text.Json;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Signals;
using SignalMonitor.Computation;
using SignalMonitor.Computation.Variables;
using SignalMonitor.Hosting.Signals;
using SignalMonitor.Receiving;
using SignalMonitor.Saving;

namespace SignalMonitor.Hosting;

/// <summary>Health and snapshots as JSON; the names are relied on by outside tools (docs/architecture.md).</summary>
internal static class MonitorJson
{
    private static readonly string[] BadFrameNames =
        ["magic", "version", "length", "headerCrc", "payloadCrc", "flags", "oversize", "unknownContent", "decode", "kind"];

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
            TransportJson.Write(json, transport);
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

    /// <summary>The newest values of a stream of a connection, as <c>GET /snapshot</c> has them.</summary>
    public static void WriteSnapshot(Utf8JsonWriter json, MonitorConnection connection, MonitoredStream stream)
    {
        bool stale = stream.Freshness.In(connection.Receive.State.Stale) != StaleState.Fresh || stream.IsPast;
        WriteSnapshot(json, stream.Name, stream.Board?.Read(), stale, stream.Variables?.Plan, stream.IsReplay);
    }

    /// <summary>Values are the last point; NaN and infinities, which JSON has no number for, are strings.</summary>
    public static void WriteSnapshot(
        Utf8JsonWriter json, string stream, StreamSnapshot? snapshot, bool stale, VariablePlan? variables = null, bool replay = false)
    {
        json.WriteStartObject();
        json.WriteString("stream", stream);
        json.WriteNumber("sequence", snapshot?.Sequence ?? 0);
        WriteReplay(json, replay);
        json.WriteStartArray("channels");
        for (int signal = 0; signal < (snapshot?.Values.Length ?? 0); signal++)
        {
            json.WriteStartObject();
            json.WriteString("name", snapshot!.Plan.Signals[signal].Name);
            JsonNumbers.Write(json, "value", snapshot.Values[signal]);
            json.WriteString("unit", snapshot.Plan.Signals[signal].Unit);
            json.WriteString("quality", NameOf(Worst(snapshot.Qualities[signal], stale)));
            json.WriteStartObject("derived");
            for (int function = 0; function < snapshot.Plan.Functions.Length; function++)
                JsonNumbers.Write(json, snapshot.Plan.Functions[function].Name, snapshot.DerivedOf(signal, function));
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        VariableJson.WriteValues(json, variables, stale);
        json.WriteEndObject();
    }

    /// <summary>A quality in lower case.</summary>
    public static string NameOf(Quality quality) => quality switch
    {
        Quality.Good => "good",
        Quality.Uncertain => "uncertain",
        Quality.Saturated => "saturated",
        Quality.Stale => "stale",
        _ => "invalid",
    };

    /// <summary>Where a delivery stands, in lower case.</summary>
    public static string NameOf(DeliveryState state) => state switch
    {
        DeliveryState.Joining => "joining",
        DeliveryState.CatchUp => "catchUp",
        DeliveryState.Live => "live",
        DeliveryState.Gap => "gap",
        _ => "init",
    };

    /// <summary>How far values are of now, in lower case.</summary>
    public static string NameOf(StaleState state) => state switch
    {
        StaleState.Fresh => "fresh",
        StaleState.RigStale => "rigStale",
        StaleState.ConnectorStale => "connectorStale",
        StaleState.Past => "past",
        _ => "unheard",
    };

    /// <summary>The quality of a value, given whether its stream is stale.</summary>
    public static Quality Worst(Quality quality, bool stale) => stale && quality < Quality.Stale ? Quality.Stale : quality;

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

    // Said of a recording only: the names of a live stream stay those that tools rely on.
    private static void WriteReplay(Utf8JsonWriter json, bool replay)
    {
        if (replay)
            json.WriteBoolean("replay", true);
    }

    private static void WriteStream(Utf8JsonWriter json, StreamHealth stream)
    {
        StreamAccount account = stream.Account;
        json.WriteStartObject();
        json.WriteString("name", stream.Stream.Name);
        WriteReplay(json, stream.Stream.IsReplay);
        json.WriteString("freshness", NameOf(stream.Stale));
        json.WriteNumber("epoch", account.Epoch);
        json.WriteNumber("published", account.Published);
        json.WriteNumber("delivered", account.Delivered);
        json.WriteNumber("declaredLost", account.DeclaredLost);
        json.WriteNumber("missing", account.Missing);
        WriteUnknownEnds(json, account.UnknownEnds);
        json.WriteNumber("replayed", account.Replayed);
        json.WriteString("state", stream.Stream.IsRetired ? "past" : NameOf(stream.Stream.State));
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
