using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>A call: <c>round(x, digits = 2)</c>, also inside another as <c>sn(C, m)</c>.</summary>
/// <param name="name">The function.</param>
/// <param name="arguments">In the order written.</param>
/// <param name="place">Where the name begins.</param>
public sealed class CallNode(string name, ImmutableArray<Argument> arguments, TextPlace place = default)
    : Node(place, arguments.Select(argument => argument.Value.Depth).DefaultIfEmpty().Max() + 1)
{
    /// <summary>The function.</summary>
    public string Name { get; } = name;

    /// <summary>In the order written.</summary>
    public ImmutableArray<Argument> Arguments { get; } = arguments;
}
