namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>How tightly operators bind, and how they are written. One table for the parser and the printer.</summary>
internal static class OperatorPrecedence
{
    /// <summary>The whole of an expression.</summary>
    public const int Loosest = 1;

    /// <summary>What <c>not</c> applies to.</summary>
    public const int Not = 3;

    /// <summary>Comparisons, which do not chain.</summary>
    public const int Comparison = 4;

    /// <summary>What a minus sign applies to: looser than <c>^</c>, so -x^2 = -(x^2).</summary>
    public const int Negate = 7;

    /// <summary>Numbers, names, calls, brackets.</summary>
    public const int Tightest = 9;

    /// <summary>Strength of an operator.</summary>
    public static int Get(BinaryOperator operation) => operation switch
    {
        BinaryOperator.Or => Loosest,
        BinaryOperator.And => 2,
        BinaryOperator.Add or BinaryOperator.Subtract => 5,
        BinaryOperator.Multiply or BinaryOperator.Divide => 6,
        BinaryOperator.Power => 8,
        _ => Comparison,
    };

    /// <summary>
    /// Strength that the right operand needs, so that equal operators group to the left and powers to the right.
    /// </summary>
    public static int RightOf(BinaryOperator operation) =>
        operation == BinaryOperator.Power ? Negate : Get(operation) + 1;

    /// <summary>Strength of a node when it is an operand.</summary>
    public static int Get(Node node) => node switch
    {
        BinaryNode binary => Get(binary.Operator),
        UnaryNode { Operator: UnaryOperator.Not } => Not,
        UnaryNode => Negate,
        _ => Tightest,
    };

    /// <summary>How an operator is written; also its name in the table of functions.</summary>
    public static string Symbol(BinaryOperator operation) => operation switch
    {
        BinaryOperator.Or => "or",
        BinaryOperator.And => "and",
        BinaryOperator.Less => "<",
        BinaryOperator.LessOrEqual => "<=",
        BinaryOperator.Equal => "==",
        BinaryOperator.NotEqual => "!=",
        BinaryOperator.GreaterOrEqual => ">=",
        BinaryOperator.Greater => ">",
        BinaryOperator.Add => "+",
        BinaryOperator.Subtract => "-",
        BinaryOperator.Multiply => "*",
        BinaryOperator.Divide => "/",
        _ => "^",
    };
}
