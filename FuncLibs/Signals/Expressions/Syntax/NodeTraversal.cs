using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>Enumerates the nodes of a tree.</summary>
internal static class NodeTraversal
{
    /// <summary>The node and all below it, in the order of the text.</summary>
    public static IEnumerable<Node> DescendantsAndSelf(Node root)
    {
        Stack<Node> open = new([root]);
        while (open.TryPop(out Node? node))
        {
            yield return node;
            foreach (Node part in PartsOf(node).Reverse())
                open.Push(part);
        }
    }

    private static IEnumerable<Node> PartsOf(Node node) => node switch
    {
        UnaryNode unary => [unary.Operand],
        BinaryNode binary => [binary.Left, binary.Right],
        CallNode call => call.Arguments.Select(argument => argument.Value),
        TableNode table => table.Rows.SelectMany(row => row),
        _ => [],
    };
}

/// <summary>Finds the names in a tree.</summary>
internal static class NameUse
{
    /// <summary>Every name that stands for a value or a word, each once, in the order of the text.</summary>
    public static ImmutableArray<string> NamesIn(Node tree) =>
        [.. NodeTraversal.DescendantsAndSelf(tree).OfType<NameNode>().Select(node => node.Name)
            .Distinct(StringComparer.Ordinal)];
}
