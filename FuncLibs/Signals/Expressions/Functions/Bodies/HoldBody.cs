using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Filters;
using FuncLibs.Signals.Running;
using FuncLibs.Signals.Windows;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary>
/// Two functions of one name: <c>hold(c, x)</c> keeps x while the condition c is not true; <c>hold(x, like)</c>, the older
/// name of <c>resample</c>, brings x to the rate of like. What the first operand is decides which, never the rates: a condition
/// is a comparison, a logical operation or a function that gives truths.
/// </summary>
internal sealed class HoldBody(FunctionBody whileTrue, FunctionBody atRate) : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        bool isCondition = IsCondition(call.Values[0].Operand.Node);
        bool isOneRate = call.Values[0].Rate == call.Values[1].Rate;
        if (isCondition == isOneRate)
            return isCondition ? whileTrue.Build(call, graph, notes) : atRate.Build(call, graph, notes);
        return isCondition
            ? notes.Refuse(call.Places[0], "the condition has another rate than what it holds",
                "write hold(resample(c, x), x) to hold x, or resample(c, x) for the condition at that rate")
            : notes.Refuse(call.Places[0], "both columns have one rate, and the first is no condition",
                "write hold(c != 0, x), or x alone if its rate was to be changed");
    }

    private static bool IsCondition(GraphNode? node) => node switch
    {
        ElementNode element =>
            element.Operation.Key is "<" or "<=" or "==" or "!=" or ">=" or ">" or "and" or "or" or "not" or "isnan",
        StateNode state => state.Cell.State is RisingEdge or Debounce or Hysteresis or Outlier,
        ResampleNode resample => IsCondition(resample.Source),
        _ => false,
    };
}
