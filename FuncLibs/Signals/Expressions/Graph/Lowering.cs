using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// Turns a graph into segments of steps. Nodes of one phase and rate form a segment and run together over each tile; a
/// value that is needed outside its segment gets a whole column, all others a register, which is free again after its
/// last use.
/// </summary>
internal sealed class Lowering
{
    private readonly GraphUse _use;
    private readonly Dictionary<GraphNode, Slot> _columns = [];
    private readonly Dictionary<InputNode, int> _inputs = [];
    private readonly Dictionary<Rate, RateGroup> _groups = [];
    private readonly Dictionary<SinkNode, SinkStep> _sinks = [];
    private readonly HashSet<InputNode> _nanChecked;
    private int _registers;

    /// <summary>Prepares the nodes that some root needs.</summary>
    /// <param name="nodes">All nodes, operands first.</param>
    /// <param name="roots">What is read after a block: columns, results, and sinks.</param>
    public Lowering(IReadOnlyList<GraphNode> nodes, IReadOnlyCollection<GraphNode> roots)
    {
        Fusion.Fuse(new GraphUse(nodes, roots));
        _use = new GraphUse(nodes, roots);
        _nanChecked = NaNCheckPlan.InputsToCheck(_use);
        foreach (GraphNode node in _use.Needed)
        {
            if (node is InputNode input)
                _inputs.Add(input, _inputs.Count);
            if (_use.NeedsColumn(node))
                _columns.Add(node, new Slot(SlotKind.Column, _columns.Count));
        }

        foreach (IGrouping<Rate, GraphNode> group in _use.Needed.GroupBy(node => node.Rate))
            _groups.Add(group.Key, GroupOf(group.Key, [.. group]));
    }

    /// <summary>The program's parts.</summary>
    public LoweredProgram Lower()
    {
        ImmutableArray<TileSegment> segments =
        [
            .. from node in _use.Needed
               where node is not InputNode || _columns.ContainsKey(node)
               group node by (node.Phase, node.Rate) into part
               orderby part.Key.Phase, part.First().Id
               select SegmentOf(part.Key.Rate, [.. part]),
        ];
        InputBank inputs = new(
            [.. _inputs.Keys.Select(input => input.Column with { ChecksNaN = _nanChecked.Contains(input) })]);
        ColumnBank columns = new(_columns.Count);
        TileFrame frame = new(inputs, columns, _registers);
        ImmutableArray<IProgramState> memories = [.. _use.Needed.Select(StateOf).OfType<IProgramState>()];
        ProgramParts parts = new(segments, [.. _groups.Values], inputs, columns, frame, memories);
        return new LoweredProgram(parts, _groups, _columns, _sinks);
    }

    private static IProgramState? StateOf(GraphNode node) => node switch
    {
        StateNode state => state.Cell,
        SinkNode sink => sink.Cell,
        ResampleNode resample => resample.State,
        _ => null,
    };

    private RateGroup GroupOf(Rate rate, GraphNode[] nodes) => new(
        rate,
        [.. nodes.OfType<InputNode>().Select(input => _inputs[input])],
        [.. nodes.Where(_columns.ContainsKey).Select(node => _columns[node].Index)]);

    private TileSegment SegmentOf(Rate rate, GraphNode[] nodes)
    {
        RegisterFile registers = new(_columns, _inputs, nodes);
        StepWriter writer = new(registers, _groups, _sinks, _use);
        foreach (GraphNode node in nodes)
            writer.Write(node);
        _registers = Math.Max(_registers, registers.Count);
        ImmutableArray<int> read =
        [
            .. nodes.Concat(nodes.SelectMany(node => node.Operands).Select(operand => operand.Node))
                .OfType<InputNode>().Where(input => input.Rate == rate).Distinct().Select(input => _inputs[input]),
        ];
        return new TileSegment(_groups[rate], read, writer.Steps);
    }
}

/// <summary>A graph turned into the parts of a program, and where the values of its nodes are after a block.</summary>
/// <param name="Parts">What runs.</param>
/// <param name="Groups">The group of each rate.</param>
/// <param name="ColumnOf">Where the values of roots are.</param>
/// <param name="SinkOf">Where the tables and results of sinks are.</param>
internal sealed record LoweredProgram(
    ProgramParts Parts,
    IReadOnlyDictionary<Rate, RateGroup> Groups,
    IReadOnlyDictionary<GraphNode, Slot> ColumnOf,
    IReadOnlyDictionary<SinkNode, SinkStep> SinkOf)
{
    /// <summary>Where the outcome of a variable is; of null, which is one that was refused, nowhere.</summary>
    public VariableOutput OutputOf(GraphOperand? variable) => variable switch
    {
        null => VariableOutput.Refused(),
        { Node: null } number => VariableOutput.OfNumber(number.Number),
        { Node: SinkNode sink } => VariableOutput.OfTable(SinkOf[sink]),
        { Node: var node } when node.Rate == Rate.Result => VariableOutput.OfResults(
            ColumnOf[node].Index, Groups[node.Rate], [.. SinksOf(node).Select(sink => SinkOf[sink])]),
        { Node: var node } => VariableOutput.OfColumn(ColumnOf[node].Index, Groups[node.Rate]),
    };

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
