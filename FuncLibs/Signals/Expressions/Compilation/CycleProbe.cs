using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>Finds the signal whose cycles an expression counts.</summary>
public static class CycleProbe
{
    private static readonly HashSet<string> Cyclic = new(StringComparer.Ordinal)
    {
        "peak", "valley", "range", "mean", "rratio", "frequency", "cyclecount", "cycles", "rainflow", "damage",
        "stiffness", "energy", "phaselag",
        "amplitudeerror",
    };

    /// <summary>
    /// An expression for the points per cycle of that signal, between the same reversals, for a note on its rate: a
    /// peak of a signal with few points per cycle reads too low (<see cref="Cycles.RateAdequacy"/>). Null when the text
    /// counts no cycles, or is refused.
    /// </summary>
    public static string? ExpressionFor(string text) => SignalOf(text)?.Call("pointspercycle");

    /// <summary>The signal whose cycles the first such call of a text counts; null when there is none.</summary>
    public static CyclicSignal? SignalOf(string text)
    {
        if (ExpressionParser.Parse(text).Tree is not { } tree || Find(tree) is not { } call)
            return null;
        if (FunctionTable.Find(call.Name) is not { } row || CallArguments.Find(call, row, 0) is not { } signal)
            return null;
        Node? band = CallArguments.Find(call, row, "band");
        return new CyclicSignal(NodePrinter.Print(signal), band is null ? "" : NodePrinter.Print(band));
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

/// <summary>A signal with cycles, as text of the expression language.</summary>
/// <param name="Signal">The signal.</param>
/// <param name="Band">Its noise band; empty for none.</param>
public readonly record struct CyclicSignal(string Signal, string Band)
{
    /// <summary>A call of a function of (x, band) with this signal.</summary>
    public string Call(string function) => Band.Length == 0 ? $"{function}({Signal})" : $"{function}({Signal}, {Band})";
}
