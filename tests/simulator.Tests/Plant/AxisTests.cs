using Simulator.Plant;
using Simulator.Presets;
using Testing;

namespace Simulator.Tests.Plant;

public sealed class AxisTests
{
    private const double LoopHz = 4096;

    [Theory]
    [InlineData(SpecimenModel.Elastic)]
    [InlineData(SpecimenModel.Masing)]
    [InlineData(SpecimenModel.Chaboche)]
    public void Step_TwoRuns_HaveTheSameBits(SpecimenModel model)
    {
        AxisPreset preset = TestAxes.Fatigue(model, 0.5, 3, new LifePreset());
        AxisRun one = new AxisRun(preset, LoopHz).Go(2);
        AxisRun other = new AxisRun(preset, LoopHz).Go(2);

        foreach (AxisQuantity quantity in Enum.GetValues<AxisQuantity>())
        {
            other[quantity].Select(
                BitConverter.DoubleToInt64Bits).SequenceEqual(one[quantity].Select(BitConverter.DoubleToInt64Bits))
                .ShouldBeTrue($"{quantity}");
        }
    }

    [Theory]
    [InlineData(SpecimenModel.Elastic, CommandShape.Random)]
    [InlineData(SpecimenModel.Masing, CommandShape.Sine)]
    [InlineData(SpecimenModel.Chaboche, CommandShape.Triangle)]
    [InlineData(SpecimenModel.YieldPoint, CommandShape.Trapezoid)]
    public void Step_Warm_DoesNotAllocate(SpecimenModel model, CommandShape shape)
    {
        var preset = new AxisPreset
        {
            Command = new() { Segments = [new() { Shape = shape, Amplitude = 60, FrequencyHz = 50 }] },
            Specimen = new() { Model = model, Life = new() },
        };
        var axis = new Axis(preset, LoopHz, 1, NullAxisObserver.Instance);
        double[] quantities = new double[AxisQuantities.Count];

        Allocation.OfWarm(() =>
        {
            for (int i = 0; i < 200; i++)
                axis.Step(quantities);
        }).ShouldBe(0);
    }

    [Fact]
    public void Step_TriangleCorner_ShowsASpikeOfAcceleration()
    {
        AxisPreset preset = TestAxes.Sine(AxisControlMode.Force, 60, 5);
        SegmentPreset triangle = preset.Command.Segments[0] with { Shape = CommandShape.Triangle };
        preset = preset with { Command = preset.Command with { Segments = [triangle] } };
        AxisRun run = new AxisRun(preset, LoopHz).Go(3);
        int second = (int)LoopHz;

        // Corners are a quarter and three quarters into each of the five cycles of the last second.
        double flank = 0;
        double corner = 0;
        for (int i = 2 * second; i < 3 * second; i++)
        {
            double turns = 5.0 * i / second % 0.5;
            double size = Math.Abs(run[AxisQuantity.Accel][i]);
            if (turns is > 0.25 and < 0.35)
                corner = Math.Max(corner, size);
            else if (turns is > 0.05 and < 0.24)
                flank = Math.Max(flank, size);
        }

        corner.ShouldBeGreaterThan(10 * flank);
    }

    [Fact]
    public void Force_WithCellMass_HoldsItsInertia()
    {
        AxisRun light = new AxisRun(TestAxes.Sine(AxisControlMode.Displacement, 0.2, 40), LoopHz).Go(1);
        AxisPreset preset = TestAxes.Sine(AxisControlMode.Displacement, 0.2, 40);
        AxisRun heavy = new AxisRun(preset with { Plant = preset.Plant with { CellMassKg = 24 } }, LoopHz).Go(1);

        for (int i = 0; i < light.Ticks; i++)
        {
            double inertia = 20 * light[AxisQuantity.Accel][i] * 1e-3;
            (heavy[AxisQuantity.Force][i] - light[AxisQuantity.Force][i]).ShouldBe(inertia, 1e-9);
        }
    }

    [Fact]
    public void Step_ModeChange_IsBumpless()
    {
        var preset = new AxisPreset
        {
            Command = new()
            {
                Segments =
                [
                    new() { Shape = CommandShape.Hold, Mean = 40, Seconds = 0.5 },
                    new()
                    {
                        Shape = CommandShape.Hold,
                        Mode = AxisControlMode.Displacement,
                        Mean = 0.3,
                        Seconds = 1,
                        RampSeconds = 0.5,
                    },
                    new()
                    {
                        Shape = CommandShape.Hold,
                        Mode = AxisControlMode.Strain,
                        Mean = 0.05,
                        Seconds = 1,
                        RampSeconds = 0.5,
                    },
                ],
            },
        };
        AxisRun run = new AxisRun(preset, LoopHz).Go(6);

        run.Observe.Modes
            .Select(m => m.Mode)
            .ShouldBe([AxisControlMode.Force, AxisControlMode.Displacement, AxisControlMode.Strain]);
        run.Observe.Modes.ShouldAllBe(m => m.Tick % (long)LoopHz == 0);
        foreach ((long tick, AxisControlMode mode) in run.Observe.Modes.Skip(1))
        {
            int at = (int)tick;
            run[AxisQuantity.Command][at].ShouldBe(run[AxisQuantities.FeedbackOf(mode)][at], 1e-12);
            run[AxisQuantity.Output][at].ShouldBe(run[AxisQuantity.Output][at - 1], 0.01);
            double before = run[AxisQuantity.Force][at];
            for (int i = at; i < at + 40; i++)
                run[AxisQuantity.Force][i].ShouldBe(before, 0.5);
        }

        run[AxisQuantity.Strain][^1].ShouldBe(0.05, 0.002);
    }

    [Fact]
    public void Interlock_HoldsTheCommandAndClosesTheValve()
    {
        AxisRun run = new AxisRun(TestAxes.Sine(AxisControlMode.Force, 40, 2), LoopHz).Go(1.7);
        run.Axis.Interlock();
        double command = run[AxisQuantity.Command][^1];
        int at = run.Ticks;
        run.Go(0.5);

        run[AxisQuantity.Command].Skip(at).ShouldAllBe(c => c == command);
        run[AxisQuantity.Output].Skip(at).ShouldAllBe(o => o == 0);
        Math.Abs(run[AxisQuantity.Spool][^1]).ShouldBeLessThan(1e-6);

        // Only the leakage lets the force go.
        Math.Abs(run[AxisQuantity.Force][^1]).ShouldBeGreaterThan(0.5 * Math.Abs(run[AxisQuantity.Force][at + 100]));
    }

    [Fact]
    public void EmergencyStop_TakesTheForceAway()
    {
        AxisRun run = new AxisRun(TestAxes.Sine(AxisControlMode.Force, 40, 2), LoopHz).Go(1.6);
        run.Axis.EmergencyStop();
        run.Go(1);

        Math.Abs(run[AxisQuantity.Force][^1]).ShouldBeLessThan(0.5);
        run[AxisQuantity.Pressure][^1].ShouldBeLessThan(0.2);
    }

    [Fact]
    public void Reset_AfterAnEmergencyStop_GoesOnWithoutAJump()
    {
        AxisRun run = new AxisRun(TestAxes.Sine(AxisControlMode.Force, 40, 2), LoopHz).Go(1.6);
        run.Axis.EmergencyStop();
        run.Go(1);
        run.Axis.Reset();
        int at = run.Ticks;
        run.Go(3);

        run[AxisQuantity.Command][at].ShouldBe(run[AxisQuantity.Force][at], 1e-9);
        for (int i = at + 1; i < run.Ticks; i++)
            Math.Abs(run[AxisQuantity.Command][i] - run[AxisQuantity.Command][i - 1]).ShouldBeLessThan(0.2);
        run[AxisQuantity.Force].Skip(run.Ticks - (int)LoopHz).Max().ShouldBe(40, 1);
    }

    [Fact]
    public void Observer_OfASine_GetsEachPeakAndTheValleyBehindIt()
    {
        AxisRun run = new AxisRun(TestAxes.Sine(AxisControlMode.Force, 40, 5), LoopHz).Go(4);

        run.Observe.Cycles
            .Select(c => c.Number)
            .ShouldBe(Enumerable.Range(1, run.Observe.Cycles.Count).Select(i => (long)i));
        run.Observe.Cycles.Count.ShouldBeInRange(18, 20);
        foreach ((long tick, _, double peak, long peakTick, double valley, long valleyTick) in run.Observe.Cycles)
        {
            tick.ShouldBeGreaterThan(valleyTick);
            run[AxisQuantity.Force][(int)peakTick].ShouldBe(peak);
            run[AxisQuantity.Force][(int)valleyTick].ShouldBe(valley);
            run[AxisQuantity.Force].Skip((int)peakTick - 200).Take(400).Max().ShouldBe(peak);
            run[AxisQuantity.Force].Skip((int)valleyTick - 200).Take(400).Min().ShouldBe(valley);
        }
    }
}
