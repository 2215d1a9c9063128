using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>
/// The definitions of one station as a file: what `signals export` writes and `signals import` reads. Units are those of all stations.
/// </summary>
/// <remarks>What may be left out is `set`: generated JSON gives `init` members that are not in the file null, not their default.</remarks>
public sealed record VariablesDocument
{
    /// <summary>What stands in <see cref="Format"/>.</summary>
    public const string CurrentFormat = "telemetry-variables/1";

    /// <summary>Name and version of the format.</summary>
    public required string Format { get; init; }

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Variables.</summary>
    public VariableDocumentEntry[] Variables { get; set; } = [];

    /// <summary>Limits.</summary>
    public LimitDocumentEntry[] Limits { get; set; } = [];

    /// <summary>Units of the lab.</summary>
    public UnitDocumentEntry[] Units { get; set; } = [];

    /// <summary>Second names of channels.</summary>
    public AliasDocumentEntry[] Aliases { get; set; } = [];

    /// <summary>Break triggers.</summary>
    public BreakDocumentEntry[] Breaks { get; set; } = [];

    /// <summary>A set as a document. Test runs belong to specimens and are no part of it.</summary>
    public static VariablesDocument Of(VariableSet set) => new()
    {
        Format = CurrentFormat,
        Station = set.Station,
        Variables = [.. set.Variables.Select(VariableDocumentEntry.Of)],
        Limits = [.. set.Limits.Select(LimitDocumentEntry.Of)],
        Units = [.. set.Units.Select(UnitDocumentEntry.Of)],
        Aliases = [.. set.Aliases.Select(AliasDocumentEntry.Of)],
        Breaks = [.. set.Breaks.Select(BreakDocumentEntry.Of)],
    };

    /// <summary>Its rows, units and aliases first.</summary>
    /// <param name="station">The station that they are for.</param>
    public IReadOnlyList<Definition> Rows(string station) =>
    [
        .. Units.Select(unit => unit.ToRow()),
        .. Aliases.Select(alias => alias.ToRow(station)),
        .. Variables.Select(variable => variable.ToRow(station)),
        .. Limits.Select(limit => limit.ToRow(station)),
        .. Breaks.Select(trigger => trigger.ToRow(station)),
    ];
}
