using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Tree;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>
/// Finds the signal whose cycles an expression looks at, for a word about its rate: a peak of a signal with few points per cycle reads too
/// low (<see cref="Cycles.Adequacy.RateAdequacy"/>).
/// </summary>
public static class CycleProbe
{
    private static readonly HashSet<string> Cyclic = new(StringComparer.Ordinal)
    {
        "peak", "valley", "range", "mean", "rratio", "frequency", "cyclecount", "cycles", "rainflow", "damage", "stiffness", "energy", "phaselag",
        "amplitudeerror",
    };

    /// <summary>An expression for the points per cycle of that signal; null when the text looks at no cycles, or is refused.</summary>
    public static string? Of(string text) =>
        ExpressionParser.Parse(text).Tree is { } tree && Find(tree) is { } call ? $"pointspercycle({NodePrinter.Print(call.Arguments[0].Value)})" : null;

    private static CallNode? Find(Node node) => node switch
    {
        CallNode call when Cyclic.Contains(call.Name) && !call.Arguments.IsEmpty => call,
        CallNode call => call.Arguments.Select(argument => Find(argument.Value)).FirstOrDefault(found => found is not null),
        UnaryNode unary => Find(unary.Operand),
        BinaryNode binary => Find(binary.Left) ?? Find(binary.Right),
        _ => null,
    };
}
