using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// A call whose arguments are bound to the parameters of its function: all there, each of its kind, in range and in its
/// unit.
/// </summary>
/// <param name="Row">The function.</param>
/// <param name="Place">Where it was written.</param>
/// <param name="Arguments">One for each parameter, in their order.</param>
/// <param name="Units">The units that a text argument may name.</param>
internal sealed record BoundCall(
    FunctionRow Row, TextPosition Place, ImmutableArray<BoundArgument> Arguments, UnitTable Units)
{
    /// <summary>Columns, results and numbers, in order.</summary>
    public ImmutableArray<TypedValue> Values { get; } = [.. Arguments.SelectMany(argument => argument.Values)];

    /// <summary>Where they were written.</summary>
    public ImmutableArray<TextPosition> Places { get; } = [.. Arguments.SelectMany(argument => argument.Places)];

    /// <summary>The rate of the first column.</summary>
    public Rate Rate => Values.Select(value => value.Rate).FirstOrDefault(rate => rate is not null) ?? Rate.Result;

    /// <summary>Time between two values in s.</summary>
    public double Interval => Rate.Interval;

    /// <summary>True when the function has such a parameter.</summary>
    public bool Has(string parameter) => Arguments.Any(argument => argument.Parameter.Name == parameter);

    /// <summary>A constant.</summary>
    public double Number(string parameter) => ArgumentOf(parameter).Numbers[0];

    /// <summary>A whole number.</summary>
    public int Integer(string parameter) => (int)Number(parameter);

    /// <summary>The constants of a form, or of a repeating parameter.</summary>
    public ImmutableArray<double> Numbers(string parameter) => ArgumentOf(parameter).Numbers;

    /// <summary>The word of a choice, the text, or the name of a form.</summary>
    public string Word(string parameter) => ArgumentOf(parameter).Word;

    /// <summary>Where the argument of a parameter was written; the place of the call for a default.</summary>
    public TextPosition PlaceOf(string parameter) => ArgumentOf(parameter).Place;

    /// <summary>A table.</summary>
    public BoundTable Table(string parameter) => ArgumentOf(parameter).Table!;

    /// <summary>Name and everything that is no operand: equal texts mean the same function.</summary>
    public string Signature => string.Join(' ', Arguments
        .Where(argument => argument.Values.IsEmpty)
        .Select(argument => $"{argument.Word}{Bits(argument.Numbers)}{TableBits(argument.Table)}")
        .Prepend(Row.Name));

    private BoundArgument ArgumentOf(string parameter) =>
        Arguments.First(argument => argument.Parameter.Name == parameter);

    private static string TableBits(BoundTable? table) => table is null ? "" : $"{Bits(table.X)};{Bits(table.Y)}";

    private static string Bits(ImmutableArray<double> numbers) => string.Join(
        ',',
        numbers.Select(number => BitConverter.DoubleToInt64Bits(number).ToString("x", CultureInfo.InvariantCulture)));
}

/// <summary>What one parameter of a call got.</summary>
/// <param name="Parameter">The parameter.</param>
/// <param name="Place">Where it was written; that of the call for a default.</param>
internal sealed record BoundArgument(Parameter Parameter, TextPosition Place)
{
    /// <summary>Its values: one, or as many as a repeating parameter got; empty for other kinds.</summary>
    public ImmutableArray<TypedValue> Values { get; init; } = [];

    /// <summary>Where the values were written.</summary>
    public ImmutableArray<TextPosition> Places { get; init; } = [];

    /// <summary>Its constants in the unit of the parameter; of a form, one for each of its parameters.</summary>
    public ImmutableArray<double> Numbers { get; init; } = [];

    /// <summary>The word, the text, or the name of the form.</summary>
    public string Word { get; init; } = "";

    /// <summary>The pairs of a table.</summary>
    public BoundTable? Table { get; init; }
}

/// <summary>A table of pairs that was given to a function.</summary>
/// <param name="X">Places, in the unit of the function's first operand.</param>
/// <param name="Y">Values.</param>
/// <param name="Unit">Unit of the values; null when none was given.</param>
internal sealed record BoundTable(ImmutableArray<double> X, ImmutableArray<double> Y, Unit? Unit);
