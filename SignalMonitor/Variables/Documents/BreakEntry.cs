using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>A break trigger in a document.</summary>
public sealed record BreakEntry
{
    private static readonly BreakOptions Defaults = new();

    /// <inheritdoc cref="BreakTrigger.Name"/>
    public required string Name { get; init; }

    /// <inheritdoc cref="BreakTrigger.Channel"/>
    public required string Channel { get; init; }

    /// <inheritdoc cref="BreakTrigger.FallPercent"/>
    public double FallPercent { get; set; } = Defaults.FallPercent;

    /// <inheritdoc cref="BreakTrigger.WithinMs"/>
    public double WithinMs { get; set; } = Defaults.WithinMs;

    /// <inheritdoc cref="BreakTrigger.MinForce"/>
    public required double MinForce { get; init; }

    /// <inheritdoc cref="BreakTrigger.BeforeMs"/>
    public double BeforeMs { get; set; } = Defaults.BeforeMs;

    /// <inheritdoc cref="BreakTrigger.AfterMs"/>
    public double AfterMs { get; set; } = Defaults.AfterMs;

    /// <inheritdoc cref="BreakTrigger.RearmMs"/>
    public double RearmMs { get; set; } = Defaults.RearmMs;

    /// <inheritdoc cref="BreakTrigger.Columns"/>
    public string Columns { get; set; } = "";

    /// <inheritdoc cref="BreakTrigger.Enabled"/>
    public bool Enabled { get; set; } = true;

    /// <inheritdoc cref="BreakTrigger.Note"/>
    public string Note { get; set; } = "";

    internal static BreakEntry Of(BreakTrigger row) => new()
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

    internal BreakTrigger ToRow(string station) => new()
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
