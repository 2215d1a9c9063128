namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>A variable as somebody wrote it.</summary>
/// <param name="Name">Letters, digits and <c>_</c>, not beginning with a digit; no function, channel or word of the language.</param>
/// <param name="Text">Its expression.</param>
/// <param name="Unit">The unit its values are to have; empty for the unit of the expression.</param>
public sealed record VariableDefinition(string Name, string Text, string Unit = "")
{
    /// <summary>True when what its functions remember goes on over a new test run; otherwise a new run begins it anew.</summary>
    public bool KeepsOverRuns { get; init; }
}
