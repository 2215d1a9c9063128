using FuncLibs.Signals.Tensile;
using Testing;

namespace FuncLibs.Tests.Signals.Tensile;

public class TensileResultTests
{
    private const double Modulus = 200_000;
    private static readonly TensileOptions Options = new() { ElasticFrom = 40, ElasticTo = 160 };
    private static readonly TensileCurve Round = TensileCurve.RambergOsgood(Modulus, 400, 20, 480);
    private static readonly TensileCurve Yield = TensileCurve.YieldPoint();

    public static TheoryData<TensileQuantity, double, double> OfRoundCurve => new()
    {
        { TensileQuantity.ElasticModulus, 200, 1e-3 },
        { TensileQuantity.ProofStrength, 400, 1e-2 },
        { TensileQuantity.UpperYieldStrength, double.NaN, 0 },
        { TensileQuantity.LowerYieldStrength, double.NaN, 0 },
        { TensileQuantity.TensileStrength, 480, 0 },
        { TensileQuantity.UniformElongation, 0.2 * Math.Pow(1.2, 20), 1e-3 },
        { TensileQuantity.Elongation, (0.2 * Math.Pow(1.2, 20)) + 5 + (100 * 0.2 * 480 / Modulus), 1e-3 },
        { TensileQuantity.TotalElongation, (0.2 * Math.Pow(1.2, 20)) + 5 + (100 * 480 / Modulus), 1e-9 },
        { TensileQuantity.Energy, TensileCurve.EnergyOf(Modulus, 400, 20, 480), 1e-4 },
        { TensileQuantity.BreakIndex, 22_000, 0 },
    };

    public static TheoryData<TensileQuantity, double, double> OfYieldCurve => new()
    {
        { TensileQuantity.ElasticModulus, 200, 1e-6 },
        { TensileQuantity.UpperYieldStrength, 400, 1e-9 },
        { TensileQuantity.LowerYieldStrength, 358, 1e-9 },
        { TensileQuantity.ProofStrength, 360, 2 },
        { TensileQuantity.TensileStrength, 500, 1e-9 },
        { TensileQuantity.UniformElongation, 15 - (100 * 500 / Modulus), 1e-6 },
        { TensileQuantity.Elongation, 20 - (100 * 400 / Modulus), 1e-6 },
        { TensileQuantity.TotalElongation, 20, 1e-9 },
    };

    public static TheoryData<TensileQuantity, double, double> OfNoisyYieldCurve => new()
    {
        { TensileQuantity.ElasticModulus, 200, 1 },
        { TensileQuantity.UpperYieldStrength, 400, 1 },
        { TensileQuantity.LowerYieldStrength, 358, 1 },
        { TensileQuantity.TensileStrength, 500, 0.5 },
        { TensileQuantity.UniformElongation, 14.75, 1.5 },
        { TensileQuantity.Elongation, 19.8, 0.01 },
    };

    public static TheoryData<TensileQuantity> Quantities => [.. Enum.GetValues<TensileQuantity>()];

    [Theory]
    [MemberData(nameof(OfRoundCurve))]
    public void Value_RambergOsgood_IsTheClosedForm(TensileQuantity quantity, double expected, double within) =>
        ShouldBe(Evaluated(quantity, Round), expected, within);

    [Theory]
    [MemberData(nameof(OfYieldCurve))]
    public void Value_YieldPoint_IsThatOfTheCurve(TensileQuantity quantity, double expected, double within) =>
        ShouldBe(Evaluated(quantity, Yield), expected, within);

    [Theory]
    [MemberData(nameof(OfNoisyYieldCurve))]
    public void Value_YieldPointWithNoise_IsNear(TensileQuantity quantity, double expected, double within) =>
        ShouldBe(Evaluated(quantity, Yield.WithNoise(1, 0.4, 2e-6)), expected, within);

    [Theory]
    [InlineData(TensileQuantity.ElasticModulus, 200, 0.5)]
    [InlineData(TensileQuantity.ProofStrength, 400, 1.5)]
    [InlineData(TensileQuantity.TensileStrength, 480, 0.5)]
    public void Value_RambergOsgoodWithNoise_IsNear(TensileQuantity quantity, double expected, double within) =>
        ShouldBe(Evaluated(quantity, Round.WithNoise(2, 0.4, 2e-6)), expected, within);

    [Theory]
    [InlineData(TensileQuantity.ElasticModulus)]
    [InlineData(TensileQuantity.ProofStrength)]
    [InlineData(TensileQuantity.UniformElongation)]
    [InlineData(TensileQuantity.Elongation)]
    public void Value_StrainWithOffset_IsTheSame(TensileQuantity quantity)
    {
        double plain = Evaluated(quantity, Round).Value;

        ShouldBe(Evaluated(quantity, Round.WithStrainOffset(0.003)), plain, Math.Abs(plain) * 1e-6);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(1)]
    public void Value_OtherOffset_IsWhereThatPlasticExtensionIs(double percent)
    {
        // Plastic strain 0.002 (R / 400)^20 equals the offset at this stress.
        double expected = 400 * Math.Pow(percent / 0.2, 1 / 20.0);
        var result = new TensileResult(TensileQuantity.ProofStrength, Options with { OffsetPercent = percent });
        result.Apply(0, Round.Stress, Round.Strain);

        ShouldBe(result, expected, 1e-2);
    }

    [Theory]
    [MemberData(nameof(Quantities))]
    public void Value_AnyBlocksAndSaves_HasTheSameBits(TensileQuantity quantity)
    {
        TensileCurve curve = Yield.WithNoise(3, 0.4, 2e-6);
        (double[] stress, double[] strain) = (curve.Stress, curve.Strain);
        var cut = new TensileResult(quantity, Options);
        Cycles.BlockCuts.Each(4, stress.Length, (at, count) =>
        {
            cut.Apply(at, stress.AsSpan(at, count), strain.AsSpan(at, count));
            cut = Cycles.BlockCuts.Carried(cut, new TensileResult(quantity, Options));
        });

        BitConverter.DoubleToInt64Bits(cut.Value).ShouldBe(BitConverter.DoubleToInt64Bits(Evaluated(quantity, curve).Value));
    }

    [Theory]
    [InlineData(TensileQuantity.ElasticModulus, 161)]
    [InlineData(TensileQuantity.ProofStrength, 401)]
    [InlineData(TensileQuantity.TensileStrength, double.PositiveInfinity)]
    public void IsFinal_WhileTheTestRuns_FollowsTheStress(TensileQuantity quantity, double stress)
    {
        (double[] a, double[] b) = (Round.Stress[..^1], Round.Strain[..^1]);
        int end = Array.FindIndex(a, value => value > stress);
        var result = new TensileResult(quantity, Options);
        for (int i = 0; i < a.Length && !result.IsFinal; i++)
        {
            result.Apply(i, a.AsSpan(i, 1), b.AsSpan(i, 1));
            (end < 0 || i <= end).ShouldBeTrue($"{quantity} is still pending at {a[i]} MPa");
        }

        result.IsFinal.ShouldBe(end >= 0);
    }

    [Fact]
    public void Value_SamplesAfterTheBreak_ChangeNothing()
    {
        TensileResult result = Evaluated(TensileQuantity.TensileStrength, Round);
        result.Apply(1_000_000, [900, 950], [0.3, 0.31]);

        result.Value.ShouldBe(480);
    }

    [Fact]
    public void Value_NotANumberBetween_ChangesNothing()
    {
        double[] stress = [.. Round.Stress.SelectMany(value => new[] { value, double.NaN })];
        double[] strain = [.. Round.Strain.SelectMany(value => new[] { value, value })];
        var result = new TensileResult(TensileQuantity.Energy, Options);
        result.Apply(0, stress, strain);

        result.Value.ShouldBe(Evaluated(TensileQuantity.Energy, Round).Value);
    }

    [Fact]
    public void Gap_InTheMiddle_KeepsTheResult()
    {
        var result = new TensileResult(TensileQuantity.TensileStrength, Options);
        result.Apply(0, [10, 500], [0, 0.1]);
        result.Gap();
        result.Apply(1000, [400], [0.2]);

        result.Value.ShouldBe(500);
    }

    [Fact]
    public void Value_StressAlone_GivesTheTensileStrength()
    {
        var result = new TensileResult(TensileQuantity.TensileStrength, new TensileOptions());
        result.Apply(0, Round.Stress, []);

        (result.Value, result.IsFinal).ShouldBe((480, true));
    }

    [Fact]
    public void Value_FallBehindTheYieldPointLargerThanTheBreaks_IsForgotten()
    {
        var result = new TensileResult(TensileQuantity.BreakIndex, Options);
        result.Apply(0, [0, 200, 400, 300, 350, 380, 390, 330, 270, 210, 150, 90, 30], []);

        result.Value.ShouldBe(6);
    }

    [Fact]
    public void Value_UnloadedNoise_NeverBreaks()
    {
        double[] noise = [.. Cycles.BlockCuts.Noise(1, 5000).Select(x => x / 10)];
        var result = new TensileResult(TensileQuantity.BreakIndex, Options);
        result.Apply(0, noise, []);

        (result.Value, result.IsFinal).ShouldBe((double.NaN, false));
    }

    [Fact]
    public void Missing_ElasticRangeBeyondTheProofStrength_SaysWhatToDo()
    {
        var result = new TensileResult(TensileQuantity.ProofStrength, new TensileOptions { ElasticFrom = 40, ElasticTo = 479 });
        result.Apply(0, Round.Stress, Round.Strain);

        result.Value.ShouldBe(double.NaN);
        result.Missing!.ShouldContain("end the elastic range at a smaller stress");
    }

    [Theory]
    [InlineData(TensileQuantity.ElasticModulus, "check this range")]
    [InlineData(TensileQuantity.ProofStrength, "check this range")]
    [InlineData(TensileQuantity.UpperYieldStrength, "take a proof strength")]
    public void Missing_NoElasticRange_SaysWhatToDo(TensileQuantity quantity, string part)
    {
        var result = new TensileResult(quantity, new TensileOptions());
        result.Missing.ShouldBe("The test has not got that far yet.");

        result.Apply(0, Round.Stress, Round.Strain);

        result.Missing!.ShouldContain(part);
    }

    [Fact]
    public void Reset_AfterABreak_StartsAgain()
    {
        TensileResult result = Evaluated(TensileQuantity.ElasticModulus, Yield);
        result.Reset();
        result.Apply(0, Round.Stress, Round.Strain);

        result.Value.ShouldBe(Evaluated(TensileQuantity.ElasticModulus, Round).Value);
    }

    [Fact]
    public void TryLoad_BytesThatEndEarly_AreRefused() =>
        Cycles.BlockCuts.RefusesEveryPrefix(Evaluated(TensileQuantity.Energy, Round), new TensileResult(TensileQuantity.Energy, Options));

    [Fact]
    public void Apply_Warm_TakesNoMemory()
    {
        (double[] stress, double[] strain) = (Yield.Stress[..1000], Yield.Strain[..1000]);
        var result = new TensileResult(TensileQuantity.Energy, Options);

        Allocation.OfWarm(() => result.Apply(0, stress, strain)).ShouldBe(0);
    }

    private static TensileResult Evaluated(TensileQuantity quantity, TensileCurve curve)
    {
        var result = new TensileResult(quantity, Options);
        result.Apply(0, curve.Stress, curve.Strain);
        result.IsFinal.ShouldBeTrue();
        return result;
    }

    private static void ShouldBe(TensileResult result, double expected, double within)
    {
        if (double.IsNaN(expected))
            result.Value.ShouldBe(double.NaN);
        else
            Math.Abs(result.Value - expected).ShouldBeLessThanOrEqualTo(within, $"{result.Value} instead of {expected}");
    }
}
