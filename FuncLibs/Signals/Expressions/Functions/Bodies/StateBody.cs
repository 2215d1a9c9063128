using System.Globalization;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Expressions.Functions.Bodies;

/// <summary>A function that remembers: of one or two columns, with a column, a table or a result.</summary>
/// <param name="units">What it does with units.</param>
/// <param name="state">Makes one from its constants.</param>
internal sealed class StateBody(StateUnits units, Func<BoundCall, ISignalState> state) : FunctionBody
{
    private const string Advice = "use shorter windows or fewer variables";

    /// <summary>What is wrong with the constants together, one line; null when nothing is. Comes before <c>state</c>.</summary>
    public Func<BoundCall, string?> Check { get; init; } = _ => null;

    /// <summary>The parameter that <see cref="Check"/> finds fault with; empty for the call as a whole.</summary>
    public string CheckedParameter { get; init; } = "";

    /// <inheritdoc/>
    public override TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes)
    {
        if (!RateRules.Hold(call, notes))
            return null;
        UnitRuling ruling = units.Of(call.Values);
        if (ruling.Fault is not null)
            return notes.Refuse(call.Place, ruling.Fault, ruling.Advice);

        GraphOperand[] operands = [.. call.Values.Select((value, i) => Conversions.To(value, ruling.Wanted[i], graph).Operand)];
        if (Check(call) is { } reason)
            return notes.Refuse(CheckedParameter.Length == 0 ? call.Place : call.PlaceOf(CheckedParameter), reason);
        if (graph.RoomBytes <= 0)
            return notes.Refuse(call.Place, "there are too many functions that remember", Advice);
        ISignalState made = state(call);
        if (GraphBuilder.BytesOf(made) is var bytes && bytes > graph.RoomBytes)
            return notes.Refuse(
                call.Place,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"what this remembers takes up to {bytes} bytes, and {graph.RoomBytes} of the {graph.MaxStateBytes} for all functions of a stream are left"),
                Advice);
        return made switch
        {
            ITableState => TypedValue.Of(graph.Sink(call.Signature, () => made, operands), ruling.Result),
            IResultState => TypedValue.Of(graph.Result(graph.Sink(call.Signature, () => made, operands)), ruling.Result),
            _ => TypedValue.Of(graph.State(call.Signature, () => made, operands), ruling.Result),
        };
    }
}
