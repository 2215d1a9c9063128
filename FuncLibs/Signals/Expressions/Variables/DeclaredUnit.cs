using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>Brings the values of a variable to the unit its definition asks for; values without a unit are given it.</summary>
internal static class DeclaredUnit
{
    /// <summary>The value in that unit; null after a fault.</summary>
    public static TypedValue? Apply(TypedValue value, ParsedVariable variable, UnitTable units, GraphBuilder graph, TypingNotes notes)
    {
        string text = variable.Definition.Unit;
        if (text.Length == 0 || value.Kind == SignalKind.Table)
            return value;
        TextPlace place = variable.Tree!.Place;
        if (TypedUnits.Parse(text, units, out string fault) is not { } unit)
            return notes.Refuse(place, fault, "correct the unit of the variable");
        return value.Unit is { } own && !TypedUnits.AreAlike(own, unit)
            ? notes.Refuse(place, $"the expression has {TypedUnits.Name(own)}, the variable {TypedUnits.Name(unit)}", "correct one of them")
            : Conversions.To(value, unit, graph);
    }
}
