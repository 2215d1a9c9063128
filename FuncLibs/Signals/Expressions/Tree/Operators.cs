namespace FuncLibs.Signals.Expressions.Tree;

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
