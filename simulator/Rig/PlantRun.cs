using Simulator.Measuring;
using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Rig;

/// <summary>A plant and the newest ticks of it. One thread; running does not allocate.</summary>
internal sealed class PlantRun
{
    private const double NearEnd = 0.99;

    private readonly AxisPreset _preset;
    private readonly int _loopHz;
    private readonly ulong _noiseKey;
    private readonly PlantGroundTruth _groundTruth;
    private readonly double[] _tick = new double[PlantColumns.Count];
    private readonly PlantControls _controls = new();

    public PlantRun(AxisPreset preset, int loopHz, ulong noiseKey, PlantGroundTruth groundTruth, int capacityTicks)
    {
        (_preset, _loopHz, _noiseKey, _groundTruth) = (preset, loopHz, noiseKey, groundTruth);
        History = new LoopHistory(PlantColumns.Count, capacityTicks);
        Axis = NewAxis();
    }

    /// <summary>The machine; another one after <see cref="Restart"/>.</summary>
    public Axis Axis { get; private set; }

    /// <summary>The newest ticks.</summary>
    public LoopHistory History { get; }

    /// <summary>
    /// Does something to the plant when its history reaches a tick, or at its next tick when that is past.
    /// </summary>
    public void Control(long tick, PlantAction action) => _controls.Add(tick, action);

    /// <summary>A new machine at tick 0.</summary>
    public void Restart()
    {
        Axis = NewAxis();
        History.Restart();
        _controls.Restart();
    }

    /// <summary>Runs some ticks on.</summary>
    public void Run(int ticks)
    {
        Span<double> tick = _tick;
        Span<double> quantities = tick[..AxisQuantities.Count];
        Axis axis = Axis;
        for (int i = 0; i < ticks; i++)
        {
            if (_controls.NextTick <= History.Ticks)
                Act(History.Ticks);
            axis.Step(quantities);
            tick[PlantColumns.Mode] = (double)axis.Mode;
            tick[PlantColumns.Cycles] = axis.Cycles;
            tick[PlantColumns.State] = (double)StateOf(quantities);
            _groundTruth.Observe(History.Ticks, quantities);
            History.Add(tick);
        }
    }

    /// <summary>Control mode at a tick that the history still has.</summary>
    public AxisControlMode ModeAt(long tick) => (AxisControlMode)History[PlantColumns.Mode, tick];

    /// <summary>State at a tick that the history still has.</summary>
    public PlantState StateAt(long tick) => (PlantState)History[PlantColumns.State, tick];

    private void Act(long tick)
    {
        while (_controls.TryTake(tick, out PlantAction action))
        {
            switch (action)
            {
                case PlantAction.Interlock:
                    Axis.Interlock();
                    break;
                case PlantAction.EmergencyStop:
                    Axis.EmergencyStop();
                    break;
                default:
                    Axis.Reset();
                    break;
            }
        }
    }

    private Axis NewAxis()
    {
        var axis = new Axis(_preset, _loopHz, _noiseKey, _groundTruth);
        _groundTruth.Begin(axis.Mode);
        return axis;
    }

    private PlantState StateOf(ReadOnlySpan<double> quantities)
    {
        PlantState state = Axis.Machine.IsUnderPressure ? PlantState.Hydraulics : PlantState.None;
        if (Axis.IsHeld)
            state |= PlantState.Interlock;
        if (Axis.IsBroken)
            state |= PlantState.Broken;
        bool atEnd = Math.Abs(quantities[(int)AxisQuantity.Stroke]) >= NearEnd * _preset.Plant.StrokeMm
            || Math.Abs(quantities[(int)AxisQuantity.Force]) >= _preset.Plant.ForceKN;
        return atEnd ? state | PlantState.AtLimit : state;
    }
}

/// <summary>What a plant shows at the digital inputs.</summary>
[Flags]
internal enum PlantState
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>The pressure is on.</summary>
    Hydraulics = 1,

    /// <summary>The valve is closed by the interlock or the emergency stop.</summary>
    Interlock = 2,

    /// <summary>
    /// The piston is within a hundredth of the end of its stroke, or the force is at the frame's rating.
    /// </summary>
    AtLimit = 4,

    /// <summary>The specimen is broken.</summary>
    Broken = 8,
}

/// <summary>
/// The columns of a plant's history: the quantities of its axis, then the integer values of its controller.
/// </summary>
internal static class PlantColumns
{
    /// <summary>Number of the control mode.</summary>
    public const int Mode = AxisQuantities.Count;

    /// <summary>Complete cycles of the command; exact to 2^53.</summary>
    public const int Cycles = Mode + 1;

    /// <summary>State, a <see cref="PlantState"/>.</summary>
    public const int State = Cycles + 1;

    /// <summary>All of them.</summary>
    public const int Count = State + 1;
}
