using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>
/// Gives the values of one segment their slots. A register is free again after the last use of what is in it.
/// </summary>
internal sealed class RegisterFile
{
    private readonly Dictionary<GraphNode, Slot> _columns;
    private readonly Dictionary<InputNode, int> _inputs;
    private readonly Dictionary<GraphNode, Slot> _registers = [];
    private readonly Dictionary<GraphNode, int> _uses = [];
    private readonly Stack<int> _free = [];

    public RegisterFile(Dictionary<GraphNode, Slot> columns, Dictionary<InputNode, int> inputs, GraphNode[] nodes)
    {
        _columns = columns;
        _inputs = inputs;
        foreach (GraphOperand operand in nodes.SelectMany(node => node.Operands))
        {
            if (operand.Node is { } node)
                _uses[node] = _uses.GetValueOrDefault(node) + 1;
        }
    }

    /// <summary>Registers that were needed at once.</summary>
    public int Count { get; private set; }

    /// <summary>Where an operand is.</summary>
    public Slot SlotOf(GraphOperand operand) => operand.Node switch
    {
        null => Slot.Number(operand.Number),
        InputNode input => new Slot(SlotKind.Input, _inputs[input]),
        { } node => _columns.TryGetValue(node, out Slot column) ? column : _registers[node],
    };

    /// <summary>Where the whole column of a value is that is read at another rate.</summary>
    public Slot ColumnOf(GraphNode node) => _columns[node];

    /// <summary>A slot for what a node makes.</summary>
    public Slot TargetOf(GraphNode node)
    {
        if (_columns.TryGetValue(node, out Slot column))
            return column;
        Slot slot = new(SlotKind.Register, Allocate());
        _registers.Add(node, slot);
        return slot;
    }

    /// <summary>A register for the length of a step; give it back with <see cref="Return"/>.</summary>
    public Slot Rent() => new(SlotKind.Register, Allocate());

    /// <summary>Gives a borrowed register back.</summary>
    public void Return(Slot slot) => _free.Push(slot.Index);

    /// <summary>A node has read its operands.</summary>
    public void Release(GraphNode node)
    {
        foreach (GraphOperand operand in node.Operands)
        {
            if (operand.Node is { } source && --_uses[source] == 0 && _registers.TryGetValue(source, out Slot slot))
                _free.Push(slot.Index);
        }
    }

    private int Allocate() => _free.TryPop(out int register) ? register : Count++;
}
