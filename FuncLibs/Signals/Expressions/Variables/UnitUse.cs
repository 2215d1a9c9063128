using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Tree;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Finds the units that a definition names: behind its numbers, in its texts, and the one it is declared in.</summary>
public static class UnitUse
{
    /// <summary>The symbols in a text; one that is no expression names none.</summary>
    /// <param name="expression">The formula.</param>
    /// <param name="unit">The declared unit; empty none.</param>
    public static ImmutableArray<string> Of(string expression, string unit) =>
        ExpressionParser.Parse(expression).Tree is { } tree ? Of(tree, unit) : [.. SymbolsOf(unit)];

    /// <summary>The symbols in a tree, each once.</summary>
    internal static ImmutableArray<string> Of(Node tree, string unit)
    {
        List<string> texts = [unit];
        Add(tree, texts);
        return [.. texts.SelectMany(SymbolsOf).Distinct(StringComparer.Ordinal)];
    }

    /// <summary>The symbols in the text of a unit.</summary>
    internal static IEnumerable<string> SymbolsOf(string unit)
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

    private static void Add(Node node, List<string> texts)
    {
        switch (node)
        {
            case NumberNode number:
                texts.Add(number.Unit);
                break;
            case TextNode text:
                texts.Add(text.Value);
                break;
            case UnaryNode unary:
                Add(unary.Operand, texts);
                break;
            case BinaryNode binary:
                Add(binary.Left, texts);
                Add(binary.Right, texts);
                break;
            case CallNode call:
                foreach (Argument argument in call.Arguments)
                    Add(argument.Value, texts);
                break;
            case TableNode table:
                foreach (Node entry in table.Rows.SelectMany(row => row))
                    Add(entry, texts);
                break;
        }
    }
}
