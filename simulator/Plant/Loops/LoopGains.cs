using Simulator.Plant.Hydraulics;

namespace Simulator.Plant.Loops;

/// <summary>Gains of a loop as the controller takes them: drive 0 to 1, seconds, the unit of the mode.</summary>
/// <param name="Proportional">Drive a unit.</param>
/// <param name="Integral">Drive a unit and second.</param>
/// <param name="Derivative">Drive a unit a second.</param>
/// <param name="FeedForward">Drive a unit a second.</param>
/// <param name="DerivativeHz">Corner of the low-pass behind the derivative.</param>
public readonly record struct LoopGains(
    double Proportional, double Integral, double Derivative, double FeedForward, double DerivativeHz)
{
    /// <summary>Gains of a preset; what it leaves open is tuned on the elastic specimen.</summary>
    public static LoopGains Of(LoopPreset loop, MachineConstants machine, ControlMode mode)
    {
        double speed = SpeedOf(machine, mode);
        double proportional = loop.Proportional > 0 ? loop.Proportional / 100 : 2 * Math.PI * loop.BandwidthHz / speed;
        return new LoopGains(
            proportional,
            proportional * loop.IntegralPerSecond,
            proportional * loop.DerivativeSeconds,
            loop.FeedForwardPercent / 100 / speed,
            loop.DerivativeCornerHz);
    }

    /// <summary>Speed of the feedback under the open valve, quasi-static, in units a second.</summary>
    public static double SpeedOf(MachineConstants machine, ControlMode mode)
    {
        double load = 1 / ((1 / machine.TrainStiffness) + (1 / machine.FrameStiffness));
        double piston = machine.Speed * machine.OilStiffness / (machine.OilStiffness + load);
        return mode switch
        {
            ControlMode.Displacement => piston * 1e3,
            ControlMode.Force => piston * load * 1e-3,
            _ => piston * load / machine.SpecimenStiffness / machine.GaugeLength * 100,
        };
    }
}
