using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>What one parameter of a call got.</summary>
/// <param name="Parameter">The parameter.</param>
/// <param name="Place">Where it was written; that of the call for a default.</param>
internal sealed record BoundArgument(Parameter Parameter, TextPlace Place)
{
    /// <summary>Its values: one, or as many as a repeating parameter got; empty for other kinds.</summary>
    public ImmutableArray<TypedValue> Values { get; init; } = [];

    /// <summary>Where the values were written.</summary>
    public ImmutableArray<TextPlace> Places { get; init; } = [];

    /// <summary>Its constants in the unit of the parameter; of a form, one for each of its parameters.</summary>
    public ImmutableArray<double> Numbers { get; init; } = [];

    /// <summary>The word, the text, or the name of the form.</summary>
    public string Word { get; init; } = "";

    /// <summary>The pairs of a table.</summary>
    public BoundTable? Table { get; init; }
}
