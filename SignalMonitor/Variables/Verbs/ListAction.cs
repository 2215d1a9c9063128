using System.Globalization;
using System.Text.Json;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Tables;

namespace SignalMonitor.Variables.Verbs;

/// <summary>
/// `signals list`: all definitions of a station, as tables or as one JSON object. Rows that are broken are faults; the others are shown.
/// </summary>
internal static class ListAction
{
    /// <summary>Does it.</summary>
    public static int Run(VerbSession session, bool json)
    {
        if (!session.Repository.Load(session.Station).Has(out VariableSet? set, out DatabaseFault? fault))
            return session.Fail(fault.Text);
        if (json)
            session.Output.WriteLine(DefinitionJson.Text(writer => Write(writer, set)));
        else
            Print(session.Output, set, session.Repository.Name);
        return session.Fail(set.Broken);
    }

    private static void Print(TextWriter output, VariableSet set, string database)
    {
        output.WriteLine($"{set.Station} in {database}, revision {set.Revision}, "
            + $"{(set.Run is null ? "no test run" : $"test run {set.Run.Name}")}");
        TextTable.Write(
            output,
            ["variable", "unit", "digits", "rev", "state", "expression"],
            set.Variables.Select(v => new[] { v.Name, v.Unit, Text(v.DisplayDigits), Text(v.Revision), State(v.Enabled), v.Expression }));
        TextTable.Write(
            output,
            ["limit on", "kind", "severity", "value", "value2", "hysteresis", "ms", "latch", "rev", "state"],
            set.Limits.Select(l => new[]
            {
                l.Variable, Words.Of(l.Kind), Words.Of(l.Severity), Text(l.Value), Text(l.Value2), Text(l.Hysteresis),
                Text(l.MinDurationMs), l.Latch ? "yes" : "no", Text(l.Revision), State(l.Enabled),
            }));
        TextTable.Write(output, ["alias", "channel"], set.Aliases.Select(a => new[] { a.Alias, a.Channel }));
        TextTable.Write(
            output,
            ["unit", "dimension", "factor", "offset"],
            set.Units.Select(u => new[] { u.Name, u.Dimension, Text(u.Factor), Text(u.Offset) }));
    }

    private static void Write(Utf8JsonWriter writer, VariableSet set)
    {
        writer.WriteStartObject();
        writer.WriteString("station", set.Station);
        writer.WriteNumber("revision", set.Revision);
        Rows(writer, "variables", set.Variables);
        Rows(writer, "limits", set.Limits);
        Rows(writer, "units", set.Units);
        Rows(writer, "aliases", set.Aliases);
        Rows(writer, "runs", set.Run is null ? [] : [set.Run]);
        writer.WriteEndObject();
    }

    private static void Rows(Utf8JsonWriter writer, string name, IEnumerable<Definition> rows)
    {
        writer.WriteStartArray(name);
        foreach (Definition row in rows)
            DefinitionJson.Write(writer, DefinitionTables.Of(row), row);
        writer.WriteEndArray();
    }

    private static string State(bool enabled) => enabled ? "on" : "off";

    private static string Text(IFormattable? number) => number?.ToString(null, CultureInfo.InvariantCulture) ?? "";
}
