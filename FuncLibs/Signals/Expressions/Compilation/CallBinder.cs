using System.Collections.Immutable;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// Gives each parameter of a function the argument that is meant for it: by name, else by position; then reads it as
/// its kind.
/// </summary>
/// <param name="typer">Reads values.</param>
/// <param name="notes">Where faults go.</param>
internal sealed class CallBinder(Typer typer, TypingDiagnostics notes)
{
    /// <summary>Binds a call; null after a fault.</summary>
    /// <param name="row">The function.</param>
    /// <param name="place">Where it was written.</param>
    /// <param name="arguments">As written.</param>
    public BoundCall? Bind(FunctionRow row, TextPosition place, ImmutableArray<Argument> arguments)
    {
        if (Match(row, place, arguments, notes) is not { } given)
            return null;
        ImmutableArray<BoundArgument>.Builder bound = ImmutableArray.CreateBuilder<BoundArgument>(given.Length);
        ArgumentReader reader = new(typer, notes, place);
        for (int i = 0; i < given.Length; i++)
        {
            if (reader.Read(row.Parameters[i], given[i]) is not { } argument)
                return null;
            bound.Add(argument);
        }

        return new BoundCall(row, place, bound.MoveToImmutable(), typer.Units);
    }

    /// <summary>The arguments of each parameter, in their order; null after a fault. Needs no stream.</summary>
    /// <param name="row">The function.</param>
    /// <param name="place">Where it was written.</param>
    /// <param name="arguments">As written.</param>
    /// <param name="notes">Where faults go.</param>
    public static IReadOnlyList<Argument>[]? Match(
        FunctionRow row, TextPosition place, ImmutableArray<Argument> arguments, TypingDiagnostics notes)
    {
        List<Argument>[] given = [.. row.Parameters.Select(_ => new List<Argument>())];
        int position = 0;
        foreach (Argument argument in arguments)
        {
            int index = argument.Name is null ? position : IndexOf(row, argument.Name);
            if (FindFault(row, argument, index, given) is { } fault)
            {
                notes.Reject(argument.Position, fault, $"expected {row.Usage}");
                return null;
            }

            given[index].Add(argument);
            if (argument.Name is null && !row.Parameters[index].Repeats)
                position++;
        }

        Parameter? missing = row.Parameters
            .Where((parameter, i) => parameter.IsRequired && given[i].Count == 0).FirstOrDefault();
        if (missing is null)
            return given;
        notes.Reject(place, $"{row.Name} needs '{missing.Name}'", $"expected {row.Usage}");
        return null;
    }

    private static string? FindFault(FunctionRow row, Argument argument, int index, List<Argument>[] given)
    {
        if (index < 0)
        {
            string near = Suggestion.For(argument.Name!, row.Parameters.Select(parameter => parameter.Name));
            return $"{row.Name} has no parameter '{argument.Name}'{near}";
        }

        if (index >= row.Parameters.Length)
            return $"{row.Name} takes at most {row.Parameters.Length} arguments";
        Parameter parameter = row.Parameters[index];
        if (given[index].Count > 0 && !parameter.Repeats)
            return $"'{parameter.Name}' is given twice";
        return given[index].Count == parameter.MaxCount
            ? $"{row.Name} takes at most {parameter.MaxCount} of '{parameter.Name}'" : null;
    }

    private static int IndexOf(FunctionRow row, string name) =>
        row.Parameters.Select(parameter => parameter.Name).ToList().IndexOf(name);
}
