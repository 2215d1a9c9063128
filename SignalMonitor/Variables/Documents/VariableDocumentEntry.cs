using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

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
