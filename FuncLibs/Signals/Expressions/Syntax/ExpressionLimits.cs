namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>What one expression may be at most. Checked before allocating, and before a stack gets deep.</summary>
public sealed record ExpressionLimits
{
    /// <summary>The limits that all processes use.</summary>
    public static ExpressionLimits Default { get; } = new();

    /// <summary>UTF-16 characters of the text.</summary>
    public int TextLength { get; init; } = 65_536;

    /// <summary>
    /// Levels of the tree: brackets, and operators in a row (<c>a + a + a</c> has three). At most 1000, which any stack
    /// carries.
    /// </summary>
    public int Depth { get; init; } = 256;

    /// <summary>Nodes of the tree: numbers, names, operators, calls, table entries.</summary>
    public int Nodes { get; init; } = 8_192;

    /// <summary>Bytes that all functions with state of a program may ever hold: 256 MiB.</summary>
    public long StateBytes { get; init; } = 1L << 28;
}
