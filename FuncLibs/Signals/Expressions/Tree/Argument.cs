using FuncLibs.Signals.Expressions.Text;

namespace FuncLibs.Signals.Expressions.Tree;

/// <summary>One argument of a call: <c>x</c>, or <c>digits = 2</c>.</summary>
/// <param name="Name">The parameter it names; null when its position decides.</param>
/// <param name="Value">The argument.</param>
/// <param name="Place">Where it begins.</param>
public readonly record struct Argument(string? Name, Node Value, TextPlace Place);
