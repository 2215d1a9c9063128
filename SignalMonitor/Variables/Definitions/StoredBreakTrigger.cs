namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A break trigger: one row of `break_trigger`. For the meaning of each column see <see cref="BreakOptions"/>.
/// </summary>
public sealed record StoredBreakTrigger : Definition
{
    private static readonly BreakOptions Defaults = new();

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>Its name, unique in the station whatever the case.</summary>
    public required string Name { get; init; }

    /// <summary>The force.</summary>
    public required string Channel { get; init; }

    /// <summary>By how much of its recent maximum the force falls, in percent, 0.1 to 100.</summary>
    public double FallPercent { get; init; } = Defaults.FallPercent;

    /// <summary>Within how many ms, 0.001 to 600,000.</summary>
    public double WithinMs { get; init; } = Defaults.WithinMs;

    /// <summary>Least force of a test, in units of the channel; above 0.</summary>
    public required double MinForce { get; init; }

    /// <summary>What is kept from before, in ms, 0 to 600,000.</summary>
    public double BeforeMs { get; init; } = Defaults.BeforeMs;

    /// <summary>What is kept from the break on, in ms, 0 to 600,000.</summary>
    public double AfterMs { get; init; } = Defaults.AfterMs;

    /// <summary>Armed again once the force was back for so many ms, 0 to 600,000.</summary>
    public double RearmMs { get; init; } = Defaults.RearmMs;

    /// <summary>
    /// Names of the signals that are kept, with commas between them; empty = all columns of the channel.
    /// </summary>
    public string Columns { get; init; } = "";

    /// <summary>False: kept, not watched.</summary>
    public bool Enabled { get; init; } = true;

    /// <summary>Free text.</summary>
    public string Note { get; init; } = "";

    /// <summary>The names of <see cref="Columns"/>.</summary>
    internal string[] ColumnNames =>
        Columns.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    /// <summary>A trigger of the configuration in the form of a row; it has no number and no revision.</summary>
    /// <param name="options">The trigger.</param>
    /// <param name="station">Site/rig.</param>
    public static StoredBreakTrigger From(BreakOptions options, string station) => new()
    {
        Station = station,
        Name = options.Name,
        Channel = options.Channel,
        FallPercent = options.FallPercent,
        WithinMs = options.WithinMs,
        MinForce = options.MinForce,
        BeforeMs = options.BeforeMs,
        AfterMs = options.AfterMs,
        RearmMs = options.RearmMs,
        Columns = string.Join(',', options.Columns),
    };

    /// <summary>The same as an option.</summary>
    public BreakOptions ToOptions() => new()
    {
        Name = Name,
        Channel = Channel,
        FallPercent = FallPercent,
        WithinMs = WithinMs,
        MinForce = MinForce,
        BeforeMs = BeforeMs,
        AfterMs = AfterMs,
        RearmMs = RearmMs,
        Columns = ColumnNames,
    };
}
