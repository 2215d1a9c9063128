using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Programs.Memory;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Expressions.Variables;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Programs;

/// <summary>Where the outcome of one variable lies after a block.</summary>
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

    public static VariableOutput Of(CompiledVariable variable, LoweredProgram program)
    {
        VariableOutput output = new();
        switch (variable.Value?.Operand.Node)
        {
            case null when variable.Value is { } value:
                (output._number, output._isNumber) = (value.Operand.Number, true);
                break;
            case null:
                break;
            case SinkNode sink:
                output._sink = program.SinkOf[sink];
                break;
            case { } node:
                output._column = program.ColumnOf[node].Index;
                output._group = program.Groups[node.Rate];
                output._isColumn = variable.Value!.Kind == SignalKind.Column;
                if (!output._isColumn)
                    output._results = [.. SinksOf(node).Select(sink => program.SinkOf[sink])];
                break;
        }

        return output;
    }

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

    private static IEnumerable<SinkNode> SinksOf(GraphNode result)
    {
        HashSet<GraphNode> seen = [result];
        Stack<GraphNode> open = new([result]);
        while (open.TryPop(out GraphNode? node))
        {
            if (node is ResultNode { Sink: var sink })
                yield return sink;
            foreach (GraphOperand operand in node.Operands)
            {
                if (operand.Node is { } source && source.Rate == Rate.Result && seen.Add(source))
                    open.Push(source);
            }
        }
    }
}
