using FuncLibs.Signals.Expressions.Tree;

namespace FuncLibs.Signals.Expressions.Text;

/// <summary>What parsing a text gave: a tree or a fault, never both; <c>default</c> is neither, and no success.</summary>
/// <param name="Tree">The tree; null when it was refused.</param>
/// <param name="Fault">Why it was refused; null when it was not.</param>
public readonly record struct ParseOutcome(Node? Tree, ExpressionFault? Fault)
{
    /// <summary>True when there is a tree.</summary>
    public bool IsOk => Tree is not null;
}
