using FuncLibs.Blocks.Serialization.Columns;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

public sealed class PackedSizeTests
{
    public static TheoryData<string> Kinds => [.. PackedColumnData.Kinds];

    [Theory]
    [InlineData("decimals", 2, 1.0)]
    [InlineData("adc", 2, 1.1)]
    [InlineData("adc-whole", 2, 1.2)]
    [InlineData("adc-binary", 2, 1.1)]
    [InlineData("integers", 2, 1.2)]
    [InlineData("walk", 2, 0.7)]
    [InlineData("mostly-constant", 4, 0.6)]
    [InlineData("constant", 0, 0.1)]
    [InlineData("one-sign", 5, 7.2)]
    [InlineData("outliers", 2, 1.9)]
    public void Serialize_RealisticColumn_TakesTheMethodMadeForIt(string kind, byte method, double bytesAPoint)
    {
        const int Points = 200;
        byte[] body = PackedDocument.Body(PackedColumnData.Create(kind, Points, 4), out sbyte type);

        type.ShouldBe((sbyte)21);
        body[1].ShouldBe(method, $"{body.Length} bytes");
        ((double)body.Length / Points).ShouldBeLessThanOrEqualTo(bytesAPoint);
    }

    [Fact]
    public void Serialize_RandomBits_StayRaw()
    {
        PackedDocument.Body(PackedColumnData.Create("bits", 200, 4), out sbyte type);

        type.ShouldBe((sbyte)20);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Auto_AnyLengthOfAKind_IsAtMostOnePercentAboveExt20(string kind)
    {
        for (int points = 0; points <= 200; points++)
        {
            double[] column = PackedColumnData.Create(kind, points, points);
            int raw = PackedDocument.Write(ColumnsSerializer.Raw(), column).Length;

            ((double)PackedDocument.Write(
                ColumnsSerializer.Auto(), column).Length).ShouldBeLessThanOrEqualTo(1.01 * raw, $"{points} points");
        }
    }
}
