using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>One function of the language. To add a function is to add a row.</summary>
/// <param name="Name">Its name; of an operator, its sign.</param>
/// <param name="Body">How it is made.</param>
/// <param name="Parameters">What it takes, in order.</param>
internal sealed record FunctionRow(string Name, FunctionBody Body, params ImmutableArray<Parameter> Parameters)
{
    /// <summary>True for what is called by name.</summary>
    public bool IsCallable => char.IsAsciiLetter(Name[0]) && Name is not ("and" or "or" or "not");

    /// <summary>How it is called: <c>round(x, digits, mode)</c>.</summary>
    public string Usage =>
        $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Repeats ? $"{parameter.Name}, ..." : parameter.Name))})";

    /// <summary>The same with units, words and defaults: <c>round(x, digits = 0, mode = half_away | ...)</c>.</summary>
    public string Signature => $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Signature))})";
}
