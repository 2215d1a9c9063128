using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary>
/// Two functions of one name: <c>hold(x, like)</c> of columns of different rates brings x to the rate of like; <c>hold(c, x)</c> of one
/// rate
/// keeps x while c is not true. That c must be a plain number keeps the first from turning into the second unnoticed where rates are equal.
/// </summary>
internal sealed class HoldBody(FunctionBody whileTrue, FunctionBody atRate) : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        if (call.Values[0].Rate != call.Values[1].Rate)
            return atRate.Build(call, graph, notes);
        UnitRuling truth = UnitRulings.Of(UnitRule.Truth, [call.Values[0]]);
        return truth.Fault is null
            ? whileTrue.Build(call, graph, notes)
            : notes.Refuse(call.Places[0], "both columns have one rate, and the first is no condition",
                "write hold(c, x), or x alone if its rate was to be changed");
    }
}
