using FuncLibs.Signals.Tensile;

namespace FuncLibs.Tests.Signals.Tensile;

public class TensileOptionsTests
{
    public static TheoryData<TensileOptions, string> Wrong => new()
    {
        { new() { ElasticFrom = 10 }, "The elastic line goes from 10" },
        { new() { ElasticFrom = 200, ElasticTo = 100 }, "The elastic line goes from 200 to 100" },
        { new() { ElasticFrom = -1, ElasticTo = 100 }, "The elastic line goes from -1" },
        { new() { ElasticFrom = 1, ElasticTo = double.PositiveInfinity }, "The elastic line goes from 1" },
        { new() { OffsetPercent = 0 }, "The plastic extension of a proof strength is 0 %" },
        { new() { LoadedFrom = 0 }, "Loaded from 0 MPa" },
        { new() { BrokenAt = 0.95 }, "Broken at 0.95" },
        { new() { BrokenFor = 0 }, "Broken for 0 samples" },
        { new() { Sudden = 0.5 }, "A fall is sudden at 0.5" },
        { new() { YieldFall = 1 }, "The fall after a yield point is 1" },
        { new() { YieldSpan = 0.01 }, "The strains of the yield point are 0.01" },
        { new() { YieldWithin = double.NaN }, "The strains of the yield point are" },
    };

    [Fact]
    public void Fault_Defaults_IsNone() => new TensileOptions().Fault().ShouldBeNull();

    [Theory]
    [InlineData(1, 2)]
    [InlineData(2000, 200)]
    [InlineData(1e300, 1 << 20)]
    public void SamplesOfBreak_OfARate_AreATenthOfASecond(double rateHz, long samples) =>
        TensileOptions.SamplesOfBreak(rateHz).ShouldBe(samples);

    [Theory]
    [MemberData(nameof(Wrong))]
    public void Fault_OutOfRange_NamesTheValue(TensileOptions options, string start) =>
        options.Fault()!.ShouldStartWith(start);

    [Fact]
    public void Constructor_FaultyOptions_AreRefused() =>
        Should.Throw<ArgumentException>(() => new TensileTest(new TensileOptions { BrokenAt = 0 }));
}
