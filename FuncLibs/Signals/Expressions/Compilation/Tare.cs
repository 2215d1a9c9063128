using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Subtracts the tare of a variable from its values: one step after its formula and the conversion to its unit, so that
/// live, replay and export give the same bits.
/// </summary>
internal static class Tare
{
    private static readonly BinaryOperation Subtract = new(BinaryFunction.Find("-")!);

    /// <summary>The value without the tare; null after a fault.</summary>
    public static TypedValue? Apply(
        TypedValue value, ParsedVariable variable, GraphBuilder graph, TypingDiagnostics notes)
    {
        double tare = variable.Definition.Tare;
        if (tare == 0)
            return value;
        return value.Kind == SignalKind.Table || !double.IsFinite(tare)
            ? notes.Reject(
                variable.Tree!.Position,
                FormattableString.Invariant($"the variable has a tare of {tare:R}, and its values cannot be tared"),
                "remove the tare")
            : value with { Operand = graph.Element(Subtract, value.Operand, new GraphOperand(null, tare)) };
    }
}
