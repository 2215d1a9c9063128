using System.Collections.Immutable;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// Everything that the database has of one station at one moment. Immutable; may be shared by threads.
/// </summary>
public sealed record VariableSet
{
    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Counts every edit of the database; another number = something may be different.</summary>
    public required long Revision { get; init; }

    /// <summary>All variables, by number of the row.</summary>
    public ImmutableArray<SignalVariable> Variables { get; init; } = [];

    /// <summary>All limits.</summary>
    public ImmutableArray<StoredLimit> Limits { get; init; } = [];

    /// <summary>Units of the lab.</summary>
    public ImmutableArray<UnitDefinition> Units { get; init; } = [];

    /// <summary>Second names of channels.</summary>
    public ImmutableArray<ChannelAlias> Aliases { get; init; } = [];

    /// <summary>Break triggers.</summary>
    public ImmutableArray<StoredBreakTrigger> Breaks { get; init; } = [];

    /// <summary>
    /// The open test run, else the last one that was stopped: its sizes are those of formulas; null before the
    /// first.
    /// </summary>
    public TestRun? NewestRun { get; init; }

    /// <summary>The open test run; null = none.</summary>
    public TestRun? Run => NewestRun is { StoppedUtc: null } open ? open : null;

    /// <summary>
    /// Text that names the newest test run of the station, whether it is open or was stopped; empty before the first.
    /// Another text resets the state of functions.
    /// </summary>
    public string RunIdentity { get; init; } = "";

    /// <summary>Rows that could not be used.</summary>
    public ImmutableArray<BrokenRow> Broken { get; init; } = [];

    /// <summary>The variables to compute.</summary>
    public IEnumerable<SignalVariable> EnabledVariables => Variables.Where(variable => variable.Enabled);

    /// <summary>The limits to watch.</summary>
    public IEnumerable<StoredLimit> EnabledLimits => Limits.Where(limit => limit.Enabled);

    /// <summary>The break triggers to watch.</summary>
    public IEnumerable<StoredBreakTrigger> EnabledBreaks => Breaks.Where(trigger => trigger.Enabled);

    /// <summary>Whether another set has the same content, whatever its revision.</summary>
    public bool HasSameContent(VariableSet other) =>
        Station == other.Station
        && NewestRun == other.NewestRun
        && RunIdentity == other.RunIdentity
        && Variables.SequenceEqual(other.Variables)
        && Limits.SequenceEqual(other.Limits)
        && Units.SequenceEqual(other.Units)
        && Aliases.SequenceEqual(other.Aliases)
        && Breaks.SequenceEqual(other.Breaks)
        && Broken.SequenceEqual(other.Broken);
}

/// <summary>A row that cannot be used. The rows around it can.</summary>
/// <param name="Table">Its table.</param>
/// <param name="Id">Its number; 0 when even that cannot be read.</param>
/// <param name="Column">The first column that is wrong.</param>
/// <param name="What">What is wrong with it.</param>
public sealed record BrokenRow(string Table, long Id, string Column, string What)
{
    /// <summary>One line.</summary>
    public override string ToString() => $"row {Id} of {Table} is left out: {Column}: {What}";
}
