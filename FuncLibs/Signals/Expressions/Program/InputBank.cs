using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Sources;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// The columns a program reads, and what is wrong with them in the current tile. A column that is shorter than others
/// of its rate is filled up with NaN, so that steps never meet columns of different lengths.
/// </summary>
internal sealed class InputBank(ImmutableArray<InputColumn> columns)
{
    private readonly double[][] _padded = new double[columns.Length][];
    private readonly bool[] _isPadded = new bool[columns.Length];
    private readonly bool[] _good = new bool[columns.Length];
    private readonly Quality[] _floors = new Quality[columns.Length];
    private readonly Quality[] _qualities = new Quality[columns.Length * Tile.Length];
    private IColumnSource? _source;

    /// <summary>Opens a block; until the end of it the source must not change.</summary>
    public void Open(IColumnSource source) => _source = source;

    /// <summary>Values of a column as they came.</summary>
    public int LengthOf(int input) => Source.Values(columns[input].Column).Length;

    /// <summary>Index of its first value since the stream began.</summary>
    public long FirstIndex(int input) => Source.FirstIndex(columns[input].Column);

    /// <summary>Begins a column of a block in which its rate has so many values.</summary>
    public void Begin(int input, int count)
    {
        ReadOnlySpan<double> values = Source.Values(columns[input].Column);
        _floors[input] = Source.Floor(columns[input].Column);
        _isPadded[input] = values.Length < count;
        if (!_isPadded[input])
            return;
        if (_padded[input] is null || _padded[input].Length < count)
            _padded[input] = new double[count];
        values.CopyTo(_padded[input]);
        _padded[input].AsSpan(values.Length, count - values.Length).Fill(double.NaN);
    }

    /// <summary>Looks at the values of a tile.</summary>
    public void Grade(int input, int start, int count)
    {
        Quality floor = _floors[input];
        InputColumn column = columns[input];
        _good[input] = floor == Quality.Good && !column.IsChecked;
        if (_good[input])
            return;
        ReadOnlySpan<double> values = Values(input).Slice(start, count);
        _good[input] = floor == Quality.Good && !QualityScan.HasAnyBad(values, column.Min, column.Max);
        if (!_good[input])
            QualityScan.Grade(values, column, floor, _qualities.AsSpan(input * Tile.Length, count));
    }

    public ReadOnlySpan<double> Values(int input) =>
        _isPadded[input] ? _padded[input] : Source.Values(columns[input].Column);

    public bool IsGood(int input) => _good[input];

    /// <summary>The qualities of the tile that was checked last.</summary>
    public ReadOnlySpan<Quality> Qualities(int input, int count) =>
        _good[input] ? AllGood.First(count) : _qualities.AsSpan(input * Tile.Length, count);

    private IColumnSource Source => _source ?? throw new InvalidOperationException("No block was opened.");
}

/// <summary>A column that a program reads.</summary>
/// <param name="Column">Its number in the source.</param>
/// <param name="RateHz">Its rate.</param>
/// <param name="Min">Lower end of its range; minus infinity when it has none.</param>
/// <param name="Max">Upper end of its range.</param>
internal sealed record InputColumn(int Column, double RateHz, double Min, double Max)
{
    /// <summary>True when the range has an end at all.</summary>
    public bool IsBounded => !double.IsNegativeInfinity(Min) || !double.IsPositiveInfinity(Max);

    /// <summary>False when whatever is made from the column shows its NaNs by itself.</summary>
    public bool ChecksNaN { get; init; } = true;

    /// <summary>False when its values have no effect on its quality.</summary>
    public bool IsChecked => IsBounded || ChecksNaN;
}
