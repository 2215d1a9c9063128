using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary><c>convert(x, "kN")</c>: the value in another unit of its kind; a plain number is given the unit.</summary>
internal sealed class ConvertBody : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes))
            return null;
        BoundArgument text = call.Arguments[1];
        if (TypedUnits.Parse(text.Word, call.Units, out string fault) is not { } unit)
            return notes.Refuse(text.Place, fault);
        if (call.Values[0].Unit is { } own && !TypedUnits.AreAlike(own, unit))
            return notes.Refuse(call.Place, $"{TypedUnits.Name(own)} cannot be converted to {TypedUnits.Name(unit)}",
                "both must measure the same");
        return Conversions.To(call.Values[0], unit, graph);
    }
}
