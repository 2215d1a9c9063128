using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

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
