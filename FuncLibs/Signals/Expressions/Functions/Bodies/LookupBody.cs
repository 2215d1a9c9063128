using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Tables;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary>
/// <c>lookup(x, [0 V, 0 kN; 10 V, 100 kN], clamp)</c>: straight lines between the points; the unit is that of the values.
/// </summary>
internal sealed class LookupBody : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes))
            return null;
        BoundTable table = call.Table("table");
        LookupTable? made = LookupTable.Create(table.X.AsSpan(), table.Y.AsSpan(), call.Word("outside") == "clamp", out string? fault);
        if (made is null)
            return notes.Refuse(call.Arguments[1].Place, fault!);
        UnaryOperation operation = new(call.Signature, ElementwiseFunction.Lookup(made));
        return new TypedValue(graph.Element(operation, call.Values[0].Operand), table.Unit);
    }
}
