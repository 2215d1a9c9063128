using System.Text.Json;
using FuncLibs.Messaging.Delivery;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;
using SignalMonitor.Streams;

namespace SignalMonitor.Http;

/// <summary>
/// The newest values of a stream as JSON; the names are relied on by outside tools (docs/architecture.md).
/// </summary>
internal static class SnapshotJson
{
    /// <summary>The newest values of a stream of a connection, as <c>GET /snapshot</c> has them.</summary>
    public static void Write(Utf8JsonWriter json, MonitorConnection connection, MonitoredStream stream)
    {
        bool stale = stream.Freshness.In(connection.Receive.State.Stale) != StaleState.Fresh || stream.IsPast;
        Write(json, stream.Name, stream.Board?.Read(), stale, stream.Variables?.Plan, stream.IsReplay);
    }

    /// <summary>Values are the last point; NaN and infinities, which JSON has no number for, are strings.</summary>
    public static void Write(
        Utf8JsonWriter json,
        string stream,
        StreamSnapshot? snapshot,
        bool stale,
        VariablePlan? variables = null,
        bool replay = false)
    {
        json.WriteStartObject();
        json.WriteString("stream", stream);
        json.WriteNumber("sequence", snapshot?.Sequence ?? 0);
        ValueJson.WriteReplay(json, replay);
        json.WriteStartArray("channels");
        for (int signal = 0; signal < (snapshot?.Values.Length ?? 0); signal++)
        {
            json.WriteStartObject();
            json.WriteString("name", snapshot!.Plan.Signals[signal].Name);
            ValueJson.Write(json, "value", snapshot.Values[signal]);
            json.WriteString("unit", snapshot.Plan.Signals[signal].Unit);
            json.WriteString("quality", StateNames.NameOf(StateNames.Worst(snapshot.Qualities[signal], stale)));
            json.WriteStartObject("derived");
            for (int function = 0; function < snapshot.Plan.Functions.Length; function++)
                ValueJson.Write(json, snapshot.Plan.Functions[function].Name, snapshot.DerivedOf(signal, function));
            json.WriteEndObject();
            json.WriteEndObject();
        }

        json.WriteEndArray();
        VariableJson.WriteValues(json, variables, stale);
        json.WriteEndObject();
    }
}
