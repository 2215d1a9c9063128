using FuncLibs.Hosting.Configuration;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Configuration;

/// <summary>
/// Checks what can be checked of break triggers without a catalogue; the rest is checked when a stream is there.
/// </summary>
public sealed class BreakCheck : IOptionsCheck<MonitorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        if (options.Breaks.Length > BreakOptions.MaxBreaks)
            yield return new OptionFault(
                "Breaks", $"{options.Breaks.Length} break triggers", $"at most {BreakOptions.MaxBreaks}");
        for (int i = 0; i < options.Breaks.Length; i++)
        {
            BreakOptions one = options.Breaks[i];
            string key = $"Breaks:{i}:";
            if (!(one.MinForce > 0))
                yield return new OptionFault(
                    key + "MinForce", $"{one.MinForce} is no force of a test", "above 0, in units of the channel");
            if (Array.FindIndex(options.Breaks, other => other.IsNamed(one.Name)) < i)
                yield return new OptionFault(
                    key + "Name", $"'{one.Name}' is given more than once", "a name of its own for each");
            if (one.Columns.Length > BreakOptions.MaxColumns)
                yield return new OptionFault(
                    key + "Columns", $"{one.Columns.Length} signals", $"at most {BreakOptions.MaxColumns}");
            if (one.Columns.GroupBy(
                name => name, StringComparer.Ordinal).FirstOrDefault(same => same.Count() > 1) is { } twice)
                yield return new OptionFault(
                    key + "Columns", $"'{twice.Key}' is given more than once", "each signal once");
        }
    }
}
