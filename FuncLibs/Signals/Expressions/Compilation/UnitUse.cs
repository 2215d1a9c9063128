using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Finds the units that a definition names: after its numbers, in its texts, and the one it is declared in.
/// </summary>
public static class UnitUse
{
    /// <summary>The symbols in a text; one that is no expression names none.</summary>
    /// <param name="expression">The formula.</param>
    /// <param name="unit">The declared unit; empty none.</param>
    public static ImmutableArray<string> UnitsIn(string expression, string unit) =>
        ExpressionParser.Parse(expression).Tree is { } tree ? UnitsIn(tree, unit) : [.. SymbolsIn(unit)];

    /// <summary>The symbols in a tree, each once.</summary>
    internal static ImmutableArray<string> UnitsIn(Node tree, string unit) =>
        [.. NodeTraversal.DescendantsAndSelf(tree).Select(TextOf).Prepend(unit).SelectMany(SymbolsIn)
            .Distinct(StringComparer.Ordinal)];

    /// <summary>The symbols in the text of a unit.</summary>
    internal static IEnumerable<string> SymbolsIn(string unit)
    {
        for (int start = 0; start < unit.Length; start++)
        {
            int end = start;
            while (end < unit.Length && UnitTable.IsSymbol(unit[end]))
                end++;
            if (end > start)
                yield return unit[start..end];
            start = end;
        }
    }

    private static string TextOf(Node node) => node switch
    {
        NumberNode number => number.Unit,
        TextNode text => text.Value,
        _ => "",
    };
}
