namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// The whole columns of a program. Memory is as long as the longest block so far. A column's qualities are written only
/// from the first tile on that has something wrong; until then it is good.
/// </summary>
internal sealed class ColumnBank(int columns)
{
    private readonly double[][] _values = NewArrays<double>(columns);
    private readonly Quality[][] _qualities = NewArrays<Quality>(columns);
    private readonly bool[] _good = new bool[columns];
    private readonly int[] _counts = new int[columns];
    private Quality[] _allGood = [];

    /// <summary>Begins a block: all good, with so many values.</summary>
    public void Begin(int column, int count)
    {
        if (_values[column].Length < count)
        {
            _values[column] = new double[count];
            _qualities[column] = new Quality[count];
        }

        if (_allGood.Length < count)
            _allGood = new Quality[count];
        _counts[column] = count;
        _good[column] = true;
    }

    public ReadOnlySpan<double> Values(int column) => _values[column].AsSpan(0, _counts[column]);

    public Span<double> Target(int column) => _values[column].AsSpan(0, _counts[column]);

    public bool IsGood(int column) => _good[column];

    public ReadOnlySpan<Quality> Qualities(int column) =>
        (_good[column] ? _allGood : _qualities[column]).AsSpan(0, _counts[column]);

    public void SetGood(int column, int start, int count)
    {
        if (!_good[column])
            _qualities[column].AsSpan(start, count).Clear();
    }

    /// <summary>The qualities of a column, those before a place good if it was good so far.</summary>
    public Span<Quality> QualityTarget(int column, int start)
    {
        if (_good[column])
        {
            _qualities[column].AsSpan(0, start).Clear();
            _good[column] = false;
        }

        return _qualities[column].AsSpan(0, _counts[column]);
    }

    private static T[][] NewArrays<T>(int count)
    {
        T[][] arrays = new T[count][];
        Array.Fill(arrays, []);
        return arrays;
    }
}
