using System.Text.Json;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Signals.Expressions.Program;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;
using SignalMonitor.Streams;

namespace SignalMonitor.Http;

/// <summary>
/// The newest values of a stream as JSON; external tools rely on the member names (docs/http.md).
/// </summary>
internal static class SnapshotJson
{
    // Written by hand: browsers get it four times a second, and records would allocate per signal and function.

    /// <summary>The newest values of a stream of a connection, as <c>GET /snapshot</c> has them.</summary>
    public static void Write(Utf8JsonWriter json, MonitorConnection connection, MonitoredStream stream)
    {
        bool stale = stream.Freshness.In(connection.Receive.State.Stale) != StaleState.Fresh || stream.IsPast;
        Write(json, stream.Name, stream.Board?.Read(), stale, stream.Variables?.Plan, stream.IsReplay);
    }

    /// <summary>Values are the last point; NaN and infinities, which JSON has no number for, are strings.</summary>
    /// <param name="json">Where it goes.</param>
    /// <param name="stream">Name of the stream.</param>
    /// <param name="snapshot">Its newest values; null before the first block.</param>
    /// <param name="stale">True when the stream has no current value.</param>
    /// <param name="variables">Its calculated channels; null without any.</param>
    /// <param name="replay">True for a recording. The member is written only then: those of a live stream do not
    /// change.</param>
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
        if (replay)
            json.WriteBoolean("replay", true);
        json.WriteStartArray("channels");
        for (int signal = 0; signal < (snapshot?.Values.Length ?? 0); signal++)
            WriteSignal(json, snapshot!, signal, stale);
        json.WriteEndArray();
        json.WriteStartArray("variables");
        if (variables is not null)
            WriteVariables(json, variables, stale);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteSignal(Utf8JsonWriter json, StreamSnapshot snapshot, int signal, bool stale)
    {
        json.WriteStartObject();
        json.WriteString("name", snapshot.Plan.Signals[signal].Name);
        ValueJson.Write(json, "value", snapshot.Values[signal]);
        json.WriteString("unit", snapshot.Plan.Signals[signal].Unit);
        json.WriteString("quality", StateNames.NameOf(StateNames.Worst(snapshot.Qualities[signal], stale)));
        json.WriteStartObject("derived");
        for (int function = 0; function < snapshot.Plan.Functions.Length; function++)
            ValueJson.Write(json, snapshot.Plan.Functions[function].Name, snapshot.DerivedOf(signal, function));
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteVariables(Utf8JsonWriter json, VariablePlan plan, bool stale)
    {
        VariableValues values = plan.Board.Read();
        for (int i = 0; i < plan.Variables.Length; i++)
        {
            if (plan.Variables[i].IsRunning && plan.Variables[i].Kind != SignalKind.Table)
                WriteVariable(json, plan.Variables[i], values, i, stale);
        }
    }

    private static void WriteVariable(
        Utf8JsonWriter json, RunningVariable variable, VariableValues values, int place, bool stale)
    {
        json.WriteStartObject();
        json.WriteString("name", variable.Name);
        ValueJson.Write(json, "value", values.Values[place]);
        json.WriteString("unit", variable.Unit);
        json.WriteString("quality", StateNames.NameOf(StateNames.Worst(values.Qualities[place], stale)));
        json.WriteNumber("revision", variable.Definition.Revision);
        if (variable.Kind == SignalKind.Result)
            json.WriteString("state", values.Final[place] ? "final" : "pending");
        if (values.Missing[place] is { } reason)
            json.WriteString("reason", reason);
        json.WriteEndObject();
    }
}
