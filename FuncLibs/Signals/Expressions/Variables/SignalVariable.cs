using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>What became of one definition. One that was refused has no values, and takes only those down that need it.</summary>
/// <param name="Definition">As it was written.</param>
/// <param name="Kind">What it gives; a column while it was refused.</param>
/// <param name="Unit">Unit of its values; empty for a plain number.</param>
/// <param name="RateHz">Values a second; 0 for what is no column.</param>
/// <param name="Dependencies">Variables its text names, each once.</param>
/// <param name="Fault">Why it was refused; null when it runs.</param>
/// <param name="Warnings">What is allowed but hardly meant.</param>
public sealed record SignalVariable(
    VariableDefinition Definition,
    SignalKind Kind,
    string Unit,
    double RateHz,
    ImmutableArray<string> Dependencies,
    ExpressionFault? Fault,
    ImmutableArray<ExpressionFault> Warnings)
{
    /// <summary>Its name.</summary>
    public string Name => Definition.Name;

    /// <summary>True when it runs.</summary>
    public bool IsOk => Fault is null;

    /// <summary>The fault, or the first warning, with the name of the variable: one line for people; empty when all is well.</summary>
    public string Reason => (Fault ?? Warnings.FirstOrDefault()) is { } note ? $"{Name}: {note}" : "";
}
