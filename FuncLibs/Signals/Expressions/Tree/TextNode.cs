using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>A text between double quotes; only functions take one, for instance the unit of <c>convert(x, "kN")</c>.</summary>
/// <param name="value">Without the quotes.</param>
/// <param name="place">Where it begins.</param>
public sealed class TextNode(string value, TextPlace place = default) : Node(place, 1)
{
    /// <summary>Without the quotes.</summary>
    public string Value { get; } = value;
}
