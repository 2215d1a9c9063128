using System.Numerics;
using FuncLibs.Hosting.Configuration;

namespace HardwareConnector.Configuration;

/// <summary>Checks what a source needs beyond its address.</summary>
/// <param name="presetFault">What is wrong with a preset at a rate, with what is allowed; null when nothing is.</param>
public sealed class SourceCheck(Func<SourceOptions, string?> presetFault) : IOptionsCheck<ConnectorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        if (options.Sources.Length != 1)
            yield return new OptionFault("Sources", $"{options.Sources.Length} sources are configured", "exactly one");
        for (int i = 0; i < options.Sources.Length; i++)
        {
            SourceOptions source = options.Sources[i];
            if (!BitOperations.IsPow2(source.QueueBlocks))
                yield return new OptionFault($"Sources:{i}:QueueBlocks", $"{source.QueueBlocks} is not a power of two", "2, 4, 8 ... 4096");
            if (source.Type == SourceType.Simulator && presetFault(source) is { } fault)
                yield return new OptionFault($"Sources:{i}:Preset", fault, "a preset that `simulator presets` lists, at a rate it allows");
        }
    }
}
