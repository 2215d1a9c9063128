using FuncLibs.Hosting.Configuration;
using FuncLibs.Signals.Elementwise;

namespace SignalMonitor.Configuration;

/// <summary>Checks that every function exists and is given once.</summary>
public sealed class ComputeCheck : IOptionsCheck<MonitorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(MonitorOptions options)
    {
        string allowed = string.Join(", ", ElementwiseFunction.All.Select(function => function.Name));
        foreach (string name in options.Compute.Functions)
        {
            if (ElementwiseFunction.Find(name) is null)
                yield return new OptionFault("Compute:Functions", $"'{name}' is no element-wise function", allowed);
        }

        foreach (IGrouping<string, string> name in options.Compute.Functions.GroupBy(
            name => name, StringComparer.OrdinalIgnoreCase))
        {
            if (name.Count() > 1)
                yield return new OptionFault("Compute:Functions", $"'{name.Key}' is given more than once", allowed);
        }
    }
}
