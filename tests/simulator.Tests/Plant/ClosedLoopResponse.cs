using System.Numerics;
using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>How the feedback of a mode follows a sine of the command.</summary>
/// <param name="Gain">Amplitude of the feedback / amplitude of the command.</param>
/// <param name="PhaseLagCycles">Phase lag of the feedback in cycles, -0.5 to 0.5.</param>
internal readonly record struct FrequencyResponse(double Gain, double PhaseLagCycles);

/// <summary>
/// Transfer function of an axis from command to feedback, linearised about no load: elastic specimen, valve inside its
/// limits, neither dead band nor friction. It holds as long as the drive and the load are small beside what the machine
/// has.
/// </summary>
internal sealed class ClosedLoopResponse
{
    private readonly AxisPreset _preset;
    private readonly MachineConstants _machine;
    private readonly LoopGains _gains;
    private readonly AxisControlMode _mode;
    private readonly double _loopHz;

    /// <summary>The response of a preset.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="mode">Control mode.</param>
    /// <param name="loopHz">Rate of the plant loop: the drive stays for a tick, which costs half a tick of lag.</param>
    public ClosedLoopResponse(AxisPreset preset, AxisControlMode mode, double loopHz)
    {
        (_preset, _mode, _loopHz) = (preset, mode, loopHz);
        _machine = new MachineConstants(preset.Plant, preset.Specimen);
        _gains = LoopGains.Create(preset.Control.Get(mode), _machine, mode);
    }

    /// <summary>The answer to a frequency above 0, below half of loopHz.</summary>
    public FrequencyResponse At(double hz)
    {
        var s = new Complex(0, 2 * Math.PI * hz);
        Complex plant = Hold(s) * Valve(s) * Feedback(s);
        Complex error = _gains.Proportional + (_gains.Integral / s);
        double corner = 2 * Math.PI * _gains.DerivativeHz;
        Complex back = error + (_gains.Derivative * s * corner / (s + corner));
        Complex answer = plant * (error + (_gains.FeedForward * s)) / (1 + (plant * back));
        return new FrequencyResponse(answer.Magnitude, -answer.Phase / (2 * Math.PI));
    }

    private Complex Hold(Complex s)
    {
        Complex turn = s / _loopHz;
        return (1 - Complex.Exp(-turn)) / turn;
    }

    private Complex Valve(Complex s)
    {
        Complex r = s / (2 * Math.PI * _preset.Plant.ValveHz);
        return 1 / ((r * r) + (2 * _preset.Plant.ValveDamping * r) + 1);
    }

    // From the valve's opening to the feedback, in its unit.
    private Complex Feedback(Complex s)
    {
        PlantPreset plant = _preset.Plant;
        Complex crosshead = (plant.FrameMassKg * s * s) + (_machine.FrameDamping * s) + _machine.FrameStiffness;
        Complex load = 1 / ((1 / _machine.LoadTrainStiffness) + (1 / crosshead));
        Complex oil = _machine.OilStiffness + (_machine.OilDamping * s);
        Complex follow = oil / ((plant.MassKg * s * s) + (plant.ViscousNsPerM * s) + load + oil);
        Complex piston = follow * _machine.Speed / (s + (_machine.Leak * _machine.OilStiffness * (1 - follow)));
        return _mode switch
        {
            AxisControlMode.Displacement => piston * 1e3,
            AxisControlMode.Force => piston * (load + (plant.CellMassKg * s * s)) * 1e-3,
            _ => piston * load / _machine.SpecimenStiffness / _machine.GaugeLength * 100,
        };
    }
}
