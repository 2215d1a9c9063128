using System.Buffers;
using FuncLibs.Signals.Stateful;
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

        BitConverter
            .DoubleToInt64Bits(cut.Value)
            .ShouldBe(BitConverter.DoubleToInt64Bits(Evaluated(quantity, curve).Value));
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
    public void Value_FallBehindTheYieldPointLargerThanTheBreaks_IsDiscarded()
    {
        var result = new TensileResult(TensileQuantity.BreakIndex, Options);
        result.Apply(0, [0, 200, 400, 300, 350, 380, 390, 330, 270, 210, 150, 90, 30, 0], []);

        result.Value.ShouldBe(6);
    }

    public static TheoryData<string, double[], double, double> StressAlone => new()
    {
        { "ReH above Rm", [0, 100, 200, 320, 290, 280, 280, 290, 300, 310, 305, 290, 0, 0, 0, 0, 0], 310, 11 },
        { "ReH above Rm, one step", [0, 160, 320, 280, 310, 300, 0, 0, 0, 0], 310, 5 },
        { "plateau, a valley, hardening", [0, 160, 320, 300, 305, 280, 285, 310, 309, 0, 0, 0], 310, 8 },
        { "necking", [0, 100, 200, 300, 350, 380, 390, 395, 393, 385, 370, 0, 0, 0, 0], 395, 10 },
        { "reloaded in the neck", [0, 100, 200, 300, 310, 320, 330, 325, 200, 315, 310, 0, 0, 0, 0], 330, 10 },
        { "serrations", [0, 100, 200, 300, 305, 310, 315, 320, 312, 319, 310, 317, 300, 0, 0, 0, 0, 0], 320, 12 },
        { "gripped", [0, 6, 0, 0, 0, 0, 100, 200, 300, 250, 0, 0], 300, 9 },
        { "a dropout", [0, 100, 200, 0, 300, 400, 380, 0, 0], 400, 6 },
        { "unloaded to 9 %", [0, 200, 400, 220, 36, 36, 36, 220, 410, 390, 0, 0], 410, 9 },
        { "unloaded to 0", [0, 200, 400, 300, 200, 100, 0, 0, 0, 200, 410, 390, 0, 0], 410, 11 },
        { "a fall of some samples", [0, 100, 200, 300, 400, 399, 398, 390, 320, 230, 120, 20, 0, 0, 0, 0, 0], 400, 7 },
        { "an arrested fall", [0, 200, 400, 380, 230, 229, 228, 227, 0, 0, 0, 0], 400, 7 },
    };

    [Theory]
    [MemberData(nameof(StressAlone))]
    public void Value_StressAlone_IsTheStrengthAndTheStartOfTheFall(
        string name, double[] stress, double strength, double start)
    {
        var rm = new TensileResult(TensileQuantity.TensileStrength, new TensileOptions());
        var breakIndex = new TensileResult(TensileQuantity.BreakIndex, new TensileOptions());
        rm.Apply(0, stress, []);
        breakIndex.Apply(0, stress, []);

        (rm.Value, rm.IsFinal, breakIndex.Value, breakIndex.IsFinal).ShouldBe((strength, true, start, true), name);
    }

    // What was reported from outside, as it was: the last sample may be a dropout, so the results stand and are
    // pending.
    [Theory]
    [InlineData(new double[] { 0, 6, 0, 100, 200, 300, 250, 0 }, 300, 6)]
    [InlineData(new double[] { 0, 100, 200, 0, 300, 400, 380, 0 }, 400, 6)]
    [InlineData(new double[] { 0, 100, 200, 300, 400, 399, 398, 390, 320, 230, 120, 20, 0 }, 400, 7)]
    public void Value_OneSampleDown_StaysAndIsPending(double[] stress, double strength, double start)
    {
        var rm = new TensileResult(TensileQuantity.TensileStrength, new TensileOptions());
        var breakIndex = new TensileResult(TensileQuantity.BreakIndex, new TensileOptions());
        rm.Apply(0, stress, []);
        breakIndex.Apply(0, stress, []);

        (rm.Value, rm.IsFinal, breakIndex.Value, breakIndex.IsFinal).ShouldBe((strength, false, start, false));
    }

    [Fact]
    public void Value_UpperYieldAboveTheStrength_GivesAgAtTheStrength()
    {
        double[] stress = [0, 80, 160, 240, 320, 280, 280, 290, 300, 310, 300, 290, 0, 0, 0, 0];
        double[] strain =
            [0, 0.0004, 0.0008, 0.0012, 0.0016, 0.002, 0.02, 0.05, 0.1, 0.15, 0.2, 0.21, 0.22, 0.22, 0.22, 0.22];
        TensileOptions options = new() { ElasticFrom = 0, ElasticTo = 240 };

        Of(TensileQuantity.TensileStrength).ShouldBe(310);
        Of(TensileQuantity.UpperYieldStrength).ShouldBe(320);
        Of(TensileQuantity.UniformElongation).ShouldBe(100 * (0.15 - (310 / Modulus)), 1e-9);

        double Of(TensileQuantity quantity)
        {
            var result = new TensileResult(quantity, options);
            result.Apply(0, stress, strain);
            return result.Value;
        }
    }

    [Theory]
    [InlineData(12, 0, 6)]
    [InlineData(12, 60, 6)]
    [InlineData(12, 60, 15)]
    [InlineData(12, 60, 30)]
    [InlineData(12, 300, 6)]
    [InlineData(12, 300, 15)]
    [InlineData(12, 300, 30)]
    [InlineData(150, 300, 6)]
    public void Value_UpperYieldAboveTheStrength_IsThatOfHardeningAfterAHold(
        double preload, double holdSeconds, double hardeningSeconds)
    {
        const double MegapascalPerSecond = 30;
        double[] stress =
        [
            .. Line(0, preload, preload / MegapascalPerSecond), .. Line(preload, preload, holdSeconds),
            .. Line(preload, 320, (320 - preload) / MegapascalPerSecond), 320,
            .. Line(282, 280, 2), .. Line(280, 310, hardeningSeconds), 310,
        ];
        var result = new TensileResult(TensileQuantity.TensileStrength, new TensileOptions());
        result.Apply(0, stress, []);

        result.Value.ShouldBe(310);
    }

    // Loading from 12 MPa after a hold, a fall, and loading again at the same speed.
    [Fact]
    public void Value_ReloadingAfterAHold_IsNoHardening()
    {
        double[] stress = [.. Line(12, 12, 60), .. Line(12, 320, 10), 320, .. Line(280, 310, 0.9), 310];
        var result = new TensileResult(TensileQuantity.TensileStrength, new TensileOptions());
        result.Apply(0, stress, []);

        result.Value.ShouldBe(320);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Value_RoundCurveWithNoise_HasNoYieldPoint(int seed)
    {
        var random = new Random(seed);
        double[] stress = [.. Round.Stress.Select(x => x + (0.002 * 400 * Normal()))];
        var result = new TensileResult(TensileQuantity.UpperYieldStrength, new TensileOptions());
        result.Apply(0, stress, Round.Strain);

        (result.Value, result.IsFinal).ShouldBe((double.NaN, true));

        double Normal() =>
            Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
    }

    // A filter of first order smears the break over some 40 samples, while the strain continues.
    [Fact]
    public void Value_FilteredFall_IsReadWhereItStarts()
    {
        (double[] stress, double[] strain) = (Yield.Stress, Yield.Strain);
        int broken = Array.FindLastIndex(stress, x => x > 399);
        int[] after = [.. Enumerable.Range(1, 400)];
        double[] smeared = [.. stress[..(broken + 1)], .. after.Select(i => stress[broken] * Math.Exp(-i / 10.0))];
        double[] going = [.. strain[..(broken + 1)], .. after.Select(i => strain[broken] + (i * 1e-4))];
        var result = new TensileResult(TensileQuantity.Elongation, Options);
        result.Apply(0, smeared, going);

        result.IsFinal.ShouldBeTrue();
        result.Value.ShouldBe(20 - (100 * 400 / Modulus), 0.02);
    }

    // A brittle specimen breaks before it yields, and the fall meets the offset line.
    [Theory]
    [InlineData(TensileQuantity.ProofStrength)]
    [InlineData(TensileQuantity.UpperYieldStrength)]
    public void Value_BrokenBeforeItYields_IsNone(TensileQuantity quantity)
    {
        double[] stress =
            [.. Enumerable.Range(0, 61).Select(i => 10.0 * i), 500, 350, 200, 90, 40, 0, 0, 0, 0, 0, 0, 0];
        double[] strain = [.. Enumerable.Range(0, stress.Length).Select(i => Math.Min(i, 64) * 10 / Modulus)];
        var result = new TensileResult(quantity, Options);
        result.Apply(0, stress, strain);

        (result.Value, result.IsFinal).ShouldBe((double.NaN, true));
    }

    [Theory]
    [InlineData(TensileQuantity.ProofStrength)]
    [InlineData(TensileQuantity.LowerYieldStrength)]
    public void Value_ADropoutWhileItYields_ChangesNothing(TensileQuantity quantity)
    {
        (double[] stress, double[] strain) = (Yield.Stress, Yield.Strain);
        int yielded = Array.FindIndex(strain, x => x > 0.003);
        stress[yielded] = 0;
        var result = new TensileResult(quantity, Options);
        result.Apply(0, stress, strain);

        result.Value.ShouldBe(Evaluated(quantity, Yield).Value, 0.5);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void TryLoad_OfAnEarlierForm_BeginsAgain(long form)
    {
        ArrayBufferWriter<byte> saved = new();
        StateWriter writer = new(saved);
        writer.Add((form << 32) | (long)TensileQuantity.TensileStrength);
        for (int i = 0; i < 200; i++)
            writer.Add(1L);
        TensileResult result = Evaluated(TensileQuantity.TensileStrength, Round);
        StateReader reader = new(saved.WrittenSpan);

        result.TryLoad(ref reader).ShouldBeFalse();

        result.Value.ShouldBe(double.NaN);
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
    public void Missing_ElasticRangeBeyondTheProofStrength_ReportsWhatToDo()
    {
        var result =
            new TensileResult(TensileQuantity.ProofStrength, new TensileOptions { ElasticFrom = 40, ElasticTo = 479 });
        result.Apply(0, Round.Stress, Round.Strain);

        result.Value.ShouldBe(double.NaN);
        result.Missing!.ShouldContain("end the range well below the proof strength");
    }

    // From outside: 14.7 GPa for steel, final, because the range lay beyond Rp0.2 of 400 MPa.
    [Theory]
    [InlineData(420, 470)]
    [InlineData(100, 440)]
    [InlineData(0, 450)]
    public void Missing_ModulusOfARangeBeyondTheProofStrength_ReportsThatTheCurveBends(double from, double to)
    {
        var result = new TensileResult(
            TensileQuantity.ElasticModulus, new TensileOptions { ElasticFrom = from, ElasticTo = to });
        TensileCurve noisy = Round.WithNoise(5, 0.4, 2e-6);
        result.Apply(0, noisy.Stress, noisy.Strain);

        (result.Value, result.IsFinal).ShouldBe((double.NaN, true));
        result.Missing!.ShouldContain($"not straight from {from} to {to} MPa");
    }

    [Fact]
    public void Missing_NotBroken_ReportsWhatABreakIs()
    {
        var result = new TensileResult(TensileQuantity.TotalElongation, Options);
        result.Apply(0, [0, 100, 200], [0, 0.1, 0.2]);

        result.Missing.ShouldBe(
            "The specimen has not broken: after at least 10 MPa (loaded) "
                + "the stress has not come down to 2 % of its greatest (broken_at).");
    }

    [Theory]
    [InlineData(TensileQuantity.ElasticModulus, "check this range")]
    [InlineData(TensileQuantity.ProofStrength, "check this range")]
    [InlineData(TensileQuantity.UpperYieldStrength, "take a proof strength")]
    public void Missing_NoElasticRange_ReportsWhatToDo(TensileQuantity quantity, string part)
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
        Cycles.BlockCuts.RefusesEveryPrefix(
            Evaluated(TensileQuantity.Energy, Round), new TensileResult(TensileQuantity.Energy, Options));

    [Fact]
    public void Apply_Warm_DoesNotAllocate()
    {
        (double[] stress, double[] strain) = (Yield.Stress[..1000], Yield.Strain[..1000]);
        var result = new TensileResult(TensileQuantity.Energy, Options);

        Allocation.OfWarm(() => result.Apply(0, stress, strain)).ShouldBe(0);
    }

    private static IEnumerable<double> Line(double from, double to, double seconds)
    {
        const double SamplesPerSecond = 100;
        int samples = (int)Math.Round(seconds * SamplesPerSecond);
        return Enumerable.Range(0, samples).Select(i => from + ((to - from) * i / samples));
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
            Math
                .Abs(result.Value - expected)
                .ShouldBeLessThanOrEqualTo(within, $"{result.Value} instead of {expected}");
    }
}
