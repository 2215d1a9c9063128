using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Expressions.Graph;
using FuncLibs.Signals.Expressions.Programs.Steps;
using FuncLibs.Signals.Units;

namespace FuncLibs.Signals.Expressions.Typing;

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
            return operand with { Number = conversion.OfWritten(operand.Number) };
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
