using FuncLibs.Signals.Tensile;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>Whole tensile tests, evaluated by the functions that the monitor has.</summary>
public sealed class TensileRunTests
{
    private const double LoopHz = 4096;

    [Theory]
    [InlineData(SpecimenModel.YieldPoint)]
    [InlineData(SpecimenModel.Smooth)]
    public void Step_TensileRun_GivesTheMonitorTheObservedValues(SpecimenModel model)
    {
        AxisRun run = Pull(model);
        var test = new TensileTest(new TensileOptions { ElasticFrom = 40, ElasticTo = 150 });
        for (int i = 0; i < run.Ticks; i++)
            test.Add(i, run[AxisQuantity.Force][i] * 1000 / 150, run[AxisQuantity.Strain][i] / 100);

        Found(test, TensileQuantity.ElasticModulus, run, "E", 0.01);
        Found(test, TensileQuantity.ProofStrength, run, "Rp0.2", 0.01);
        Found(test, TensileQuantity.TensileStrength, run, "Rm", 0.01);
        Found(test, TensileQuantity.UniformElongation, run, "Ag", 0.03);

        // The strain grows by what oil and frame give back while the force falls; the monitor takes the start of the
        // fall.
        Found(test, TensileQuantity.Elongation, run, "A", 0.01);
        if (model == SpecimenModel.YieldPoint)
        {
            Found(test, TensileQuantity.UpperYieldStrength, run, "ReH", 0.01);
            Found(test, TensileQuantity.LowerYieldStrength, run, "ReL", 0.01);
        }
    }

    [Fact]
    public void Step_Break_IsBelowFivePercentWithinFiveMilliseconds()
    {
        AxisRun run = Pull(SpecimenModel.YieldPoint);
        (long tick, double force) = run.Observe.Breaks.ShouldHaveSingleItem();

        // Engineering stress 400 MPa on 150 mm2.
        force.ShouldBe(60, 0.6);
        run[AxisQuantity.Force].Skip((int)(tick + (0.005 * LoopHz))).ShouldAllBe(f => Math.Abs(f) < 0.05 * force);
    }

    [Fact]
    public void Step_Break_RingsAndStopsTheAxis()
    {
        AxisRun run = Pull(SpecimenModel.YieldPoint);
        int tick = (int)run.Observe.Breaks[0].Tick;
        List<double> after = run[AxisQuantity.Accel][tick..(tick + 100)];

        after.Max().ShouldBeGreaterThan(100);
        after.Min().ShouldBeLessThan(-100);
        run.Axis.IsHeld.ShouldBeTrue();
        run.Axis.Reset();
        run.Axis.IsHeld.ShouldBeTrue("a reset frees no axis without a specimen");
        run[AxisQuantity.Stroke][^1].ShouldBe(run[AxisQuantity.Stroke][tick], 1);
    }

    private static AxisRun Pull(SpecimenModel model)
    {
        var run = new AxisRun(TestAxes.Tensile(model), LoopHz);
        return run.GoUntil(() => run.Axis.IsBroken, 70).Go(0.1);
    }

    private static void Found(TensileTest test, TensileQuantity quantity, AxisRun run, string name, double part)
    {
        double groundTruth = run.Observe.Properties[name].Value;
        test.Value(quantity).ShouldBe(groundTruth, part * groundTruth, name);
    }
}
