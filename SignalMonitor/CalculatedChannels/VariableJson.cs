using System.Text.Json;
using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;
using SignalMonitor.Formatting;
using SignalMonitor.Variables;

namespace SignalMonitor.CalculatedChannels;

/// <summary>Signal variables as JSON; the names are relied on by outside tools (docs/architecture.md).</summary>
internal static class VariableJson
{
    /// <summary>The member <c>variables</c> of a snapshot: newest values of what runs.</summary>
    /// <param name="json">Inside an object.</param>
    /// <param name="plan">The plan in force; null writes an empty list.</param>
    /// <param name="stale">True when the stream shows no value of now.</param>
    public static void WriteValues(Utf8JsonWriter json, VariablePlan? plan, bool stale)
    {
        json.WriteStartArray("variables");
        if (plan is not null)
        {
            VariableValues values = plan.Board.Read();
            for (int i = 0; i < plan.Variables.Length; i++)
            {
                if (plan.Variables[i].IsRunning && plan.Variables[i].Kind != SignalKind.Table)
                    WriteValue(json, plan.Variables[i], values, i, stale);
            }
        }

        json.WriteEndArray();
    }

    /// <summary>All variables of a stream: what runs, since when, and what is wrong.</summary>
    /// <param name="json">Inside a list.</param>
    /// <param name="stream">Name of the stream.</param>
    /// <param name="plan">The plan in force.</param>
    /// <param name="past">True when nobody announces the stream any more; said only then.</param>
    public static void WritePlan(Utf8JsonWriter json, string stream, VariablePlan plan, bool past = false)
    {
        json.WriteStartObject();
        json.WriteString("stream", stream);
        if (past)
            json.WriteBoolean("past", true);
        json.WriteNumber("revision", plan.Set.Revision);
        json.WriteStartArray("variables");
        VariableValues values = plan.Board.Read();
        for (int i = 0; i < plan.Variables.Length; i++)
        {
            RunningVariable variable = plan.Variables[i];
            json.WriteStartObject();
            json.WriteString("name", variable.Name);
            json.WriteString("expression", variable.Definition.Expression);
            json.WriteString("unit", variable.Unit);
            json.WriteNumber("revision", variable.Definition.Revision);
            json.WriteNumber("rateHz", variable.RateHz);
            json.WriteBoolean("running", variable.IsRunning);
            json.WriteString("fault", variable.Fault);
            json.WriteString("warning", variable.Warning);
            if (variable.ProbePlace >= 0)
                WriteAdequacy(json, values.AdequacyOf(i));
            if (variable is { IsRunning: true, Kind: SignalKind.Table })
                WriteLoss(json, values.Losses[i]);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("limitFaults");
        foreach (UnwatchedLimit limit in plan.LimitFaults)
            json.WriteStringValue(limit.Text);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>
    /// The member <c>variables</c> of health: which definitions are in force, and whether the database still says so.
    /// </summary>
    public static void WriteStatus(Utf8JsonWriter json, VariableWatchStatus? status)
    {
        json.WriteStartObject("variables");
        json.WriteBoolean("database", status is not null);
        if (status is not null)
        {
            json.WriteNumber("revision", status.Set?.Revision ?? 0);
            json.WriteBoolean("stale", status.IsStale);
            json.WriteString("reason", status.Reason);
            json.WriteNumber("brokenRows", status.Set?.Broken.Length ?? 0);
        }

        json.WriteEndObject();
    }

    private static void WriteAdequacy(Utf8JsonWriter json, RateAdequacy adequacy)
    {
        ValueJson.Write(json, "pointsPerCycle", adequacy.PointsPerCycle);
        ValueJson.Write(json, "peakError", adequacy.PeakError);
        json.WriteString("rate", adequacy.ToString());
    }

    private static void WriteLoss(Utf8JsonWriter json, TableLoss loss)
    {
        json.WriteNumber("droppedRows", loss.DroppedRows);
        ValueJson.Write(json, "classWidth", loss.ClassWidth);
        json.WriteNumber("closedEarly", loss.ClosedEarly);
    }

    private static void WriteValue(
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
