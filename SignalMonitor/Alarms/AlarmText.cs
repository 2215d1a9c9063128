using System.Globalization;
using FuncLibs.Signals.Limits;

namespace SignalMonitor.Alarms;

/// <summary>One line for people.</summary>
internal static class AlarmText
{
    /// <summary>Such as <c>servo1.force upper 100: 103.2, normal -> active (raised, critical)</c>.</summary>
    public static string Format(in AlarmEvent made)
    {
        string value = double.IsNaN(made.Value)
            ? "" : string.Create(CultureInfo.InvariantCulture, $"{made.Value:G7}{UnitOf(made.Limit)}, ");
        string by = made.By.Length > 0 ? $" by {made.By}" : "";
        return $"{Format(made.Limit)}: {value}{AlarmNames.Get(made.From)} -> {AlarmNames.Get(made.To)} "
            + $"({AlarmNames.Get(made.Cause)}{by}, {LimitNames.NameOf(made.Limit.Severity)})";
    }

    private static string Format(LimitDefinition limit)
    {
        string upper =
            limit.Kind == LimitKind.Band ? string.Create(CultureInfo.InvariantCulture, $" to {limit.Value2:G7}") : "";
        string kind = LimitNames.NameOf(limit.Kind);
        return string.Create(
            CultureInfo.InvariantCulture, $"{limit.Variable} {kind} {limit.Value:G7}{upper}{UnitOf(limit)}");
    }

    private static string UnitOf(LimitDefinition limit) => limit.ValueUnit.Length == 0 ? "" : " " + limit.ValueUnit;
}
