using FuncLibs.Signals.Elementwise;
using Testing;

namespace FuncLibs.Tests.Signals.Elementwise;

/// <summary>What holds of every element-wise function.</summary>
public class FunctionContractTests
{
    private const int LongestPrefix = 67;
    private const int Alignments = 8;

    [Theory]
    [MemberData(nameof(FunctionCase.Names), MemberType = typeof(FunctionCase))]
    public void Column_OfHardValues_EqualsTheNumberForm(string name)
    {
        FunctionCase function = FunctionCase.Named(name);
        double[] target = new double[function.Hard[0].Length];

        function.Column(function.Hard, 0, target.Length, target);

        HardValues.ShouldBeSame(target, function.Numbers(function.Hard), name);
    }

    [Theory]
    [MemberData(nameof(FunctionCase.Names), MemberType = typeof(FunctionCase))]
    public void Column_AnyLengthAndAlignment_EqualsTheNumberFormAndLeavesTheRest(string name)
    {
        FunctionCase function = FunctionCase.Named(name);
        double[][] columns = [.. function.Hard.Select(column => Cycle(column, LongestPrefix + Alignments))];
        double[] expected = function.Numbers(columns);
        double[] target = new double[LongestPrefix + (2 * Alignments)];
        for (int start = 0; start < Alignments; start++)
        {
            for (int length = 0; length <= LongestPrefix; length++)
            {
                Array.Fill(target, 42);
                function.Column(columns, start, length, target.AsSpan(Alignments - start, length));
                HardValues.ShouldBeSame(
                    target.AsSpan(Alignments - start, length),
                    expected.AsSpan(start, length),
                    $"{name}, {length} from {start}");
                (target[Alignments - start - 1], target[Alignments - start + length]).ShouldBe((42, 42));
            }
        }
    }

    [Theory]
    [MemberData(nameof(FunctionCase.Names), MemberType = typeof(FunctionCase))]
    public void Column_InPlaceOfEachOperand_EqualsTheNumberForm(string name)
    {
        FunctionCase function = FunctionCase.Named(name);
        double[] expected = function.Numbers(function.Hard);
        for (int operand = 0; operand < function.Hard.Length; operand++)
        {
            double[][] columns = [.. function.Hard.Select(column => (double[])column.Clone())];
            function.Column(columns, 0, expected.Length, columns[operand]);
            HardValues.ShouldBeSame(columns[operand], expected, $"{name} in place of operand {operand}");
        }
    }

    [Theory]
    [MemberData(nameof(FunctionCase.Names), MemberType = typeof(FunctionCase))]
    public void Column_OneBlock_DoesNotAllocate(string name)
    {
        FunctionCase function = FunctionCase.Named(name);
        double[][] columns = function.Hard;
        double[] target = new double[columns[0].Length];

        Allocation.OfWarm(() => function.Column(columns, 0, target.Length, target)).ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(FunctionCase.Names), MemberType = typeof(FunctionCase))]
    public void Column_NaNInAnyOperand_IsNaNUnlessTheFunctionIsAboutNaN(string name)
    {
        if (name is "isnan" or "coalesce" or "and" or "or" or "if")
            return;
        FunctionCase function = FunctionCase.Named(name);
        for (int operand = 0; operand < function.Hard.Length; operand++)
        {
            foreach (double other in HardValues.All)
            {
                double[] operands = [.. Enumerable.Repeat(other, function.Hard.Length)];
                operands[operand] = double.NaN;
                function.Number(operands).ShouldBe(double.NaN, $"{name}, operand {operand}, others {other}");
            }
        }
    }

    [Fact]
    public void Binary_NumbersMixedWithColumns_EqualTheColumns()
    {
        double[] column = HardValues.All;
        double[] target = new double[column.Length];
        foreach (BinaryFunction function in BinaryFunction.All)
        {
            foreach (double number in HardValues.All)
            {
                function.Apply(column, number, target);
                HardValues.ShouldBeSame(
                    target, [.. column.Select(x => function.Apply(x, number))], $"column {function.Name} {number}");
                function.Apply(number, column, target);
                HardValues.ShouldBeSame(
                    target, [.. column.Select(x => function.Apply(number, x))], $"{number} {function.Name} column");
            }
        }
    }

    [Fact]
    public void Ternary_NumbersMixedWithColumns_EqualTheColumns()
    {
        double[] x = HardValues.All;
        double[] target = new double[x.Length];
        foreach (TernaryFunction function in TernaryFunction.All)
        {
            for (int columns = 0; columns < 8; columns++)
            {
                function.Apply(Of(columns & 1, 0.25), Of(columns & 2, -1), Of(columns & 4, 3), target);
                double[] expected = [.. x.Select(v => function.Apply(
                    (columns & 1) != 0 ? v : 0.25, (columns & 2) != 0 ? v : -1, (columns & 4) != 0 ? v : 3))];
                HardValues.ShouldBeSame(target, expected, $"{function.Name}, columns {columns:b3}");
            }
        }

        Operand Of(int isColumn, double number) => isColumn != 0 ? Operand.From(x) : Operand.From(number);
    }

    [Fact]
    public void Binary_ColumnOfAnotherLength_IsRefusedWithBoth() => Should
        .Throw<ArgumentException>(() => BinaryFunction.All[0].Apply(new double[3], new double[4], new double[3]))
        .Message.ShouldContain("3 values, a column has 4");

    [Fact]
    public void Ternary_TargetOverlapsElsewhere_IsRefused()
    {
        double[] values = new double[10];

        Should.Throw<ArgumentException>(() => TernaryFunction.All[0].Apply(
            Operand.From(0), Operand.From(values.AsSpan(0, 8)), Operand.From(1), values.AsSpan(1, 8)));
    }

    [Fact]
    public void Names_AreUniqueWithinEachTable_AndFoundInAnyCase()
    {
        BinaryFunction.All.Select(function => function.Name).ShouldBeUnique();
        BinaryFunction.All.ShouldAllBe(function => BinaryFunction.Find(function.Name.ToUpperInvariant()) == function);
        TernaryFunction.All.ShouldAllBe(function => TernaryFunction.Find(function.Name.ToUpperInvariant()) == function);
        ElementwiseFunction.All.ShouldAllBe(
            function => ElementwiseFunction.Find(function.Name.ToUpperInvariant()) == function);
    }

    private static double[] Cycle(double[] values, int count) =>
        [.. Enumerable.Range(0, count).Select(i => values[i * 5 % values.Length])];
}
