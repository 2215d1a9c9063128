using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Tree;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Finds the names in a tree.</summary>
internal static class NameUse
{
    /// <summary>Every name that stands for a value or a word, each once, in the order of the text.</summary>
    public static ImmutableArray<string> Of(Node tree) =>
        [.. NodeWalk.Through(tree).OfType<NameNode>().Select(node => node.Name).Distinct(StringComparer.Ordinal)];
}
