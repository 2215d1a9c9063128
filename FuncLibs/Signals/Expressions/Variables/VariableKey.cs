using System.Globalization;
using FuncLibs.Signals.Expressions.Programs.States;
using FuncLibs.Signals.Expressions.Tree;
using FuncLibs.Signals.Expressions.Typing;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>
/// The key of a variable: it changes with its name, its tree (not with blanks), its unit, the size of a unit of the lab's own that it
/// names, the channels and constants it names, and the keys of the variables it names. So an edit resets the variable that was edited and
/// all that depend on it, and nobody else.
/// </summary>
internal static class VariableKey
{
    /// <summary>The key of a variable whose dependencies are compiled.</summary>
    public static StateKey Of(ParsedVariable variable, NameTable names) => StateKey.Of(string.Join(
        '\n', variable.Names.Select(name => $"{name} {Meaning(name, names)}")
            .Concat(UnitUse.Of(variable.Tree!, variable.Definition.Unit)
                .Select(symbol => OwnUnit(symbol, names.Units)).Where(own => own.Length > 0))
            .Prepend(NodePrinter.Print(variable.Tree!)).Prepend(variable.Definition.Unit).Prepend(variable.Definition.Name)));

    // Nothing for a standard unit, which never changes: the keys of what is saved stay.
    private static string OwnUnit(string symbol, UnitTable units) =>
        units.Find(symbol) is { } unit && unit != UnitTable.Standard.Find(symbol)
            ? string.Create(CultureInfo.InvariantCulture, $"{symbol} {unit.Dimension} {unit.Factor:R} {unit.Offset:R}") : "";

    private static string Meaning(string name, NameTable names) => names.FindVariable(name) is { } variable
        ? variable.Key.ToString()
        : names.FindEntry(name) switch
        {
            ColumnEntry column => string.Create(
                CultureInfo.InvariantCulture, $"{column.Unit} {column.RateHz:R} {column.Points}{OfColumn(column.Unit, names.Units)}"),
            ConstantEntry constant => string.Create(CultureInfo.InvariantCulture, $"{constant.Unit} {constant.Value:R}"),
            _ => "",
        };

    private static string OfColumn(string unit, UnitTable units) =>
        string.Concat(UnitUse.SymbolsOf(unit).Select(symbol => OwnUnit(symbol, units)));
}
