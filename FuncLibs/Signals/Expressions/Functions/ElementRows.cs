using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Kernels;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// Functions without state. Those of plain operands come from the tables of the element-wise functions as they are.
/// </summary>
internal static class ElementRows
{
    // The functions whose parameters are more than their operands: their rows are written out below.
    private static readonly string[] WithParameters = ["round"];

    private static readonly Dictionary<string, RoundingMode> Modes = new(StringComparer.Ordinal)
    {
        ["half_away"] = RoundingMode.HalfAway,
        ["half_even"] = RoundingMode.HalfEven,
        ["up"] = RoundingMode.Up,
        ["down"] = RoundingMode.Down,
        ["toward_zero"] = RoundingMode.TowardZero,
    };

    // Its whole numbers, coefficients or points count in ones.
    private static Parameter Counted => Parameter.Value("x") with { CountsInOnes = true };

    /// <summary>The rows.</summary>
    public static IEnumerable<FunctionRow> All =>
    [
        .. ElementwiseFunction.All.Where(function => !WithParameters.Contains(function.Name)).Select(Row),
        .. BinaryFunction.All.Select(Row),
        Row(BinaryFunction.Find("pow")!) with { Name = "^" },
        .. TernaryFunction.All.Select(Row),
        new("round", new ElementBody(UnitRule.Same, Round), Counted,
            Parameter.Integer("digits", Elementwise.Elementwise.MinDigits, Elementwise.Elementwise.MaxDigits).Or(0),
            Parameter.Choice("mode", [.. Modes.Keys])),
        new("poly", new ElementBody(UnitRule.Declared, Polynomial), Counted,
            Parameter.Constants("c", PolynomialKernel.MaxCoefficients)),
        new("lookup", new LookupBody(), Counted, Parameter.Table("table"), Parameter.Choice("outside", "nan", "clamp")),
        new("convert", new ConvertBody(), Parameter.Value("x"), Parameter.Text("unit")),
    ];

    private static FunctionRow Row(ElementwiseFunction function)
    {
        UnaryOperation operation = new(function.Name, function, function.Passing);
        Parameter x = function.CountsInOnes ? Counted : Parameter.Value("x");
        return new(function.Name, new ElementBody(function.Units, _ => operation), x);
    }

    private static FunctionRow Row(BinaryFunction function)
    {
        BinaryOperation operation = new(function, function.Passing);

        // Temperatures: the sum and the difference of two are not the same for units.
        ElementBody body = function.Name is "+" or "-"
            ? new(values => UnitChecks.Sum(values, function.Name == "-"), _ => operation)
            : new(function.Units, _ => operation);
        (string a, string b) = function.Operands;
        return new(
            function.Name, body, Parameter.Value(a), function.Repeats ? Parameter.Values(b) : Parameter.Value(b));
    }

    private static FunctionRow Row(TernaryFunction function)
    {
        TernaryOperation operation = new(function, function.Passing);
        return new(
            function.Name,
            new ElementBody(function.Units, _ => operation),
            [.. function.Operands.Select(Parameter.Value)]);
    }

    private static UnaryOperation Round(BoundCall call) =>
        new(call.Signature, ElementwiseFunction.Round(call.Integer("digits"), Modes[call.Word("mode")]));

    private static UnaryOperation Polynomial(BoundCall call) =>
        new(call.Signature, ElementwiseFunction.Polynomial(call.Numbers("c").AsSpan()));
}
