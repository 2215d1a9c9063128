using System.Collections.Immutable;
using System.Globalization;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>One parameter of a function: what it takes, and what holds when it is left out.</summary>
/// <param name="Name">Its name, by which it may be given in any order.</param>
/// <param name="Kind">What it takes.</param>
internal sealed record Parameter(string Name, ParameterKind Kind)
{
    /// <summary>Unit of <see cref="UnitText"/> that stands for the unit of the function's first operand.</summary>
    public const string LikeFirst = "=";

    /// <summary>True when the argument must be given.</summary>
    public bool IsRequired { get; init; } = true;

    /// <summary>The value when it is left out.</summary>
    public double Default { get; init; } = double.NaN;

    /// <summary>
    /// What a signature shows for a default that depends on the column, whose <see cref="Default"/> is NaN.
    /// </summary>
    public string DefaultText { get; init; } = "";

    /// <summary>Least value of a constant.</summary>
    public double Min { get; init; } = double.NegativeInfinity;

    /// <summary>Greatest value of a constant.</summary>
    public double Max { get; init; } = double.PositiveInfinity;

    /// <summary>True when the least value itself is not allowed.</summary>
    public bool IsAboveMin { get; init; }

    /// <summary>True for a number of values of the column, which may also be given as a time.</summary>
    public bool IsSamples { get; init; }

    /// <summary>Unit of a constant, which one without a unit is taken to have; empty for a plain number.</summary>
    public string UnitText { get; init; } = "";

    /// <summary>True for the last parameter of a function that takes any number of them.</summary>
    public bool Repeats { get; init; }

    /// <summary>Most arguments that a repeating parameter takes.</summary>
    public int MaxCount { get; init; } = int.MaxValue;

    /// <summary>
    /// True when the function counts in ones of it: a dimensionless unit that was not written is reduced to 1.
    /// </summary>
    public bool CountsInOnes { get; init; }

    /// <summary>
    /// The words of a choice, the default first; of a word without a name before it, as <c>clamp</c>.
    /// </summary>
    public ImmutableArray<string> Words { get; init; } = [];

    /// <summary>The groups of a form, the default first.</summary>
    public ImmutableArray<Form> Forms { get; init; } = [];

    /// <summary>
    /// How it is in a signature: <c>x</c>, <c>fc [Hz]</c>, <c>percent = 0.2 %</c>, <c>mean = none |
    /// goodman(Rm)</c>.
    /// </summary>
    public string Signature
    {
        get
        {
            string unit = UnitText is "" or LikeFirst ? "" : UnitText;
            string text = Kind switch
            {
                ParameterKind.Choice => $"{Name} = {string.Join(" | ", Words)}",
                ParameterKind.Form when IsRequired => string.Join(" | ", Forms.Select(form => form.Usage)),
                ParameterKind.Form => $"{Name} = {string.Join(" | ", Forms.Select(form => form.Usage))}",
                ParameterKind.Text => $"\"{Name}\"",
                ParameterKind.Table => "[x, y; ...]",
                _ when DefaultText.Length > 0 => $"{Name} = {DefaultText}",
                ParameterKind.Constant or ParameterKind.Integer when !IsRequired =>
                    string.Create(CultureInfo.InvariantCulture, $"{Name} = {Default:R} {unit}").TrimEnd(),
                _ when unit.Length > 0 => $"{Name} [{unit}]",
                ParameterKind.Column when !IsRequired => $"{Name} = none",
                _ => Name,
            };
            return Repeats ? $"{text}, ..." : text;
        }
    }

    /// <summary>A column or a number.</summary>
    public static Parameter Value(string name) => new(name, ParameterKind.Value);

    /// <summary>A column.</summary>
    public static Parameter Column(string name) => new(name, ParameterKind.Column);

    /// <summary>Any number of columns or numbers, at least one.</summary>
    public static Parameter Values(string name) => new(name, ParameterKind.Value) { Repeats = true };

    /// <summary>Constants, from one to so many.</summary>
    public static Parameter Constants(string name, int max) =>
        new(name, ParameterKind.Constant) { Repeats = true, MaxCount = max };

    /// <summary>A constant.</summary>
    public static Parameter Constant(string name, string unit = "") =>
        new(name, ParameterKind.Constant) { UnitText = unit };

    /// <summary>A constant above zero.</summary>
    public static Parameter Positive(string name, string unit = "") =>
        new(name, ParameterKind.Constant) { UnitText = unit, Min = 0, IsAboveMin = true };

    /// <summary>A whole number from a range.</summary>
    public static Parameter Integer(string name, long min, long max) =>
        new(name, ParameterKind.Integer) { Min = min, Max = max };

    /// <summary>
    /// A number of values of the column, from a range; or a time, which is that many of them at its rate, and then 1 at
    /// least.
    /// </summary>
    public static Parameter Samples(string name, long min, long max) =>
        Integer(name, min, max) with { IsSamples = true };

    /// <summary>One of some words, the first when it is left out.</summary>
    public static Parameter Choice(string name, params ImmutableArray<string> words) =>
        new(name, ParameterKind.Choice) { Words = words, IsRequired = false };

    /// <summary>A text.</summary>
    public static Parameter Text(string name) => new(name, ParameterKind.Text);

    /// <summary>A table of pairs.</summary>
    public static Parameter Table(string name) => new(name, ParameterKind.Table);

    /// <summary>A group of constants, with its name.</summary>
    public static Parameter Form(string name, params ImmutableArray<Form> forms) =>
        new(name, ParameterKind.Form) { Forms = forms };

    /// <summary>The same, that may be left out.</summary>
    public Parameter Or(double value) => this with { IsRequired = false, Default = value };

    /// <summary>The same, that may be left out: the first word or form holds then.</summary>
    public Parameter OrFirst() => this with { IsRequired = false };
}

/// <summary>What a parameter takes.</summary>
internal enum ParameterKind : byte
{
    /// <summary>A column, a result or a number.</summary>
    Value,

    /// <summary>A column.</summary>
    Column,

    /// <summary>A number known when the expression is compiled.</summary>
    Constant,

    /// <summary>Such a number without a fraction.</summary>
    Integer,

    /// <summary>One of some words.</summary>
    Choice,

    /// <summary>A text between quotes.</summary>
    Text,

    /// <summary>A table of constants: pairs.</summary>
    Table,

    /// <summary>One of some named groups of constants: <c>sn(C, m)</c>.</summary>
    Form,
}

/// <summary>
/// A named group of constants that is given as an argument: <c>sn(C, m)</c>, or <c>none</c> without any.
/// </summary>
/// <param name="Name">Its name.</param>
/// <param name="Parameters">Its constants, in order.</param>
internal sealed record Form(string Name, params ImmutableArray<Parameter> Parameters)
{
    /// <summary>How it is written.</summary>
    public string Usage =>
        Parameters.IsEmpty ? Name : $"{Name}({string.Join(", ", Parameters.Select(parameter => parameter.Name))})";

    /// <summary>Position of a parameter; -1 when it has none of that name.</summary>
    public int IndexOf(string parameter) => Parameters.Select(known => known.Name).ToList().IndexOf(parameter);
}
