using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>What typing needs of units beyond their algebra.</summary>
internal static class TypedUnits
{
    /// <summary>The unit in which temperatures are subtracted.</summary>
    public static Unit Kelvin { get; } = UnitParser.Parse("K").Unit!;

    /// <summary>The unit of time in rates and integrals.</summary>
    public static Unit Second { get; } = UnitParser.Parse("s").Unit!;

    /// <summary>The unit of a text; null, with the reason in one line, when there is none.</summary>
    public static Unit? Parse(string text, out string fault) => Parse(text, UnitTable.Standard, out fault);

    /// <summary>The unit of a text by a table; null, with the reason in one line, when there is none.</summary>
    public static Unit? Parse(string text, UnitTable table, out string fault)
    {
        UnitOutcome outcome = UnitParser.Parse(text, table);
        fault = outcome.IsOk ? "" : $"'{text}' is no unit: {outcome.Reason}";
        return outcome.Unit;
    }

    /// <summary>True when values of one can be converted to the other.</summary>
    public static bool AreAlike(Unit a, Unit b) => UnitConversion.Between(a, b, out _) is null;

    /// <summary>True for radians, degrees and such.</summary>
    public static bool IsAngle(Unit unit) => unit.HasSameDimension(Unit.Radian);

    /// <summary>a * b, named as people would: mm * kN/mm is kN.</summary>
    public static UnitOutcome Product(Unit a, Unit b) => Named(UnitAlgebra.Product(a, b), a, b);

    /// <summary>a / b, named as people would: kN*mm / mm is kN.</summary>
    public static UnitOutcome Quotient(Unit a, Unit b) => Named(UnitAlgebra.Quotient(a, b), a, b);

    /// <summary>A unit to a power, named as people would.</summary>
    public static UnitOutcome Power(Unit unit, double exponent) => Named(UnitAlgebra.Power(unit, exponent), unit, unit);

    private static UnitOutcome Named(UnitOutcome made, Unit a, Unit b)
    {
        if (made.Unit is not { } unit || ReferenceEquals(unit, a) || ReferenceEquals(unit, b))
            return made;
        Unit reduced = UnitNames.Reduced(unit);
        bool isWritten = reduced.Name.Length == 0 || (reduced.Terms is [(_, Dimension.Parts)]);
        return UnitOutcome.Ok(reduced with { IsLeftOver = reduced.IsNumber && !isWritten });
    }

    /// <summary>A unit in words.</summary>
    public static string Name(Unit? unit) => unit is null || unit.Name.Length == 0 ? "no unit" : unit.Name;
}

/// <summary>Brings values to another unit of their kind.</summary>
internal static class Conversions
{
    private static readonly BinaryOperation Multiply = new(BinaryFunction.Find("*")!);
    private static readonly BinaryOperation Divide = new(BinaryFunction.Find("/")!);
    private static readonly BinaryOperation Add = new(BinaryFunction.Find("+")!);

    /// <summary>The value in a unit that its own can be converted to; a plain number is taken to have it.</summary>
    public static TypedValue To(TypedValue value, Unit? unit, GraphBuilder graph)
    {
        if (unit is null || value.Unit is null || value.Unit == unit)
            return value with { Unit = unit ?? value.Unit };
        _ = UnitConversion.Between(value.Unit, unit, out UnitConversion conversion);
        return new TypedValue(conversion.IsIdentity ? value.Operand : Apply(conversion, value.Operand, graph), unit);
    }

    // Products and quotients stay those of the language, so that a chain with them is still one step.
    private static GraphOperand Apply(UnitConversion conversion, GraphOperand operand, GraphBuilder graph)
    {
        if (operand.Node is null)
            return operand with { Number = conversion.ConvertDecimal(operand.Number) };
        if (conversion.Multiplier is { } multiplier)
            return graph.Element(Multiply, operand, new GraphOperand(null, multiplier));
        if (conversion.Divisor is { } divisor)
            return graph.Element(Divide, operand, new GraphOperand(null, divisor));
        if (conversion.Kernel is { } kernel)
        {
            UnaryOperation convert = new($"convert {kernel.Key}", ElementwiseFunction.Convert(kernel));
            return graph.Element(convert, operand);
        }

        if (conversion.Factor != 1)
            operand = graph.Element(Multiply, operand, new GraphOperand(null, conversion.Factor));
        if (conversion.Offset != 0)
            operand = graph.Element(Add, operand, new GraphOperand(null, conversion.Offset));
        return operand;
    }
}
