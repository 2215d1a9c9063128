using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>How a function is made of its arguments: the unit rule, the rate rule and the factory of a row.</summary>
internal abstract class FunctionBody
{
    /// <summary>Makes it.</summary>
    /// <param name="call">Its arguments.</param>
    /// <param name="graph">Where nodes are made.</param>
    /// <param name="notes">Where faults and warnings go.</param>
    /// <returns>Null after a fault.</returns>
    public abstract TypedValue? Build(BoundCall call, GraphBuilder graph, TypingNotes notes);
}
