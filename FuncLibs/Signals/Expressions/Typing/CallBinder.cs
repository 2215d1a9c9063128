using System.Collections.Immutable;
using FuncLibs.Diagnostics;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Text;
using FuncLibs.Signals.Expressions.Tree;

namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>
/// Gives each parameter of a function the argument that is meant for it: by name, else by position; then reads it as its kind.
/// </summary>
/// <param name="typer">Reads values.</param>
/// <param name="notes">Where faults go.</param>
internal sealed class CallBinder(Typer typer, TypingNotes notes)
{
    /// <summary>Binds a call; null after a fault.</summary>
    /// <param name="row">The function.</param>
    /// <param name="place">Where it was written.</param>
    /// <param name="arguments">As written.</param>
    public BoundCall? Bind(FunctionRow row, TextPlace place, ImmutableArray<Argument> arguments)
    {
        List<Argument>[] given = new List<Argument>[row.Parameters.Length];
        for (int i = 0; i < given.Length; i++)
            given[i] = [];
        if (!Match(row, arguments, given))
            return null;

        ImmutableArray<BoundArgument>.Builder bound = ImmutableArray.CreateBuilder<BoundArgument>(given.Length);
        ArgumentReader reader = new(typer, notes, place);
        for (int i = 0; i < given.Length; i++)
        {
            Parameter parameter = row.Parameters[i];
            if (given[i].Count == 0 && parameter.IsRequired)
            {
                notes.Refuse(place, $"{row.Name} needs '{parameter.Name}'", $"expected {row.Usage}");
                return null;
            }

            if (reader.Read(parameter, given[i]) is not { } argument)
                return null;
            bound.Add(argument);
        }

        return new BoundCall(row, place, bound.MoveToImmutable(), typer.Units);
    }

    private bool Match(FunctionRow row, ImmutableArray<Argument> arguments, List<Argument>[] given)
    {
        int position = 0;
        foreach (Argument argument in arguments)
        {
            int index = argument.Name is null ? position : IndexOf(row, argument.Name);
            if (index < 0)
            {
                string near = Suggestion.For(argument.Name!, row.Parameters.Select(parameter => parameter.Name));
                notes.Refuse(argument.Place, $"{row.Name} has no parameter '{argument.Name}'{near}", $"expected {row.Usage}");
                return false;
            }

            if (index >= row.Parameters.Length)
            {
                notes.Refuse(argument.Place, $"{row.Name} takes at most {row.Parameters.Length} arguments", $"expected {row.Usage}");
                return false;
            }

            bool repeats = row.Parameters[index].Repeats;
            if (given[index].Count > 0 && !repeats)
            {
                notes.Refuse(argument.Place, $"'{row.Parameters[index].Name}' is given twice", $"expected {row.Usage}");
                return false;
            }

            given[index].Add(argument);
            if (argument.Name is null && !repeats)
                position++;
        }

        return true;
    }

    private static int IndexOf(FunctionRow row, string name)
    {
        for (int i = 0; i < row.Parameters.Length; i++)
        {
            if (row.Parameters[i].Name == name)
                return i;
        }

        return -1;
    }
}
