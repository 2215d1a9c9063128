using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>A name: a channel's column, a variable, a constant, or a choice such as <c>half_even</c>.</summary>
/// <param name="name">As written.</param>
/// <param name="place">Where it begins.</param>
public sealed class NameNode(string name, TextPlace place = default) : Node(place, 1)
{
    /// <summary>As written; case counts.</summary>
    public string Name { get; } = name;
}
