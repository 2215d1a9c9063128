namespace FuncLibs.Signals.Expressions.Sources;

/// <summary>
/// Values from memory, under the name <c>x</c> and one rate: for the <c>eval</c> verb, and for tests. One thread.
/// </summary>
/// <param name="rateHz">Values a second, above 0.</param>
/// <param name="unit">Unit of the values; empty for a plain number.</param>
public sealed class ArrayColumns(double rateHz, string unit = "") : IColumnSource, ISignalScope
{
    /// <summary>The name of the values in expressions.</summary>
    public const string Name = "x";

    private ReadOnlyMemory<double> _values;

    /// <inheritdoc/>
    public IEnumerable<string> Names => [Name];

    /// <summary>Index of the first value after those of the block.</summary>
    public long NextIndex => FirstIndex(0) + _values.Length;

    /// <summary>Goes to the next values, right after those before.</summary>
    public void MoveTo(ReadOnlyMemory<double> values) => (_firstIndex, _values) = (NextIndex, values);

    /// <summary>Goes back to the beginning.</summary>
    public void Rewind() => (_firstIndex, _values) = (0, default);

    /// <inheritdoc/>
    public ScopeEntry? Find(string name) => name == Name ? new ColumnEntry(0, unit, rateHz, 1) : null;

    /// <inheritdoc/>
    public ReadOnlySpan<double> Values(int column) => _values.Span;

    /// <inheritdoc/>
    public long FirstIndex(int column) => _firstIndex;

    /// <inheritdoc/>
    public Quality Floor(int column) => Quality.Good;

    private long _firstIndex;
}
