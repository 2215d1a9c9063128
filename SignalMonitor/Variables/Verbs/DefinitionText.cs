using System.Globalization;
using SignalMonitor.Formatting;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Verbs;

/// <summary>The definitions of a station as tables for people.</summary>
internal static class DefinitionText
{
    /// <summary>The variables.</summary>
    public static void Variables(TextWriter output, VariableSet set) => TextTable.Write(
        output,
        ["variable", "unit", "digits", "rev", "state", "over runs", "expression"],
        set.Variables.Select(
            v => new[] { v.Name, v.Unit, Text(v.DisplayDigits), Text(v.Revision), State(v.Enabled), v.KeepOverRuns
                ? "kept"
                : "reset", v.Expression }));

    /// <summary>The limits.</summary>
    public static void Limits(TextWriter output, VariableSet set) => TextTable.Write(
        output,
        [
            "limit on", "kind", "severity", "value", "value2", "hysteresis", "unit", "ms", "count", "latch", "rev",
            "state",
        ],
        set.Limits.Select(l => new[]
        {
            l.Variable, EnumWords.Get(l.Kind), EnumWords.Get(l.Severity), Text(l.Value), Text(l.Value2),
            Text(l.Hysteresis),
            l.Unit, Text(l.MinDurationMs), Text(l.MinDurationCount), l.Latch ? "yes" : "no", Text(l.Revision),
            State(l.Enabled),
        }));

    /// <summary>The break triggers.</summary>
    public static void Breaks(TextWriter output, VariableSet set) => TextTable.Write(
        output,
        [
            "break", "channel", "fall %", "within ms", "least force", "before ms", "after ms", "rearm ms", "columns",
            "rev", "state",
        ],
        set.Breaks.Select(b => new[]
        {
            b.Name, b.Channel, Text(b.FallPercent), Text(b.WithinMs), Text(b.MinForce), Text(b.BeforeMs),
            Text(b.AfterMs), Text(b.RearmMs),
            b.Columns, Text(b.Revision), State(b.Enabled),
        }));

    /// <summary>Second names of channels.</summary>
    public static void Aliases(TextWriter output, VariableSet set) => TextTable.Write(
        output, ["alias", "channel", "rev"], set.Aliases.Select(a => new[] { a.Alias, a.Channel, Text(a.Revision) }));

    /// <summary>Units of the lab.</summary>
    public static void Units(TextWriter output, VariableSet set) => TextTable.Write(
        output,
        ["unit", "dimension", "factor", "offset", "rev"],
        set.Units.Select(u => new[] { u.Name, u.Dimension, Text(u.Factor), Text(u.Offset), Text(u.Revision) }));

    private static string State(bool enabled) => enabled ? "on" : "off";

    private static string Text(IFormattable? number) => number?.ToString(null, CultureInfo.InvariantCulture) ?? "";
}
