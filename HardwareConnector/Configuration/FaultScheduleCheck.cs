using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Checks the fault schedules of simulated rigs.</summary>
/// <param name="faultsOf">Everything that is wrong with the schedule of a source.</param>
public sealed class FaultScheduleCheck(Func<SourceOptions, IReadOnlyList<string>> faultsOf) : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        for (int i = 0; i < options.Sources.Length; i++)
        {
            if (options.Sources[i].Type != SourceType.Simulator)
                continue;
            foreach (string fault in faultsOf(options.Sources[i]))
                yield return new OptionFault($"Sources:{i}:Faults", fault, "a schedule as docs/faults.md describes it");
        }
    }
}
