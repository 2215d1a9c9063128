namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>What a parameter takes.</summary>
internal enum ParameterKind : byte
{
    /// <summary>A column, a result or a number.</summary>
    Value,

    /// <summary>A column.</summary>
    Column,

    /// <summary>A number known when the expression is compiled.</summary>
    Constant,

    /// <summary>Such a number without a fraction.</summary>
    Integer,

    /// <summary>One of some words.</summary>
    Choice,

    /// <summary>A text between quotes.</summary>
    Text,

    /// <summary>A table of constants: pairs.</summary>
    Table,

    /// <summary>One of some named groups of constants: <c>sn(C, m)</c>.</summary>
    Form,
}
