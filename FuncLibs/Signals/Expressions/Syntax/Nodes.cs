using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>
/// A node of the tree that an expression is. Immutable; <see cref="NodePrinter"/> prints it.
/// </summary>
public abstract class Node
{
    private protected Node(TextPosition place, int depth)
    {
        Position = place;
        Depth = depth;
    }

    /// <summary>Where it begins in the text; for an operator of two, where the operator is.</summary>
    public TextPosition Position { get; }

    /// <summary>Levels below and with this one.</summary>
    public int Depth { get; }

    /// <summary>The expression as text that parses to an equal tree.</summary>
    public override string ToString() => NodePrinter.Print(this);
}

/// <summary>
/// A number as written, perhaps with its unit: <c>20</c>, <c>20 kN</c>, <c>1.5 [kN/mm]</c>, <c>5 %</c>.
/// </summary>
/// <param name="value">Finite and not negative: a sign is an operator.</param>
/// <param name="unit">The unit as written; empty for none.</param>
/// <param name="place">Where it begins.</param>
public sealed class NumberNode(double value, string unit = "", TextPosition place = default) : Node(place, 1)
{
    /// <summary>The value in its unit.</summary>
    public double Value { get; } = value;

    /// <summary>The unit as written; empty for none.</summary>
    public string Unit { get; } = unit;
}

/// <summary>A name: a channel's column, a variable, a constant, or a choice such as <c>half_even</c>.</summary>
/// <param name="name">As written.</param>
/// <param name="place">Where it begins.</param>
public sealed class NameNode(string name, TextPosition place = default) : Node(place, 1)
{
    /// <summary>As written; case counts.</summary>
    public string Name { get; } = name;
}

/// <summary>
/// A text between double quotes; only functions take one, for instance the unit of <c>convert(x, "kN")</c>.
/// </summary>
/// <param name="value">Without the quotes.</param>
/// <param name="place">Where it begins.</param>
public sealed class TextNode(string value, TextPosition place = default) : Node(place, 1)
{
    /// <summary>Without the quotes.</summary>
    public string Value { get; } = value;
}

/// <summary>An operator of one operand.</summary>
/// <param name="operation">Which.</param>
/// <param name="operand">Of what.</param>
/// <param name="place">Where the operator is.</param>
public sealed class UnaryNode(
    UnaryOperator operation, Node operand, TextPosition place = default) : Node(place, operand.Depth + 1)
{
    /// <summary>Which operator.</summary>
    public UnaryOperator Operator { get; } = operation;

    /// <summary>Of what.</summary>
    public Node Operand { get; } = operand;
}

/// <summary>An operator between two operands.</summary>
/// <param name="operation">Which.</param>
/// <param name="left">Left operand.</param>
/// <param name="right">Right operand.</param>
/// <param name="place">Where the operator is.</param>
public sealed class BinaryNode(BinaryOperator operation, Node left, Node right, TextPosition place = default)
    : Node(place, Math.Max(left.Depth, right.Depth) + 1)
{
    /// <summary>Which operator.</summary>
    public BinaryOperator Operator { get; } = operation;

    /// <summary>Left operand.</summary>
    public Node Left { get; } = left;

    /// <summary>Right operand.</summary>
    public Node Right { get; } = right;
}

/// <summary>A call: <c>round(x, digits = 2)</c>, also inside another as <c>sn(C, m)</c>.</summary>
/// <param name="name">The function.</param>
/// <param name="arguments">In the order written.</param>
/// <param name="place">Where the name begins.</param>
public sealed class CallNode(string name, ImmutableArray<Argument> arguments, TextPosition place = default)
    : Node(place, arguments.Select(argument => argument.Value.Depth).DefaultIfEmpty().Max() + 1)
{
    /// <summary>The function.</summary>
    public string Name { get; } = name;

    /// <summary>In the order written.</summary>
    public ImmutableArray<Argument> Arguments { get; } = arguments;
}

/// <summary>One argument of a call: <c>x</c>, or <c>digits = 2</c>.</summary>
/// <param name="Name">The parameter it names; null when its position decides.</param>
/// <param name="Value">The argument.</param>
/// <param name="Position">Where it begins.</param>
public readonly record struct Argument(string? Name, Node Value, TextPosition Position);

/// <summary>
/// A table of constants: rows between semicolons, entries between commas, <c>[0 V, 0 kN; 10 V, 100 kN]</c>.
/// </summary>
/// <param name="rows">One row or more, of one entry or more each.</param>
/// <param name="place">Where the bracket is.</param>
public sealed class TableNode(ImmutableArray<ImmutableArray<Node>> rows, TextPosition place = default)
    : Node(place, rows.SelectMany(row => row).Select(entry => entry.Depth).DefaultIfEmpty().Max() + 1)
{
    /// <summary>The rows.</summary>
    public ImmutableArray<ImmutableArray<Node>> Rows { get; } = rows;
}

/// <summary>Operators of one operand.</summary>
public enum UnaryOperator : byte
{
    /// <summary><c>-x</c>.</summary>
    Negate,

    /// <summary><c>not x</c>.</summary>
    Not,
}

/// <summary>Operators between two operands, the loosest first.</summary>
public enum BinaryOperator : byte
{
    /// <summary><c>or</c>.</summary>
    Or,

    /// <summary><c>and</c>.</summary>
    And,

    /// <summary><c>&lt;</c>.</summary>
    Less,

    /// <summary><c>&lt;=</c>.</summary>
    LessOrEqual,

    /// <summary><c>==</c>.</summary>
    Equal,

    /// <summary><c>!=</c>.</summary>
    NotEqual,

    /// <summary><c>&gt;=</c>.</summary>
    GreaterOrEqual,

    /// <summary><c>&gt;</c>.</summary>
    Greater,

    /// <summary><c>+</c>.</summary>
    Add,

    /// <summary><c>-</c>.</summary>
    Subtract,

    /// <summary><c>*</c>.</summary>
    Multiply,

    /// <summary><c>/</c>.</summary>
    Divide,

    /// <summary><c>^</c>, to the right: a ^ b ^ c = a ^ (b ^ c).</summary>
    Power,
}
