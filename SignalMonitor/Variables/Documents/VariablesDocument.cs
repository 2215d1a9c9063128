using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>
/// The definitions of one station as a file: what `signals export` writes and `signals import` reads. Units are those
/// of all stations.
/// </summary>
/// <remarks>What may be left out is `set`: generated JSON gives `init` members that are not in the file null, not their
/// default.</remarks>
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

/// <summary>A second name of a channel in a document.</summary>
public sealed record AliasDocumentEntry
{
    /// <inheritdoc cref="ChannelAlias.Alias"/>
    public required string Alias { get; init; }

    /// <inheritdoc cref="ChannelAlias.Channel"/>
    public required string Channel { get; init; }

    internal static AliasDocumentEntry Of(ChannelAlias row) => new() { Alias = row.Alias, Channel = row.Channel };

    internal ChannelAlias ToRow(string station) => new() { Station = station, Alias = Alias, Channel = Channel };
}

/// <summary>A unit of the lab in a document.</summary>
public sealed record UnitDocumentEntry
{
    /// <inheritdoc cref="UnitDefinition.Name"/>
    public required string Name { get; init; }

    /// <inheritdoc cref="UnitDefinition.Dimension"/>
    public required string Dimension { get; init; }

    /// <inheritdoc cref="UnitDefinition.Factor"/>
    public required double Factor { get; init; }

    /// <inheritdoc cref="UnitDefinition.Offset"/>
    public double Offset { get; set; }

    internal static UnitDocumentEntry Of(UnitDefinition row) =>
        new() { Name = row.Name, Dimension = row.Dimension, Factor = row.Factor, Offset = row.Offset };

    internal UnitDefinition ToRow() => new() { Name = Name, Dimension = Dimension, Factor = Factor, Offset = Offset };
}

/// <summary>A limit in a document.</summary>
public sealed record LimitDocumentEntry
{
    /// <inheritdoc cref="StoredLimit.Variable"/>
    public required string Variable { get; init; }

    /// <inheritdoc cref="StoredLimit.Kind"/>
    public required LimitKind Kind { get; init; }

    /// <inheritdoc cref="StoredLimit.Severity"/>
    public LimitSeverity Severity { get; set; } = LimitSeverity.Warning;

    /// <inheritdoc cref="StoredLimit.Value"/>
    public required double Value { get; init; }

    /// <inheritdoc cref="StoredLimit.Value2"/>
    public double? Value2 { get; set; }

    /// <inheritdoc cref="StoredLimit.Hysteresis"/>
    public double Hysteresis { get; set; }

    /// <inheritdoc cref="StoredLimit.Unit"/>
    public string Unit { get; set; } = "";

    /// <inheritdoc cref="StoredLimit.MinDurationMs"/>
    public double MinDurationMs { get; set; }

    /// <inheritdoc cref="StoredLimit.MinDurationCount"/>
    public long MinDurationCount { get; set; }

    /// <inheritdoc cref="StoredLimit.Latch"/>
    public bool Latch { get; set; }

    /// <inheritdoc cref="StoredLimit.Enabled"/>
    public bool Enabled { get; set; } = true;

    /// <inheritdoc cref="StoredLimit.Note"/>
    public string Note { get; set; } = "";

    internal static LimitDocumentEntry Of(StoredLimit row) => new()
    {
        Variable = row.Variable,
        Kind = row.Kind,
        Severity = row.Severity,
        Value = row.Value,
        Value2 = row.Value2,
        Hysteresis = row.Hysteresis,
        Unit = row.Unit,
        MinDurationMs = row.MinDurationMs,
        MinDurationCount = row.MinDurationCount,
        Latch = row.Latch,
        Enabled = row.Enabled,
        Note = row.Note,
    };

    internal StoredLimit ToRow(string station) => new()
    {
        Station = station,
        Variable = Variable,
        Kind = Kind,
        Severity = Severity,
        Value = Value,
        Value2 = Value2,
        Hysteresis = Hysteresis,
        Unit = Unit,
        MinDurationMs = MinDurationMs,
        MinDurationCount = MinDurationCount,
        Latch = Latch,
        Enabled = Enabled,
        Note = Note,
    };
}

/// <summary>A break trigger in a document.</summary>
public sealed record BreakDocumentEntry
{
    private static readonly BreakOptions Defaults = new();

    /// <inheritdoc cref="StoredBreakTrigger.Name"/>
    public required string Name { get; init; }

    /// <inheritdoc cref="StoredBreakTrigger.Channel"/>
    public required string Channel { get; init; }

    /// <inheritdoc cref="StoredBreakTrigger.FallPercent"/>
    public double FallPercent { get; set; } = Defaults.FallPercent;

    /// <inheritdoc cref="StoredBreakTrigger.WithinMs"/>
    public double WithinMs { get; set; } = Defaults.WithinMs;

    /// <inheritdoc cref="StoredBreakTrigger.MinForce"/>
    public required double MinForce { get; init; }

    /// <inheritdoc cref="StoredBreakTrigger.BeforeMs"/>
    public double BeforeMs { get; set; } = Defaults.BeforeMs;

    /// <inheritdoc cref="StoredBreakTrigger.AfterMs"/>
    public double AfterMs { get; set; } = Defaults.AfterMs;

    /// <inheritdoc cref="StoredBreakTrigger.RearmMs"/>
    public double RearmMs { get; set; } = Defaults.RearmMs;

    /// <inheritdoc cref="StoredBreakTrigger.Columns"/>
    public string Columns { get; set; } = "";

    /// <inheritdoc cref="StoredBreakTrigger.Enabled"/>
    public bool Enabled { get; set; } = true;

    /// <inheritdoc cref="StoredBreakTrigger.Note"/>
    public string Note { get; set; } = "";

    internal static BreakDocumentEntry Of(StoredBreakTrigger row) => new()
    {
        Name = row.Name,
        Channel = row.Channel,
        FallPercent = row.FallPercent,
        WithinMs = row.WithinMs,
        MinForce = row.MinForce,
        BeforeMs = row.BeforeMs,
        AfterMs = row.AfterMs,
        RearmMs = row.RearmMs,
        Columns = row.Columns,
        Enabled = row.Enabled,
        Note = row.Note,
    };

    internal StoredBreakTrigger ToRow(string station) => new()
    {
        Station = station,
        Name = Name,
        Channel = Channel,
        FallPercent = FallPercent,
        WithinMs = WithinMs,
        MinForce = MinForce,
        BeforeMs = BeforeMs,
        AfterMs = AfterMs,
        RearmMs = RearmMs,
        Columns = Columns,
        Enabled = Enabled,
        Note = Note,
    };
}

/// <summary>A variable in a document.</summary>
public sealed record VariableDocumentEntry
{
    /// <inheritdoc cref="SignalVariable.Name"/>
    public required string Name { get; init; }

    /// <inheritdoc cref="SignalVariable.Expression"/>
    public required string Expression { get; init; }

    /// <inheritdoc cref="SignalVariable.Unit"/>
    public string Unit { get; set; } = "";

    /// <inheritdoc cref="SignalVariable.DisplayDigits"/>
    public int DisplayDigits { get; set; } = SignalVariable.DefaultDigits;

    /// <inheritdoc cref="SignalVariable.Enabled"/>
    public bool Enabled { get; set; } = true;

    /// <inheritdoc cref="SignalVariable.Note"/>
    public string Note { get; set; } = "";

    /// <inheritdoc cref="SignalVariable.KeepOverRuns"/>
    public bool KeepOverRuns { get; set; }

    internal static VariableDocumentEntry Of(SignalVariable row) => new()
    {
        Name = row.Name,
        Expression = row.Expression,
        Unit = row.Unit,
        DisplayDigits = row.DisplayDigits,
        Enabled = row.Enabled,
        Note = row.Note,
        KeepOverRuns = row.KeepOverRuns,
    };

    internal SignalVariable ToRow(string station) => new()
    {
        Station = station,
        Name = Name,
        Expression = Expression,
        Unit = Unit,
        DisplayDigits = DisplayDigits,
        Enabled = Enabled,
        Note = Note,
        KeepOverRuns = KeepOverRuns,
    };
}
