using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Tests.Signals.Elementwise;

public class ElementwiseTests
{
    public static TheoryData<string, double[]> FirstValues => new()
    {
        { "abs", [10.6, 10.6, 4.3, 4.8, 4.3, 4.8, 0] },
        { "ceiling", [11, -10, 5, 5, -4, -4, 0] },
        { "floor", [10, -11, 4, 4, -5, -5, 0] },
        { "round", [11, -11, 4, 5, -4, -5, 0] },
        { "sign", [1, -1, 1, 1, -1, -1, 0] },
        { "truncate", [10, -10, 4, 4, -4, -4, 0] },
    };

    public static TheoryData<string, double, double> Edges => new()
    {
        { "abs", -0.0, 0.0 },
        { "abs", double.NegativeInfinity, double.PositiveInfinity },
        { "ceiling", -0.3, -0.0 },
        { "ceiling", double.NaN, double.NaN },
        { "floor", 0.3, 0.0 },
        { "floor", -0.0, -0.0 },
        { "truncate", -0.3, -0.0 },
        { "truncate", double.NegativeInfinity, double.NegativeInfinity },
        { "sign", double.NaN, double.NaN },
        { "sign", -0.0, 0.0 },
        { "sign", double.NegativeInfinity, -1.0 },
        { "sign", 5e-324, 1.0 },
        { "round", 0.49999999999999994, 0.0 },
        { "round", -0.3, -0.0 },
        { "round", 2.5, 3.0 },
        { "round", -2.5, -3.0 },
        { "round", 4503599627370497.0, 4503599627370497.0 },
        { "round", double.PositiveInfinity, double.PositiveInfinity },
    };

    [Theory]
    [MemberData(nameof(FirstValues))]
    public void Apply_FirstValuesAsNumbers_GivesTheTextbookResult(string name, double[] expected)
    {
        double[] values = [10.6, -10.6, 4.3, 4.8, -4.3, -4.8, 0];

        values.Select(ElementwiseFunction.Find(name)!.Apply).ShouldBe(expected);
    }

    [Theory]
    [MemberData(nameof(FirstValues))]
    public void Apply_FirstValuesAsArray_GivesTheTextbookResult(string name, double[] expected)
    {
        double[] values = [10.6, -10.6, 4.3, 4.8, -4.3, -4.8, 0];

        ElementwiseFunction.Find(name)!.Apply(values, values);

        values.ShouldBe(expected);
    }

    [Theory]
    [MemberData(nameof(Edges))]
    public void Apply_Edge_IsExactToTheBit(string name, double x, double expected) =>
        BitConverter
            .DoubleToInt64Bits(ElementwiseFunction.Find(name)!.Apply(x))
            .ShouldBe(BitConverter.DoubleToInt64Bits(expected));

    [Theory]
    [InlineData("abs")]
    [InlineData("ceiling")]
    [InlineData("floor")]
    [InlineData("round")]
    [InlineData("sign")]
    [InlineData("truncate")]
    public void Apply_AnyLengthAndPosition_EqualsTheNumberForm(string name)
    {
        ElementwiseFunction function = ElementwiseFunction.Find(name)!;
        double[] values = Enumerable.Range(0, 67).Select(i => (i % 9) switch
        {
            0 => double.NaN,
            1 => -0.0,
            2 => double.NegativeInfinity,
            _ => ((i * 7919 % 2001) - 1000) / 8.0,
        }).ToArray();

        for (int length = 0; length <= values.Length; length++)
        {
            double[] target = new double[length];
            function.Apply(values.AsSpan(0, length), target);
            target.Select(BitConverter.DoubleToInt64Bits)
                .ShouldBe(
                    values.Take(length).Select(function.Apply).Select(BitConverter.DoubleToInt64Bits),
                    $"length {length}");
        }
    }

    [Fact]
    public void Apply_OneBlock_DoesNotAllocate()
    {
        double[] values = new double[200];
        Array.ForEach(ElementwiseFunction.All.ToArray(), function => function.Apply(values, values));

        long before = GC.GetAllocatedBytesForCurrentThread();
        foreach (ElementwiseFunction function in ElementwiseFunction.All)
            function.Apply(values, values);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    [Fact]
    public void Apply_TargetTooShort_IsRefusedWithBothLengths() =>
        Should.Throw<ArgumentException>(() => ElementwiseFunction.All[0].Apply(new double[3], new double[2]))
            .Message.ShouldContain("2 values, the source has 3");

    [Fact]
    public void Apply_TargetOverlapsElsewhere_IsRefused()
    {
        double[] values = new double[10];

        Should.Throw<ArgumentException>(
            () => ElementwiseFunction.All[0].Apply(values.AsSpan(0, 8), values.AsSpan(1, 8)));
    }

    [Fact]
    public void Find_UnknownName_IsNull() => ElementwiseFunction.Find("cosine").ShouldBeNull();
}
