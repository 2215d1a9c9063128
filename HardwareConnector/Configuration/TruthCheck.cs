using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Checks the truth files: only a simulated rig in this process has a truth, and each rig its own file.</summary>
public sealed class TruthCheck : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        Dictionary<string, int> taken = new(StringComparer.Ordinal);
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (source.Truth.Length == 0)
                continue;
            if (source.Type != SourceType.Simulator)
            {
                yield return new OptionFault(
                    $"Sources:{i}:Truth",
                    $"a source of type {source.Type} has no truth",
                    "with type Simulator only; a simulator beyond a link writes its own (--Truth:File)");
            }
            else if (!taken.TryAdd(source.Truth, i))
            {
                yield return new OptionFault(
                    $"Sources:{i}:Truth", $"'{source.Truth}' is that of Sources:{taken[source.Truth]}", "a file of its own for each rig");
            }
        }
    }
}
