using System.Collections.Immutable;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary>A function without memory.</summary>
/// <param name="units">What it does with units.</param>
/// <param name="operation">Makes it from its constants; of more operands than it has it is applied from the left: min(min(a, b),
/// c).</param>
internal sealed class ElementBody(Func<ImmutableArray<TypedValue>, UnitRuling> units, Func<BoundCall, ElementOperation> operation)
    : FunctionBody
{
    /// <summary>With a rule of the element-wise room.</summary>
    public ElementBody(UnitRule units, Func<BoundCall, ElementOperation> operation)
        : this(values => UnitRulings.Of(units, values), operation)
    {
    }

    /// <summary>With units of its own.</summary>
    public ElementBody(StateUnits units, Func<BoundCall, ElementOperation> operation)
        : this(units.Of, operation)
    {
    }

    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes) || !RateRules.Hold(call, notes))
            return null;
        UnitRuling ruling = units(call.Values);
        if (ruling.Fault is not null)
            return notes.Refuse(call.Place, ruling.Fault, ruling.Advice);
        ElementOperation made = operation(call);
        if (made.Key == "/" && call.Values[1] is { Kind: SignalKind.Number, Operand.Number: 0 })
            notes.Warn(call.Place, "division by zero", "every result is infinite or no number");

        ImmutableArray<GraphOperand> operands =
        [
            .. call.Values.Select((value, i) => Conversions.To(Counted(value, ruling), ruling.Wanted[i], graph).Operand),
        ];
        GraphOperand result = Apply(made, operands, graph);
        return new TypedValue(result, ruling.Result);
    }

    private static TypedValue Counted(TypedValue value, UnitRuling ruling) =>
        value.Unit is null && ruling.NumbersCountInOne ? value with { Unit = Unit.One } : value;

    private static GraphOperand Apply(ElementOperation operation, ImmutableArray<GraphOperand> operands, GraphBuilder graph)
    {
        if (operation.Arity != 2)
            return graph.Element(operation, operands.AsSpan());
        GraphOperand result = operands[0];
        for (int i = 1; i < operands.Length; i++)
            result = graph.Element(operation, result, operands[i]);
        return result;
    }
}
