using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// Makes the nodes of all variables of a program. What has no memory is made once, wherever it is written. What
/// remembers is made once for each variable that writes it: two variables that are edited at different times must not
/// share a memory.
/// </summary>
/// <param name="run">Text that names the newest test run; empty before the first.</param>
/// <param name="maxStateBytes">Maximum of bytes that the functions with state may ever hold.</param>
internal sealed class GraphBuilder(string run, long maxStateBytes)
{
    private readonly StateKey _run = run.Length == 0 ? default : StateKey.FromText(run);
    private readonly List<GraphNode> _nodes = [];
    private readonly Dictionary<string, GraphNode> _made = new(StringComparer.Ordinal);
    private const int MaxStates = 8_192;
    private int _states;
    private long _bytes;
    private int _keptStates;
    private long _keptBytes;
    private string _variable = "";
    private string _name = "";
    private bool _continuesAcrossRuns;
    private StateKey? _legacyKey;
    private StateKey? _acrossRunsKey;
    private int _nextState;

    /// <summary>All nodes, operands first.</summary>
    public IReadOnlyList<GraphNode> Nodes => _nodes;

    /// <summary>Maximum of bytes that the functions with state may ever hold.</summary>
    public long MaxStateBytes => maxStateBytes;

    /// <summary>Bytes that a function with state may still take; 0 when no more of them is to be made.</summary>
    public long FreeStateBytes => _states < MaxStates ? maxStateBytes - _bytes : 0;

    /// <summary>The variable that was begun stays in the program.</summary>
    public void CommitVariable() => (_keptStates, _keptBytes) = (_states, _bytes);

    /// <summary>The variable that was begun is refused: its functions take no room.</summary>
    public void RollBackVariable() => (_states, _bytes) = (_keptStates, _keptBytes);

    /// <summary>Bytes that a function holds at most, with the state of its quality.</summary>
    public static long BytesOf(ISignalState state) => state.MaxBytes + new QualityTracker(state.Quality).MaxBytes;

    /// <summary>Begins a variable; its keys decide which state its functions may adopt.</summary>
    /// <param name="name">Name of the variable.</param>
    /// <param name="continuesAcrossRuns">True when a new test run does not reset its functions.</param>
    /// <param name="key">Its key.</param>
    /// <param name="legacyKey">Its key in 0.1.0; null none.</param>
    /// <param name="acrossRunsKey">Its key without the constants of the test run; null when it does not depend on
    /// them.</param>
    public void BeginVariable(
        string name, bool continuesAcrossRuns, StateKey key, StateKey? legacyKey, StateKey? acrossRunsKey)
    {
        (_variable, _legacyKey, _nextState) = (key.ToString(), legacyKey, 0);
        (_name, _continuesAcrossRuns, _acrossRunsKey) = (name, continuesAcrossRuns, acrossRunsKey);
    }

    /// <summary>A column of the source.</summary>
    public InputNode Input(Rate rate, InputColumn column) =>
        Once($"in {column.Column}", id => new InputNode(id, rate, column));

    /// <summary>A function without state; of numbers alone, its value.</summary>
    public GraphOperand Element(ElementOperation operation, params ReadOnlySpan<GraphOperand> operands)
    {
        Rate? rate = null;
        string key = operation.Key;
        foreach (GraphOperand operand in operands)
        {
            rate ??= operand.Node?.Rate;
            key += " " + operand.Key;
        }

        if (rate is null)
            return new GraphOperand(
                null, operation.Apply(NumberAt(operands, 0), NumberAt(operands, 1), NumberAt(operands, 2)));
        if (!_made.TryGetValue(key, out GraphNode? node))
            _made.Add(key, node = Add(new ElementNode(_nodes.Count, rate.Value, operation, operands)));
        return new GraphOperand(node);
    }

    /// <summary>A function with state, with a value for each point of its first operand.</summary>
    /// <param name="signature">Its name and constants.</param>
    /// <param name="state">Makes it.</param>
    /// <param name="operands">One or two; the first is a node.</param>
    public StateNode State(string signature, Func<ISignalState> state, params GraphOperand[] operands) =>
        Once(
            StateKeyOf(signature, operands),
            id => new StateNode(id, operands[0].Node!.Rate, Cell(signature, state), operands));

    /// <summary>A function with state, with a table or a result.</summary>
    public SinkNode Sink(string signature, Func<ISignalState> state, params GraphOperand[] operands) =>
        Once(
            StateKeyOf(signature, operands),
            id => new SinkNode(id, operands[0].Node!.Rate, Cell(signature, state), operands));

    /// <summary>The result of a sink as one value.</summary>
    public ResultNode Result(SinkNode sink) => Once($"result #{sink.Id}", id => new ResultNode(id, sink));

    /// <summary>A column at the rate of another.</summary>
    public ResampleNode Resample(bool interpolates, GraphNode source, InputNode like) => Once(
        StateKeyOf($"{(interpolates ? "interp" : "hold")} like #{like.Id}", [new GraphOperand(source)]),
        id => new ResampleNode(
            id, like.Rate, new ResampleState(NextIdentity(""), interpolates, source.Rate, like.Rate), source, like));

    /// <summary>An input of the rate of a node, which gives the number of points it has in a block.</summary>
    public static InputNode InputOf(GraphNode node)
    {
        while (node is not InputNode)
        {
            if (node is ResampleNode resampled)
                return resampled.Like;
            node = node.Operands.First(operand => operand.Node is not null).Node!;
        }

        return (InputNode)node;
    }

    private string StateKeyOf(string signature, GraphOperand[] operands) =>
        $"{_variable} {signature} {string.Join(' ', operands.Select(operand => operand.Key))}";

    private StateCell Cell(string signature, Func<ISignalState> state)
    {
        StateCell cell = new(NextIdentity(signature), state());
        _states++;
        _bytes += cell.State.MaxBytes + cell.Tracker.MaxBytes;
        return cell;
    }

    // A function whose own constants come from the size of the specimen is another one with another specimen.
    private StateIdentity NextIdentity(string signature)
    {
        int place = _nextState++;
        StateKey? legacy = _legacyKey is { } key ? StateKey.FromText($"{key} {place}") : null;
        return new StateIdentity(_name, StateKey.FromText($"{_variable} {place}"), legacy, _run, _continuesAcrossRuns)
        {
            AcrossRunsKey = _acrossRunsKey is { } acrossRuns
                ? StateKey.FromText($"{acrossRuns} {place} {signature}")
                : null,
        };
    }

    private TNode Once<TNode>(string key, Func<int, TNode> make)
        where TNode : GraphNode
    {
        if (_made.TryGetValue(key, out GraphNode? node))
            return (TNode)node;
        TNode made = Add(make(_nodes.Count));
        _made.Add(key, made);
        return made;
    }

    private TNode Add<TNode>(TNode node)
        where TNode : GraphNode
    {
        _nodes.Add(node);
        return node;
    }

    private static double NumberAt(ReadOnlySpan<GraphOperand> operands, int index) =>
        index < operands.Length ? operands[index].Number : 0;
}
