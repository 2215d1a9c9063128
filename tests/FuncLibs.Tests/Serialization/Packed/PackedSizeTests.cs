namespace FuncLibs.Tests.Serialization.Packed;

public sealed class PackedSizeTests
{
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

        type.ShouldBe((sbyte)73);
        body[1].ShouldBe(method, $"{body.Length} bytes");
        ((double)body.Length / Points).ShouldBeLessThanOrEqualTo(bytesAPoint);
    }

    [Fact]
    public void Serialize_RandomBits_StayRaw()
    {
        PackedDocument.Body(PackedColumnData.Create("bits", 200, 4), out sbyte type);

        type.ShouldBe((sbyte)72);
    }
}
