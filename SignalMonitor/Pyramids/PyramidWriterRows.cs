using FuncLibs.Runtime.Files;

namespace SignalMonitor.Pyramids;

/// <summary>Rows that go straight into a pyramid, on the thread that folds them.</summary>
/// <param name="writer">The pyramid.</param>
internal sealed class PyramidWriterRows(PyramidWriter writer) : IPyramidRows
{
    private PyramidRow? _row;

    /// <summary>What came of it; after one that is not ok nothing more is written.</summary>
    public FileOutcome Outcome { get; private set; } = FileOutcome.Ok;

    /// <inheritdoc/>
    public void Use(PyramidColumns columns) => _row = new PyramidRow(columns);

    /// <inheritdoc/>
    public PyramidRow? TryRent() => Outcome.IsOk ? _row : null;

    /// <inheritdoc/>
    public void Pass(PyramidRow row)
    {
        if (Outcome.IsOk && row.HasSamples)
            Outcome = writer.Append(row);
    }
}
