using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>Where the outcome of one variable is after a block.</summary>
internal sealed class VariableOutput
{
    private const int None = -1;
    private int _column = None;
    private RateGroup? _group;
    private SinkStep? _sink;
    private ImmutableArray<SinkStep> _results = [];
    private double _number = double.NaN;
    private bool _isNumber;
    private bool _isColumn;

    public long FirstIndex => _isColumn ? _group!.FirstIndex : 0;

    public ITableState? Table => _sink?.Table;

    public bool IsFinal => _isNumber || (!_results.IsEmpty && AllFinal());

    /// <summary>Of a variable that was refused: nothing.</summary>
    public static VariableOutput Refused() => new();

    /// <summary>One number.</summary>
    public static VariableOutput OfNumber(double number) => new() { _number = number, _isNumber = true };

    /// <summary>The table that a step makes.</summary>
    public static VariableOutput OfTable(SinkStep sink) => new() { _sink = sink };

    /// <summary>A column with a value for each point of its rate.</summary>
    public static VariableOutput OfColumn(int column, RateGroup group) =>
        new() { _column = column, _group = group, _isColumn = true };

    /// <summary>One value made from results of whole tests.</summary>
    public static VariableOutput OfResults(int column, RateGroup group, ImmutableArray<SinkStep> results) =>
        new() { _column = column, _group = group, _results = results };

    public ReadOnlySpan<double> Values(ColumnBank columns) => _isColumn ? columns.Values(_column) : [];

    public ReadOnlySpan<Quality> Qualities(ColumnBank columns) => _isColumn ? columns.Qualities(_column) : [];

    public bool IsGood(ColumnBank columns) => _isNumber || (_column != None && columns.IsGood(_column));

    public double Last(ColumnBank columns) =>
        _isNumber ? _number : _column != None && columns.Values(_column) is [.., var last] ? last : double.NaN;

    public Quality LastQuality(ColumnBank columns)
    {
        if (_isNumber)
            return double.IsNaN(_number) ? Quality.Invalid : Quality.Good;
        if (_sink is not null)
            return _sink.Quality;
        return _column != None && columns.Qualities(_column) is [.., var last] ? last : Quality.Invalid;
    }

    // The value of a formula of results is missing when one of theirs is.
    public string? Missing(ColumnBank columns)
    {
        if (_results.IsEmpty || !double.IsNaN(Last(columns)))
            return null;
        foreach (SinkStep sink in _results)
        {
            if (sink.Result?.Missing is { } reason)
                return reason;
        }

        return null;
    }

    private bool AllFinal()
    {
        foreach (SinkStep sink in _results)
        {
            if (sink.Result is not { IsFinal: true })
                return false;
        }

        return true;
    }
}
