using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Tensile;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>Finds the stress and the strain from which an expression computes a result of a tensile test.</summary>
public static class TensileProbe
{
    private static readonly double UsualOffset = new TensileOptions().OffsetPercent;

    /// <summary>
    /// The call that a text is; null when it is another expression, is refused, or has no strain (<c>rm</c>).
    /// </summary>
    public static TensileCall? CallOf(string text)
    {
        if (ExpressionParser.Parse(text).Tree is not CallNode call || FunctionTable.Find(call.Name) is not { } row)
            return null;
        if (row.Body is not StateBody || CallArguments.Find(call, row, "stress") is not { } stress
            || CallArguments.Find(call, row, "strain") is not { } strain)
            return null;
        double offset = CallArguments.Find(call, row, "percent") is NumberNode { Unit: "" or "%" } percent
            ? percent.Value : UsualOffset;
        return new TensileCall(call.Name, NodePrinter.Print(stress), NodePrinter.Print(strain), offset);
    }

    /// <summary>The stress of which a text is the tensile strength (<c>rm</c>); null when it is another text.</summary>
    public static string? StressOfStrength(string text) =>
        ExpressionParser.Parse(text).Tree is CallNode { Name: "rm" } call
            && CallArguments.Find(call, FunctionTable.Find(call.Name)!, "stress") is { } stress
            ? NodePrinter.Print(stress) : null;
}

/// <summary>A result of a tensile test, as it is written.</summary>
/// <param name="Function">Name of the function: <c>rp</c>.</param>
/// <param name="Stress">Expression of the stress.</param>
/// <param name="Strain">Expression of the strain.</param>
/// <param name="OffsetPercent">Plastic extension of <c>rp</c>, in %; 0.2 where none is written.</param>
public sealed record TensileCall(string Function, string Stress, string Strain, double OffsetPercent);
