using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

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
