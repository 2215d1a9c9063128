using Simulator.Presets;

namespace Simulator.Tests.Specimens;

public sealed class SpecimenTests
{
    private const double VolumeCm3 = 150 * 50 * 1e-3;

    [Theory]
    [InlineData(70)]
    [InlineData(210)]
    public void Step_Elastic_HasItsModulus(double modulusGPa)
    {
        var strained = new Strained(new SpecimenPreset { ModulusGPa = modulusGPa });

        strained.To(0.001).ShouldBe(modulusGPa, 1e-3);
        strained.Specimen.PlasticWork.ShouldBe(0, 1e-9);
    }

    [Fact]
    public void Step_MasingLoading_FollowsRambergOsgood()
    {
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Masing });
        for (double strain = 0; strain < 0.02; strain += 1e-5)
        {
            double stress = strained.To(strain);
            double curve = (stress / 210_000) + Math.Pow(stress / 1100, 1 / 0.15);
            curve.ShouldBe(strain, (0.01 * strain) + 1e-9);
        }
    }

    [Theory]
    [InlineData(0.004)]
    [InlineData(0.01)]
    public void Step_MasingLoop_HasTheAreaOfItsClosedForm(double amplitude)
    {
        const double Exponent = 0.15;
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Masing });
        strained.Cycle(amplitude, 2);
        double before = strained.Work;
        double dissipated = strained.Specimen.PlasticWork;
        double peak = 0;
        for (int i = 1; i <= 4000; i++)
            peak = Math.Max(peak, strained.To(amplitude * Math.Sin(2 * Math.PI * i / 4000)));

        // Masing's loop: 4 (1 - n') / (1 + n') x stress amplitude x plastic strain amplitude.
        double plastic = amplitude - (peak / 210_000);
        double area = 4 * (1 - Exponent) / (1 + Exponent) * peak * plastic * VolumeCm3;
        (strained.Work - before).ShouldBe(area, 0.02 * area);
        (strained.Specimen.PlasticWork - dissipated).ShouldBe(strained.Work - before, 0.01 * area);
    }

    [Fact]
    public void Step_ChabocheLoop_LosesWhatForceTimesWayGives()
    {
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Chaboche });
        strained.Cycle(0.006, 300, 1000);
        (double work, double dissipated) = (strained.Work, strained.Specimen.PlasticWork);
        strained.Cycle(0.006, 1, 4000);

        (strained.Specimen.PlasticWork - dissipated).ShouldBe(strained.Work - work, 0.01 * (strained.Work - work));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(-40)]
    public void Step_Chaboche_HardensOrSoftensOverItsFirstHundredCycles(double hardening)
    {
        (double first, double hundredth, double last) = PeaksOf(hardening);
        (double plainFirst, double plainHundredth, _) = PeaksOf(0);

        // A wider elastic range leaves less plastic strain for the back-stresses, so the peak does not move by all of
        // it.
        first.ShouldBe(plainFirst, 1e-9);
        (hundredth - plainHundredth).ShouldBe(hardening, 0.15 * Math.Abs(hardening));
        last.ShouldBe(hundredth, 0.02 * Math.Abs(hardening));
    }

    [Fact]
    public void Step_ChabocheSaturated_HasThePeakOfItsBackStresses()
    {
        var strained = new Strained(new SpecimenPreset { Model = SpecimenModel.Chaboche });
        for (int i = 0; i < 20_000; i++)
            strained.To(i * 5e-6);

        // Yield + C1 / g1 + C2 / g2.
        strained.Stress.ShouldBe(220 + 80 + (25_000.0 / 150), 0.5);
    }

    [Fact]
    public void Step_CreepAtConstantStrain_RelaxesAsNorton()
    {
        var strained = new Strained(new SpecimenPreset { CreepPerHour = 1, CreepStressMPa = 300, CreepExponent = 5 });
        double stress = strained.To(300.0 / 210_000);
        double start = stress;
        const int Seconds = 60;
        for (int i = 0; i < Seconds / Strained.StepSeconds; i++)
            stress = strained.To(300.0 / 210_000);

        // ds/dt = -E k (s / s0)^5 gives s = s0 (1 + 4 E k t / s0)^(-1/4).
        double rate = 210_000 * 0.01 / 3600;
        stress.ShouldBe(start * Math.Pow(1 + (4 * rate * Seconds / start), -0.25), 0.1);
        stress.ShouldBeLessThan(0.95 * start);
    }

    [Fact]
    public void Temperature_UnderCycles_RisesByThePlasticWork()
    {
        var preset = new SpecimenPreset { Model = SpecimenModel.Masing, CoolingSeconds = 1e9 };
        var strained = new Strained(preset);
        strained.Cycle(0.01, 20);

        double rise = strained.Specimen.PlasticWork / VolumeCm3 * 0.9 / 3.8;
        (strained.Specimen.Temperature - 23).ShouldBe(rise, 0.001 * rise);
        rise.ShouldBeGreaterThan(5);
    }

    private static (double First, double Hundredth, double Last) PeaksOf(double hardening)
    {
        var strained = new Strained(
            new SpecimenPreset { Model = SpecimenModel.Chaboche, Cyclic = new() { HardeningMPa = hardening } });
        double first = PeakOfCycle(strained);
        strained.Cycle(0.006, 98);
        double hundredth = PeakOfCycle(strained);
        strained.Cycle(0.006, 200);
        return (first, hundredth, PeakOfCycle(strained));
    }

    private static double PeakOfCycle(Strained strained)
    {
        double peak = 0;
        for (int i = 1; i <= 400; i++)
            peak = Math.Max(peak, strained.To(0.006 * Math.Sin(2 * Math.PI * i / 400)));
        return peak;
    }
}
