using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// What became of one definition. One that was refused has no values, and takes only those down that need it.
/// </summary>
/// <param name="Definition">As it was written.</param>
/// <param name="Kind">What it gives; a column while it was refused.</param>
/// <param name="Unit">Unit of its values; empty for a plain number.</param>
/// <param name="RateHz">Values a second; 0 for what is no column.</param>
/// <param name="Dependencies">Variables its text names, each once.</param>
/// <param name="Fault">Why it was refused; null when it runs.</param>
/// <param name="Warnings">What is allowed but probably a mistake.</param>
public sealed record ProgramVariable(
    VariableDefinition Definition,
    SignalKind Kind,
    string Unit,
    double RateHz,
    ImmutableArray<string> Dependencies,
    ExpressionDiagnostic? Fault,
    ImmutableArray<ExpressionDiagnostic> Warnings)
{
    /// <summary>Its name.</summary>
    public string Name => Definition.Name;

    /// <summary>True when it runs.</summary>
    public bool IsOk => Fault is null;

    /// <summary>
    /// The fault, or the first warning, with the name of the variable: one line for people; empty when all is well.
    /// </summary>
    public string Reason => (Fault ?? Warnings.FirstOrDefault()) is { } note ? $"{Name}: {note}" : "";
}

/// <summary>A variable as it was written.</summary>
/// <param name="Name">Letters, digits and <c>_</c>, not beginning with a digit; no function, channel or word of the
/// language.</param>
/// <param name="Text">Its expression.</param>
/// <param name="Unit">The unit its values are to have; empty for the unit of the expression.</param>
public sealed record VariableDefinition(string Name, string Text, string Unit = "")
{
    /// <summary>
    /// True when the state of its functions is kept over a new test run; otherwise a new run resets it.
    /// </summary>
    public bool ContinuesAcrossRuns { get; init; }

    /// <summary>
    /// Subtracted from every value, in the unit of the values; 0 = nothing is. Its functions do not see it; those of
    /// variables that name it do, and their state continues.
    /// </summary>
    public double Tare { get; init; }

    /// <summary>How often the state of its functions was reset: another count resets it, and no others.</summary>
    public long Resets { get; init; }
}

/// <summary>What an expression gives.</summary>
public enum SignalKind : byte
{
    /// <summary>One number that never changes: made of constants alone.</summary>
    Number,

    /// <summary>A value for each point of its rate.</summary>
    Column,

    /// <summary>One value of a whole test, pending while it may change, then final: Rm, or a formula of such.</summary>
    Result,

    /// <summary>A table: rainflow classes, closed cycles.</summary>
    Table,
}
