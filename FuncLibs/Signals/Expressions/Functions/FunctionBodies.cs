using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Running;
using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Units;
using FuncLibs.Signals.Windows;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>How a function is made of its arguments: the unit rule, the rate rule and the factory of a row.</summary>
internal abstract class FunctionBody
{
    /// <summary>Makes it.</summary>
    /// <param name="call">Its arguments.</param>
    /// <param name="graph">Where nodes are made.</param>
    /// <param name="notes">Where faults and warnings go.</param>
    /// <returns>Null after a fault.</returns>
    public abstract TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes);
}

/// <summary>A function without state.</summary>
/// <param name="units">What it does with units.</param>
/// <param name="operation">Makes it from its constants; of more operands than it has it is applied from the left:
/// min(min(a, b), c).</param>
internal sealed class ElementBody(
    Func<ImmutableArray<TypedValue>, UnitCheck> units, Func<BoundCall, ElementOperation> operation)
    : FunctionBody
{
    /// <summary>With a rule of the element-wise functions.</summary>
    public ElementBody(UnitRule units, Func<BoundCall, ElementOperation> operation)
        : this(values => UnitChecks.Check(units, values), operation)
    {
    }

    /// <summary>With units of its own.</summary>
    public ElementBody(StateUnits units, Func<BoundCall, ElementOperation> operation)
        : this(units.Check, operation)
    {
    }

    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes) || !RateRules.AreOneRate(call, notes))
            return null;
        UnitCheck check = units(call.Values);
        if (check.Fault is not null)
            return notes.Reject(call.Place, check.Fault, check.Advice);
        ElementOperation made = operation(call);
        if (made.Key == "/" && call.Values[1] is { Kind: SignalKind.Number, Operand.Number: 0 })
            notes.Warn(call.Place, "division by zero", "every result is infinite or no number");

        ImmutableArray<GraphOperand> operands =
        [
            .. call.Values.Select(
                (value, i) => Conversions.To(Counted(value, check), check.Wanted[i], graph).Operand),
        ];
        GraphOperand result = Apply(made, operands, graph);
        return new TypedValue(result, check.Result);
    }

    private static TypedValue Counted(TypedValue value, UnitCheck check) =>
        value.Unit is null && check.NumbersCountInOne ? value with { Unit = Unit.One } : value;

    private static GraphOperand Apply(
        ElementOperation operation, ImmutableArray<GraphOperand> operands, GraphBuilder graph)
    {
        if (operation.Arity != 2)
            return graph.Element(operation, operands.AsSpan());
        GraphOperand result = operands[0];
        for (int i = 1; i < operands.Length; i++)
            result = graph.Element(operation, result, operands[i]);
        return result;
    }
}

/// <summary>A function with state: of one or two columns, with a column, a table or a result.</summary>
/// <param name="units">What it does with units.</param>
/// <param name="state">Makes one from its constants.</param>
internal sealed class StateBody(StateUnits units, Func<BoundCall, ISignalState> state) : FunctionBody
{
    private const string Advice = "use shorter windows or fewer variables";

    /// <summary>
    /// What is wrong with the constants together, one line; null when nothing is. Comes before <c>state</c>.
    /// </summary>
    public Func<BoundCall, string?> Check { get; init; } = _ => null;

    /// <summary>The parameter that <see cref="Check"/> finds fault with; empty for the call as a whole.</summary>
    public string CheckedParameter { get; init; } = "";

    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        if (!RateRules.AreOneRate(call, notes))
            return null;
        UnitCheck check = units.Check(call.Values);
        if (check.Fault is not null)
            return notes.Reject(call.Place, check.Fault, check.Advice);

        GraphOperand[] operands =
            [.. call.Values.Select((value, i) => Conversions.To(value, check.Wanted[i], graph).Operand)];
        if (Check(call) is { } reason)
            return notes.Reject(CheckedParameter.Length == 0 ? call.Place : call.PlaceOf(CheckedParameter), reason);
        if (graph.FreeStateBytes <= 0)
            return notes.Reject(call.Place, "there are too many stateful functions", Advice);
        ISignalState made = state(call);
        if (GraphBuilder.BytesOf(made) is var bytes && bytes > graph.FreeStateBytes)
            return notes.Reject(
                call.Place,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the state of this takes up to {bytes} bytes, and {graph.FreeStateBytes} of the "
                        + $"{graph.MaxStateBytes} for all functions of a stream are left"),
                Advice);
        return made switch
        {
            ITableState => TypedValue.FromNode(graph.Sink(call.Signature, () => made, operands), check.Result),
            IResultState => TypedValue.FromNode(
                graph.Result(graph.Sink(call.Signature, () => made, operands)), check.Result),
            _ => TypedValue.FromNode(graph.State(call.Signature, () => made, operands), check.Result),
        };
    }
}

/// <summary>
/// <c>hold(x, like)</c> and <c>interp(x, like)</c>: x at the rate of another column, whose values do not matter.
/// </summary>
internal sealed class ResampleBody(bool interpolates) : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        (TypedValue x, TypedValue like) = (call.Values[0], call.Values[1]);
        if (x.Rate == like.Rate)
            return x;
        ResampleNode node = graph.Resample(interpolates, x.Operand.Node!, GraphBuilder.InputOf(like.Operand.Node!));
        return TypedValue.FromNode(node, x.Unit);
    }
}

/// <summary>
/// Two functions of one name: <c>hold(c, x)</c> keeps x while the condition c is not true; <c>hold(x, like)</c>, the
/// older name of <c>resample</c>, brings x to the rate of like. What the first operand is decides which, never the
/// rates: a condition is a comparison, a logical operation or a function that gives truths.
/// </summary>
internal sealed class HoldBody(FunctionBody whileTrue, FunctionBody atRate) : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        bool isCondition = IsCondition(call.Values[0].Operand.Node);
        bool isOneRate = call.Values[0].Rate == call.Values[1].Rate;
        if (isCondition == isOneRate)
            return isCondition ? whileTrue.Build(call, graph, notes) : atRate.Build(call, graph, notes);
        return isCondition
            ? notes.Reject(call.Places[0], "the condition and the held value have different rates",
                "write hold(resample(c, x), x) to hold x, or resample(c, x) for the condition at that rate")
            : notes.Reject(call.Places[0], "both columns have one rate, and the first is no condition",
                "write hold(c != 0, x), or x alone if its rate was to be changed");
    }

    private static bool IsCondition(GraphNode? node) => node switch
    {
        ElementNode element => element.Operation.IsCondition,
        StateNode state => state.Cell.State is RisingEdge or Debounce or Hysteresis or Outlier,
        ResampleNode resample => IsCondition(resample.Source),
        _ => false,
    };
}

/// <summary><c>convert(x, "kN")</c>: the value in another unit of its kind; a plain number is given the unit.</summary>
internal sealed class ConvertBody : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes))
            return null;
        BoundArgument text = call.Arguments[1];
        if (TypedUnits.Parse(text.Word, call.Units, out string fault) is not { } unit)
            return notes.Reject(text.Place, fault);
        if (call.Values[0].Unit is { } own && !TypedUnits.AreAlike(own, unit))
            return notes.Reject(call.Place, $"{TypedUnits.Name(own)} cannot be converted to {TypedUnits.Name(unit)}",
                "both must measure the same");
        return Conversions.To(call.Values[0], unit, graph);
    }
}

/// <summary>
/// <c>lookup(x, [0 V, 0 kN; 10 V, 100 kN], clamp)</c>: straight lines between the points; the unit is that of the
/// values.
/// </summary>
internal sealed class LookupBody : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingDiagnostics notes)
    {
        if (!RateRules.AreValues(call.Values, call.Places, notes))
            return null;
        BoundTable table = call.Table("table");
        LookupTable? made = LookupTable.Create(
            table.X.AsSpan(), table.Y.AsSpan(), call.Word("outside") == "clamp", out string? fault);
        if (made is null)
            return notes.Reject(call.Arguments[1].Place, fault!);
        UnaryOperation operation = new(call.Signature, ElementwiseFunction.Lookup(made));
        return new TypedValue(graph.Element(operation, call.Values[0].Operand), table.Unit);
    }
}
