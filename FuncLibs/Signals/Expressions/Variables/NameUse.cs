using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Tree;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Finds the names in a tree.</summary>
internal static class NameUse
{
    /// <summary>Every name that stands for a value or a word, each once, in the order of the text.</summary>
    public static ImmutableArray<string> Of(Node tree)
    {
        List<string> names = [];
        Add(tree, names);
        return [.. names.Distinct(StringComparer.Ordinal)];
    }

    private static void Add(Node node, List<string> names)
    {
        switch (node)
        {
            case NameNode name:
                names.Add(name.Name);
                break;
            case UnaryNode unary:
                Add(unary.Operand, names);
                break;
            case BinaryNode binary:
                Add(binary.Left, names);
                Add(binary.Right, names);
                break;
            case CallNode call:
                foreach (Argument argument in call.Arguments)
                    Add(argument.Value, names);
                break;
            case TableNode table:
                foreach (Node entry in table.Rows.SelectMany(row => row))
                    Add(entry, names);
                break;
        }
    }
}
