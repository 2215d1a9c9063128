using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary><c>hold(x, like)</c> and <c>interp(x, like)</c>: x at the rate of another column, whose values do not matter.</summary>
internal sealed class ResampleBody(bool interpolates) : FunctionBody
{
    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        (TypedValue x, TypedValue like) = (call.Values[0], call.Values[1]);
        if (x.Rate == like.Rate)
            return x;
        ResampleNode node = graph.Resample(interpolates, x.Operand.Node!, GraphBuilder.InputOf(like.Operand.Node!));
        return TypedValue.Of(node, x.Unit);
    }
}
