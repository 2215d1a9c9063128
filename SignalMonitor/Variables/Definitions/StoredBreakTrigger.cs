using System.Text.RegularExpressions;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A break trigger: one row of `break_trigger`. What each column means stands at <see cref="BreakOptions"/>.
/// </summary>
public sealed partial record StoredBreakTrigger : Definition
{
    private const double MaxMs = 600_000;
    private const double LeastWithinMs = 0.001;
    private const double LeastFallPercent = 0.1;
    private const int MaxColumnText = 16_384;

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

    /// <inheritdoc/>
    public override string Title => $"break trigger {Name}";

    private string[] Names =>
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
        Columns = Names,
    };

    /// <inheritdoc/>
    public override IEnumerable<FieldFault> Faults() => FieldRules.Of(
        FieldRules.Station(Station),
        NamePattern().IsMatch(Name)
            ? null
            : new FieldFault("name", $"'{Name}' is no name; a letter, then up to 31 letters, digits, - and _"),
        FieldRules.Signal("channel", Channel),
        FieldRules.Number("fall_percent", FallPercent, LeastFallPercent, 100, " %"),
        FieldRules.Number("within_ms", WithinMs, LeastWithinMs, MaxMs, " ms"),
        MinForce > 0 && double.IsFinite(MinForce) ? null
            : new FieldFault(
                "min_force",
                FormattableString.Invariant($"{MinForce} is no force of a test; above 0, in units of the channel")),
        FieldRules.Number("before_ms", BeforeMs, 0, MaxMs, " ms"),
        FieldRules.Number("after_ms", AfterMs, 0, MaxMs, " ms"),
        FieldRules.Number("rearm_ms", RearmMs, 0, MaxMs, " ms"),
        FieldRules.Line("columns", Columns, 0, MaxColumnText) ?? OfNames(Names),
        FieldRules.Lines("note", Note, 0, FieldRules.MaxNote));

    private static FieldFault? OfNames(string[] names)
    {
        if (names.Length > BreakOptions.MaxColumns)
            return new FieldFault("columns", $"{names.Length} signals; at most {BreakOptions.MaxColumns}");
        string? twice =
            names.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(same => same.Count() > 1)?.Key;
        return twice is not null ? new FieldFault("columns", $"'{twice}' stands more than once; each signal once")
            : names.Select(name => FieldRules.Signal("columns", name)).FirstOrDefault(fault => fault is not null);
    }

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9_-]{0,31}\\z")]
    private static partial Regex NamePattern();
}
