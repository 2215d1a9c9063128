using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>
/// A node of the tree that an expression is. Immutable; equality is by <see cref="NodeEquality"/>, printing by <see cref="NodePrinter"/>.
/// </summary>
public abstract class Node
{
    private protected Node(TextPlace place, int depth)
    {
        Place = place;
        Depth = depth;
    }

    /// <summary>Where it begins in the text; for an operator of two, where the operator stands.</summary>
    public TextPlace Place { get; }

    /// <summary>Levels below and with this one.</summary>
    public int Depth { get; }

    /// <summary>The expression as text that parses to an equal tree.</summary>
    public override string ToString() => NodePrinter.Print(this);
}
