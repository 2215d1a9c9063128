using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>What is known of an expression when it is compiled.</summary>
/// <param name="Operand">The node that makes it, or its number.</param>
/// <param name="Unit">Its unit; null for a plain number without a known unit, which takes that of what it
/// meets.</param>
internal sealed record TypedValue(GraphOperand Operand, Unit? Unit)
{
    /// <summary>What it is.</summary>
    public SignalKind Kind => Operand.Node switch
    {
        null => SignalKind.Number,
        SinkNode => SignalKind.Table,
        { } node => node.Rate == Program.Rate.Result ? SignalKind.Result : SignalKind.Column,
    };

    /// <summary>Its rate; none for a number.</summary>
    public Rate? Rate => Operand.Node?.Rate;

    /// <summary>A number.</summary>
    public static TypedValue Number(double value, Unit? unit) => new(new GraphOperand(null, value), unit);

    /// <summary>What a node makes.</summary>
    public static TypedValue FromNode(GraphNode node, Unit? unit) => new(new GraphOperand(node), unit);
}
