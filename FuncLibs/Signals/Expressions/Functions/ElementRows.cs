using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Kernels;
using FuncLibs.Signals.Expressions.Program;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>
/// Functions without state. Those of plain operands come from the tables of the element-wise functions as they are.
/// </summary>
internal static class ElementRows
{
    private static readonly string[] Special = ["round"];
    private static readonly string[] Repeating = ["min", "max", "coalesce"];

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
        .. ElementwiseFunction.All.Where(function => !Special.Contains(function.Name)).Select(Row),
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
        QualityPassing passing = function.Name == "isnan" ? QualityPassing.Answered : QualityPassing.Worst;
        UnaryOperation operation = new(function.Name, function, passing);
        Parameter x = function.Name is "ceiling" or "floor" or "truncate" ? Counted : Parameter.Value("x");
        return new(function.Name, new ElementBody(function.Units, _ => operation), x);
    }

    private static FunctionRow Row(BinaryFunction function)
    {
        BinaryOperation operation = new(
            function, function.Name == "coalesce" ? QualityPassing.FirstNumber : QualityPassing.Worst);
        ElementBody body = function.Name is "+" or "-"
            ? new(values => UnitChecks.Sum(values, function.Name == "-"), _ => operation)
            : new(function.Units, _ => operation);
        return Repeating.Contains(function.Name)
            ? new(function.Name, body, Parameter.Value("a"), Parameter.Values("b"))
            : new(function.Name, body, Parameter.Value(NameOf(function, 0)), Parameter.Value(NameOf(function, 1)));
    }

    private static string NameOf(BinaryFunction function, int operand) => function.Name switch
    {
        "atan2" or "hypot" => operand == 0 ? "y" : "x",
        "pow" => operand == 0 ? "x" : "exponent",
        "mod" => operand == 0 ? "x" : "divisor",
        _ => operand == 0 ? "a" : "b",
    };

    private static FunctionRow Row(TernaryFunction function)
    {
        string[] names = function.Name switch
        {
            "clamp" => ["x", "lo", "hi"],
            "if" => ["c", "then", "otherwise"],
            "scale" => ["x", "gain", "offset"],
            _ => ["a", "b", "c"],
        };
        TernaryOperation operation = new(
            function, function.Name == "if" ? QualityPassing.Chosen : QualityPassing.Worst);
        return new(function.Name, new ElementBody(function.Units, _ => operation), [.. names.Select(Parameter.Value)]);
    }

    private static UnaryOperation Round(BoundCall call) =>
        new(call.Signature, ElementwiseFunction.Round(call.Integer("digits"), Modes[call.Word("mode")]));

    private static UnaryOperation Polynomial(BoundCall call) =>
        new(call.Signature, ElementwiseFunction.Polynomial(call.Numbers("c").AsSpan()));
}
