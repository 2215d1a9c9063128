using Simulator.Presets;
using Simulator.Specimens;
using Simulator.Tests.Plant;

namespace Simulator.Tests.Specimens;

public sealed class LifeTests
{
    private const double Modulus = 210_000;
    private static readonly LifePreset Life = new();

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.006)]
    [InlineData(0.002)]
    public void DamageOf_AnAmplitude_InvertsCoffinManson(double amplitude)
    {
        double cycles = 1 / new LifeCurve(Life, Modulus).DamageOf(amplitude);

        cycles.ShouldBe(CyclesAt(amplitude), 1e-4 * cycles);
    }

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.01)]
    public void Step_ConstantAmplitude_IsUsedUpAfterNf(double amplitude)
    {
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Chaboche, Life = Life });
        double expected = CyclesAt(amplitude);
        strained.Cycle(amplitude, (int)expected + 5);

        strained.Specimen.IsUsedUp.ShouldBeTrue();

        // Nf in whole half cycles; the first, from 0 to the peak, has half the range and all but no damage.
        (strained.Specimen.HalfCycles * 0.5).ShouldBeInRange(expected, expected + 1);
    }

    [Fact]
    public void Step_EndOfFatigueLife_LosesStiffnessAndPeakForceBeforeItBreaks()
    {
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Chaboche, Life = Life });
        int cycles = (int)CyclesAt(0.008);
        strained.Cycle(0.008, (int)(0.85 * cycles));
        double whole = PeakOfCycle(strained);
        strained.Cycle(0.008, cycles - (int)(0.85 * cycles) - 4);
        double cracked = PeakOfCycle(strained);
        strained.Cycle(0.008, 8);

        (cracked / whole).ShouldBeInRange(0.6, 0.7);
        strained.Specimen.IsBroken.ShouldBeTrue();
    }

    [Fact]
    public void Step_AxisToFailure_ReportsNfOfItsStrain()
    {
        AxisPreset preset = TestAxes.Fatigue(SpecimenModel.Chaboche, 1.8, 2, Life);
        var run = new AxisRun(preset, 1024);
        run.GoUntil(() => run.Axis.IsBroken, 150);
        double amplitude = run.Observe.Cycles.Skip(5).Take(10).Average(c => c.Peak - c.Valley) / 200;

        double groundTruth = run.Observe.Properties["Nf"].Value;
        groundTruth.ShouldBe(CyclesAt(amplitude), 1 + (0.002 * groundTruth));
        run.Observe.Breaks.ShouldHaveSingleItem().Force.ShouldBeGreaterThan(10);
    }

    // By bisection over the reversals: nothing of the table.
    private static double CyclesAt(double amplitude)
    {
        (double low, double high) = (0, 12);
        for (int i = 0; i < 200; i++)
        {
            double middle = (low + high) / 2;
            double reversals = Math.Pow(10, middle);
            double strain = (Life.StrengthMPa / Modulus * Math.Pow(reversals, Life.StrengthExponent))
                + (Life.Ductility * Math.Pow(reversals, Life.DuctilityExponent));
            (low, high) = strain > amplitude ? (middle, high) : (low, middle);
        }

        return Math.Pow(10, low) / 2;
    }

    private static double PeakOfCycle(Strained strained)
    {
        double peak = 0;
        for (int i = 1; i <= 400; i++)
            peak = Math.Max(peak, strained.To(0.008 * Math.Sin(2 * Math.PI * i / 400)));
        return peak;
    }
}
