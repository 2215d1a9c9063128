using Simulator.Measuring;
using Simulator.Presets;

namespace Simulator.Rig.Furnace;

/// <summary>A furnace zone and the newest steps of it. One thread; running takes no memory.</summary>
/// <param name="preset">The zone.</param>
/// <param name="loopHz">Rate of the plant loop.</param>
/// <param name="capacitySteps">Steps that are kept.</param>
public sealed class ZoneRun(ZonePreset preset, int loopHz, int capacitySteps)
{
    /// <summary>Values of a step.</summary>
    public const int Quantities = (int)ZoneQuantity.Ambient + 1;

    private readonly double[] _step = new double[Quantities];

    /// <summary>The zone.</summary>
    public FurnaceZone Zone { get; } = new(preset, loopHz);

    /// <summary>The newest steps.</summary>
    public LoopHistory History { get; } = new(Quantities, capacitySteps);

    /// <summary>Begins anew.</summary>
    public void Restart()
    {
        Zone.Restart();
        History.Restart();
    }

    /// <summary>Runs a step on.</summary>
    public void Run()
    {
        Zone.Step(_step);
        History.Add(_step);
    }
}
