using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>A named group of constants that stands as an argument: <c>sn(C, m)</c>, or <c>none</c> without any.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Parameters">Its constants, in order.</param>
internal sealed record Form(string Name, params ImmutableArray<Parameter> Parameters)
{
    /// <summary>How it is written.</summary>
    public string Usage => Parameters.IsEmpty ? Name : $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Name))})";

    /// <summary>Position of a parameter; -1 when it has none of that name.</summary>
    public int IndexOf(string parameter) => Parameters.Select(known => known.Name).ToList().IndexOf(parameter);
}
