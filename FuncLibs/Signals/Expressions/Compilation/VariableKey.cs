using System.Globalization;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Sources;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Compilation;

/// <summary>
/// The key of a variable: it changes with its name, its tree (not with blanks), its unit, the size of a unit of custom
/// that it names, the channels behind the names in it, the constants, and the keys of the variables it names. So an
/// edit resets the variable that was edited and all that depend on it, and no others; an alias that is set to another
/// channel resets what names it.
/// </summary>
internal static class VariableKey
{
    /// <summary>The key of a variable whose dependencies are compiled.</summary>
    public static StateKey Create(ParsedVariable variable, NameTable names) =>
        StateKey.FromText(TextOf(variable, names, name => NamedMeaning(name, names)));

    /// <summary>
    /// The key without the values of the constants of the test run, which a specimen of another size leaves as it is;
    /// null when neither the variable nor one that it names depends on them.
    /// </summary>
    public static StateKey? CreateAcrossRuns(ParsedVariable variable, NameTable names) =>
        variable.Names.Any(name => DependsOnRun(name, names))
            ? StateKey.FromText(TextOf(variable, names, name => MeaningAcrossRuns(name, names)))
            : null;

    /// <summary>
    /// The key that 0.1.0 gave it, which had names and units of channels; null when a name is an alias, of which that
    /// says no channel.
    /// </summary>
    public static StateKey? CreateLegacy(ParsedVariable variable, NameTable names) =>
        variable.Names.All(name => IsLegacy(name, names))
        ? StateKey.FromText(TextOf(variable, names, name => names.FindVariable(name) is { LegacyKey: { } key }
            ? $"{name} {key}" : $"{name} {Meaning(name, names)}"))
        : null;

    private static bool IsLegacy(string name, NameTable names) => names.FindVariable(name) is { } variable
        ? variable.LegacyKey is not null
        : names.FindEntry(name) is not ColumnEntry column || ChannelOf(name, column) == name;

    // The constants of the language are the same in every run.
    private static bool DependsOnRun(string name, NameTable names) => names.FindVariable(name) is { } variable
        ? variable.AcrossRunsKey is not null
        : names.FindEntry(name) is ConstantEntry && !NameTable.IsConstant(name);

    private static string NamedMeaning(string name, NameTable names) => names.FindEntry(name) is ColumnEntry column
        ? $"{name} {ChannelOf(name, column)} {Meaning(name, names)}"
        : $"{name} {Meaning(name, names)}";

    private static string MeaningAcrossRuns(string name, NameTable names)
    {
        if (names.FindVariable(name) is { AcrossRunsKey: { } key })
            return $"{name} {key}";
        return DependsOnRun(name, names) ? $"{name} {names.FindEntry(name)!.Unit}" : NamedMeaning(name, names);
    }

    private static string ChannelOf(string name, ColumnEntry column) =>
        column.Channel.Length == 0 ? name : column.Channel;

    private static string TextOf(ParsedVariable variable, NameTable names, Func<string, string> meaning) => string.Join(
        '\n', variable.Names.Select(meaning)
            .Concat(UnitUse.UnitsIn(variable.Tree!, variable.Definition.Unit)
                .Select(symbol => OwnUnit(symbol, names.Units)).Where(own => own.Length > 0))
            .Prepend(NodePrinter.Print(variable.Tree!)).Prepend(variable.Definition.Unit).Prepend(
                variable.Definition.Name));

    // Nothing for a standard unit, which never changes: the keys of what is saved stay.
    private static string OwnUnit(string symbol, UnitTable units) =>
        units.Find(symbol) is { } unit && unit != UnitTable.Standard.Find(symbol)
            ? string.Create(CultureInfo.InvariantCulture, $"{symbol} {unit.Dimension} {unit.Factor:R} {unit.Offset:R}")
            : "";

    private static string Meaning(string name, NameTable names) => names.FindVariable(name) is { } variable
        ? variable.Key.ToString()
        : names.FindEntry(name) switch
        {
            ColumnEntry column => string.Create(
                CultureInfo.InvariantCulture,
                $"{column.Unit} {column.RateHz:R} {column.Points}{OfColumn(column.Unit, names.Units)}"),
            ConstantEntry constant => string.Create(
                CultureInfo.InvariantCulture, $"{constant.Unit} {constant.Value:R}"),
            _ => "",
        };

    private static string OfColumn(string unit, UnitTable units) =>
        string.Concat(UnitUse.SymbolsIn(unit).Select(symbol => OwnUnit(symbol, units)));
}
