using System.Globalization;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Expressions.Tree;
using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>
/// The key of a variable: it changes with its name, its tree (not with blanks), its unit, the channels and constants it names, and the keys
/// of the variables it names. So an edit resets the variable that was edited and all that depend on it, and nobody else.
/// </summary>
internal static class VariableKey
{
    /// <summary>The key of a variable whose dependencies are compiled.</summary>
    public static StateKey Of(ParsedVariable variable, NameTable names) => StateKey.Of(string.Join(
        '\n', variable.Names.Select(name => $"{name} {Meaning(name, names)}")
            .Prepend(NodePrinter.Print(variable.Tree!)).Prepend(variable.Definition.Unit).Prepend(variable.Definition.Name)));

    private static string Meaning(string name, NameTable names) => names.FindVariable(name) is { } variable
        ? variable.Key.ToString()
        : names.FindEntry(name) switch
        {
            ColumnEntry column => string.Create(CultureInfo.InvariantCulture, $"{column.Unit} {column.RateHz:R} {column.Points}"),
            ConstantEntry constant => string.Create(CultureInfo.InvariantCulture, $"{constant.Unit} {constant.Value:R}"),
            _ => "",
        };
}
