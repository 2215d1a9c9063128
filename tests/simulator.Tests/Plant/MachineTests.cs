using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

public sealed class MachineTests
{
    private const double LoopHz = 10_000;

    [Theory]
    [InlineData(SpecimenModel.Elastic, 4)]
    [InlineData(SpecimenModel.Chaboche, 4)]
    [InlineData(SpecimenModel.Chaboche, 17)]
    public void Step_Driven_KeepsItsEnergy(SpecimenModel model, double hz)
    {
        var plant = new PlantPreset();
        var specimen = new SpecimenPreset { Model = model };
        var machine = new Machine(plant, specimen, LoopHz);
        MachineConstants constants = machine.Constants;
        constants.StepsOf(plant, LoopHz).ShouldBe(1, "the sums below take one step a tick");
        const double Step = 1 / LoopHz;
        (double work, double lost, double max) = (0, 0, 0);
        for (int i = 0; i < 10_000; i++)
        {
            double squeezed = machine.FlowPosition - machine.Position;
            (double flow, double place, double frame) = (machine.FlowPosition, machine.Position, machine.FramePosition);
            double force = OilForce(machine);
            machine.Step(0.12 * Math.Sin(2 * Math.PI * hz * i * Step));
            work += (force + OilForce(machine)) / 2 * (machine.FlowPosition - flow);
            lost += constants.OilDamping * Square(machine.FlowPosition - machine.Position - squeezed) / Step;
            lost += constants.FrameDamping * Square(machine.FramePosition - frame) / Step;
            lost += machine.FrictionForce * (machine.Position - place);
            max = Math.Max(max, Stored(machine, plant));
        }

        double balance = work - lost - Stored(machine, plant) - machine.Specimen.PlasticWork;

        // The stepping is not the motion itself: 2 % of what went through.
        Math.Abs(balance).ShouldBeLessThan(0.02 * Math.Max(max, work));
        max.ShouldBeGreaterThan(2);
    }

    [Fact]
    public void Step_OpenValve_DrivesThePistonIntoItsStop()
    {
        var plant = new PlantPreset();
        var machine = new Machine(plant, new SpecimenPreset { ModulusGPa = 0.001, GaugeLengthMm = 1000 }, LoopHz);
        for (int i = 0; i < 10_000; i++)
            machine.Step(1);

        machine.Position.ShouldBeInRange(0.075, 0.0757);
        machine.PistonSpeed.ShouldBe(0, 1e-3);
    }

    [Fact]
    public void Step_OpenValveWithoutLoad_MovesAtTheRatedFlow()
    {
        var plant = new PlantPreset { LeakLitresPerMinute = 0, FrictionN = 0, ViscousNsPerM = 0 };
        var machine = new Machine(plant, new SpecimenPreset { ModulusGPa = 0.001, GaugeLengthMm = 1000 }, LoopHz);
        for (int i = 0; i < 1500; i++)
            machine.Step(1);

        // 110 l/min through 5500 mm2.
        machine.PistonSpeed.ShouldBe(110e-3 / 60 / 5500e-6, 0.005);
    }

    [Fact]
    public void Step_AgainstAStiffLoad_StallsAtPressureTimesArea()
    {
        var machine = new Machine(new PlantPreset { LeakLitresPerMinute = 0 }, new SpecimenPreset(), LoopHz);
        for (int i = 0; i < 20_000; i++)
            machine.Step(1);

        machine.Specimen.Force.ShouldBe(21e6 * 5500e-6, 1000);
    }

    [Theory]
    [InlineData(1024)]
    [InlineData(2048)]
    [InlineData(4096)]
    public void Step_FreeRinging_HasTheOilColumnsFrequency(double loopHz)
    {
        // Next to no specimen: what rings is the piston on its oil, sqrt(4 beta A^2 / (V m)).
        var plant = new PlantPreset { FrictionN = 0, ViscousNsPerM = 0, LeakLitresPerMinute = 0, OilDamping = 0.1 };
        var machine = new Machine(plant, new SpecimenPreset { ModulusGPa = 0.001 }, loopHz);
        double expected = Math.Sqrt(4 * 1e9 * 5500e-6 * 5500e-6 / (910e-6 * 50)) * Math.Sqrt(1 - 0.01) / (2 * Math.PI);
        List<double> crossings = [];
        double before = 0;
        machine.Step(1);
        for (int i = 0; i < (int)(loopHz / 4); i++)
        {
            machine.Step(0);
            double oil = machine.OilForce;
            if (before < 0 && oil >= 0 && i > loopHz / 50)
                crossings.Add(i - (oil / (oil - before)));
            before = oil;
        }

        int periods = Math.Min(6, crossings.Count - 1);
        double hz = loopHz * periods / (crossings[periods] - crossings[0]);
        hz.ShouldBe(expected, 0.05 * expected);
    }

    // With all places and speeds of the same tick; the machine's own has the speed before.
    private static double OilForce(Machine machine) =>
        (machine.Constants.OilStiffness * (machine.FlowPosition - machine.Position))
        + (machine.Constants.OilDamping * (machine.FlowSpeed - machine.PistonSpeed));

    private static double Square(double value) => value * value;

    private static double Stored(Machine machine, PlantPreset plant)
    {
        MachineConstants constants = machine.Constants;
        double squeezed = machine.FlowPosition - machine.Position;
        return ((constants.OilStiffness * squeezed * squeezed)
            + (plant.MassKg * machine.PistonSpeed * machine.PistonSpeed)
            + (constants.FrameStiffness * machine.FramePosition * machine.FramePosition)
            + (plant.FrameMassKg * machine.FrameSpeed * machine.FrameSpeed)
            + (machine.Specimen.Force * machine.Specimen.Force / constants.LoadTrainStiffness)) / 2;
    }
}
