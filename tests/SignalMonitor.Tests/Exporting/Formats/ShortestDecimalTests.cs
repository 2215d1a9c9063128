using System.Globalization;
using System.Text;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Tests.Exporting.Formats;

public sealed class ShortestDecimalTests
{
    private const int Samples = 100_000;

    [Theory]
    [InlineData(0.0, "0")]
    [InlineData(-0.0, "-0")]
    [InlineData(1.0, "1")]
    [InlineData(-64.9998, "-64.9998")]
    [InlineData(0.1, "0.1")]
    [InlineData(0.0001, "0.0001")]
    [InlineData(0.00001, "1E-05")]
    [InlineData(1e15, "1000000000000000")]
    [InlineData(1e17, "1E+17")]
    [InlineData(123456789012345.6, "123456789012345.6")]
    [InlineData(123456789012345.0, "123456789012345")]
    [InlineData(1e22, "1E+22")]
    [InlineData(1e23, "1E+23")]
    [InlineData(9007199254740993.0, "9007199254740992")]
    [InlineData(5e-324, "5E-324")]
    [InlineData(2.2250738585072014e-308, "2.2250738585072014E-308")]
    [InlineData(4.1045368012983762e-289, "4.1045368012983762E-289")]
    [InlineData(double.MaxValue, "1.7976931348623157E+308")]
    [InlineData(-double.MaxValue, "-1.7976931348623157E+308")]
    public void Write_KnownNumber_IsItsText(double value, string text) => TextOf(value).ShouldBe(text);

    [Fact]
    public void Write_AnyBits_ReadBackAndAreTheShortestText() => CheckAll(random => BitConverter.Int64BitsToDouble(
        random.NextInt64(long.MinValue, long.MaxValue)));

    [Fact]
    public void Write_FewDecimals_ReadBackAndAreTheShortestText() => CheckAll(random =>
        random.NextInt64(-10_000_000, 10_000_000) / Math.Pow(10, random.Next(0, 12)));

    [Fact]
    public void Write_Measurements_ReadBackAndAreTheShortestText() =>
        CheckAll(random => (random.NextDouble() - 0.5) * Math.Pow(10, random.Next(-6, 7)));

    [Fact]
    public void Write_BesidePowersOfTwoAndTen_ReadBackAndAreTheShortestText()
    {
        for (int power = -1074; power <= 1023; power++)
            CheckWithNeighbours(Math.ScaleB(1, power));
        for (int power = -323; power <= 308; power++)
            CheckWithNeighbours(double.Parse($"1E{power}", CultureInfo.InvariantCulture));
    }

    [Fact]
    public void Write_DecimalComma_IsInIt()
    {
        byte[] text = new byte[ShortestDecimal.MaxBytes];
        int count = ShortestDecimal.Write(-1.5, text, (byte)',');
        Encoding.ASCII.GetString(text, 0, count).ShouldBe("-1,5");
    }

    private static void CheckAll(Func<Random, double> next)
    {
        Random random = new(17);
        for (int i = 0; i < Samples; i++)
            Check(next(random));
    }

    private static void CheckWithNeighbours(double value)
    {
        Check(Math.BitDecrement(value));
        Check(value);
        Check(Math.BitIncrement(value));
    }

    private static void Check(double value)
    {
        if (!double.IsFinite(value) || value == 0)
            return;
        string text = TextOf(value);
        long bits = BitConverter.DoubleToInt64Bits(value);
        if (BitConverter.DoubleToInt64Bits(double.Parse(text, CultureInfo.InvariantCulture)) != bits)
            Assert.Fail($"{text} reads back to another number than {value:R}");

        // The text of the runtime is the shortest, and the nearest of those: ours is the same. At some powers of two it
        // is one digit too short, and reads back to the number below.
        string runtime = value.ToString(CultureInfo.InvariantCulture);
        if (text != runtime
            && BitConverter.DoubleToInt64Bits(double.Parse(runtime, CultureInfo.InvariantCulture)) == bits)
            Assert.Fail($"{text} is not the shortest text of {runtime}");

        // No decimal of one digit less is the same number: the nearest such one is another.
        int digits = ShortestDecimal.Of(Math.Abs(value)).Digits.ToString(CultureInfo.InvariantCulture).Length;
        if (digits < 2)
            return;
        string shorter = value.ToString($"E{digits - 2}", CultureInfo.InvariantCulture);
        if (BitConverter.DoubleToInt64Bits(double.Parse(shorter, CultureInfo.InvariantCulture)) == bits)
            Assert.Fail($"{shorter} is shorter than {text}");
    }

    private static string TextOf(double value)
    {
        byte[] text = new byte[ShortestDecimal.MaxBytes];
        return Encoding.ASCII.GetString(text, 0, ShortestDecimal.Write(value, text));
    }
}
