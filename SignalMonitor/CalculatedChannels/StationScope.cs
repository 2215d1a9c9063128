using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals.Expressions.Sources;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.CalculatedChannels;

/// <summary>The names of a stream, with what the definitions of its station add: second names of channels, the sizes of
/// the specimen (of the newest test run, also after its stop), and the custom units.</summary>
internal static class StationScope
{
    /// <summary>The names.</summary>
    public static StreamScope From(StreamSignals signals, VariableSet set) => new(
        signals,
        new RunConstants(
            set.NewestRun?.L0Mm ?? double.NaN, set.NewestRun?.S0Mm2 ?? double.NaN)
        { Identity = set.RunIdentity },
        set.Aliases.ToDictionary(alias => alias.Alias, alias => alias.Channel, StringComparer.Ordinal),
        CustomUnits.From(set.Units).Table);
}
