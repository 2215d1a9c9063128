using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>
/// The definitions of one station as a file: what `signals export` writes and `signals import` reads. Units are those
/// of all stations. Rows have the columns of their tables, without station, number, revision and author.
/// </summary>
/// <remarks>What may be left out is `set`: generated JSON gives `init` members that are not in the file null, not their
/// default.</remarks>
public sealed record VariablesDocument
{
    /// <summary>Value of <see cref="Format"/>.</summary>
    public const string CurrentFormat = "telemetry-variables/1";

    /// <summary>Name and version of the format.</summary>
    public required string Format { get; init; }

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Variables.</summary>
    public SignalVariable[] Variables { get; set; } = [];

    /// <summary>Limits.</summary>
    public StoredLimit[] Limits { get; set; } = [];

    /// <summary>Units of the lab.</summary>
    public UnitDefinition[] Units { get; set; } = [];

    /// <summary>Second names of channels.</summary>
    public ChannelAlias[] Aliases { get; set; } = [];

    /// <summary>Break triggers.</summary>
    public StoredBreakTrigger[] Breaks { get; set; } = [];

    /// <summary>True when a file had null for a list.</summary>
    internal bool HasNull => new object?[] { Variables, Limits, Units, Aliases, Breaks }.Contains(null);

    /// <summary>A set as a document. Test runs belong to specimens and are no part of it.</summary>
    public static VariablesDocument From(VariableSet set) => new()
    {
        Format = CurrentFormat,
        Station = set.Station,
        Variables = [.. set.Variables],
        Limits = [.. set.Limits],
        Units = [.. set.Units],
        Aliases = [.. set.Aliases],
        Breaks = [.. set.Breaks],
    };

    /// <summary>Its rows, units and aliases first.</summary>
    /// <param name="station">The station that they are for.</param>
    public IReadOnlyList<Definition> Rows(string station) =>
    [
        .. Units,
        .. Aliases.Select(alias => alias with { Station = station }),
        .. Variables.Select(variable => variable with { Station = station }),
        .. Limits.Select(limit => limit with { Station = station }),
        .. Breaks.Select(trigger => trigger with { Station = station }),
    ];
}
