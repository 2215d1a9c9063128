using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Finds the signal whose cycles an expression looks at, for a word about its rate: a peak of a signal with few points
/// per cycle reads too low (<see cref="Cycles.RateAdequacy"/>).
/// </summary>
public static class CycleProbe
{
    private static readonly HashSet<string> Cyclic = new(StringComparer.Ordinal)
    {
        "peak", "valley", "range", "mean", "rratio", "frequency", "cyclecount", "cycles", "rainflow", "damage",
        "stiffness", "energy", "phaselag",
        "amplitudeerror",
    };

    /// <summary>
    /// An expression for the points per cycle of that signal, between the same reversals; null when the text looks
    /// at no cycles, or is refused.
    /// </summary>
    public static string? ExpressionFor(string text)
    {
        if (ExpressionParser.Parse(text).Tree is not { } tree || Find(tree) is not { } call)
            return null;
        if (FunctionTable.Find(call.Name) is not { } row || Given(call, row, 0) is not { } signal)
            return null;
        int band = row.Parameters.Select(parameter => parameter.Name).ToList().IndexOf("band");
        string after = Given(call, row, band) is { } given ? $", {NodePrinter.Print(given)}" : "";
        return $"pointspercycle({NodePrinter.Print(signal)}{after})";
    }

    // What is written for a parameter: by its name, else by its place among those without one.
    private static Node? Given(CallNode call, FunctionRow row, int parameter)
    {
        if (parameter < 0)
            return null;
        string name = row.Parameters[parameter].Name;
        return call.Arguments.Where(argument => argument.Name == name)
            .Concat(call.Arguments.Where(argument => argument.Name is null).Skip(parameter).Take(1))
            .Select(argument => argument.Value).FirstOrDefault();
    }

    private static CallNode? Find(Node node) => node switch
    {
        CallNode call when Cyclic.Contains(call.Name) && !call.Arguments.IsEmpty => call,
        CallNode call => call.Arguments.Select(argument => Find(argument.Value)).FirstOrDefault(
            found => found is not null),
        UnaryNode unary => Find(unary.Operand),
        BinaryNode binary => Find(binary.Left) ?? Find(binary.Right),
        _ => null,
    };
}
