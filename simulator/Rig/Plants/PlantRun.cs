using Simulator.Measuring;
using Simulator.Plant;

namespace Simulator.Rig.Plants;

/// <summary>A plant and the newest ticks of it. One thread; running takes no memory.</summary>
internal sealed class PlantRun
{
    private const double NearEnd = 0.99;

    private readonly AxisPreset _preset;
    private readonly int _loopHz;
    private readonly ulong _noiseKey;
    private readonly PlantTruth _truth;
    private readonly double[] _tick = new double[PlantColumns.Count];
    private PlantState _state = PlantState.Hydraulics;

    public PlantRun(AxisPreset preset, int loopHz, ulong noiseKey, PlantTruth truth, int capacityTicks)
    {
        (_preset, _loopHz, _noiseKey, _truth) = (preset, loopHz, noiseKey, truth);
        History = new LoopHistory(PlantColumns.Count, capacityTicks);
        Axis = NewAxis();
    }

    /// <summary>The machine; another one after <see cref="Restart"/>.</summary>
    public Axis Axis { get; private set; }

    /// <summary>The newest ticks.</summary>
    public LoopHistory History { get; }

    /// <summary>The valve closes, the command is held.</summary>
    public void Interlock()
    {
        Axis.Interlock();
        _state |= PlantState.Interlock;
    }

    /// <summary>The pressure goes off.</summary>
    public void EmergencyStop()
    {
        Axis.EmergencyStop();
        _state = (_state | PlantState.Interlock) & ~PlantState.Hydraulics;
    }

    /// <summary>Goes on after either.</summary>
    public void Reset()
    {
        Axis.Reset();
        _state = (_state | PlantState.Hydraulics) & ~PlantState.Interlock;
    }

    /// <summary>A new machine at tick 0.</summary>
    public void Restart()
    {
        _state = PlantState.Hydraulics;
        Axis = NewAxis();
        History.Restart();
    }

    /// <summary>Runs some ticks on.</summary>
    public void Run(int ticks)
    {
        Span<double> tick = _tick;
        Span<double> quantities = tick[..AxisQuantities.Count];
        Axis axis = Axis;
        for (int i = 0; i < ticks; i++)
        {
            axis.Step(quantities);
            tick[PlantColumns.Mode] = (double)axis.Mode;
            tick[PlantColumns.Cycles] = axis.Cycles;
            tick[PlantColumns.State] = (double)StateOf(quantities);
            _truth.See(History.Ticks, quantities);
            History.Add(tick);
        }
    }

    /// <summary>Control mode at a tick that the history still has.</summary>
    public ControlMode ModeAt(long tick) => (ControlMode)History[PlantColumns.Mode, tick];

    /// <summary>State at a tick that the history still has.</summary>
    public PlantState StateAt(long tick) => (PlantState)History[PlantColumns.State, tick];

    private Axis NewAxis()
    {
        var axis = new Axis(_preset, _loopHz, _noiseKey, _truth);
        _truth.Begin(axis.Mode);
        return axis;
    }

    private PlantState StateOf(ReadOnlySpan<double> quantities)
    {
        PlantState state = _state;
        if (_truth.IsBroken)
            state |= _preset.Control.StopsAtBreak ? PlantState.Broken | PlantState.Interlock : PlantState.Broken;
        bool atEnd = Math.Abs(quantities[(int)AxisQuantity.Stroke]) >= NearEnd * _preset.Plant.StrokeMm
            || Math.Abs(quantities[(int)AxisQuantity.Force]) >= _preset.Plant.ForceKN;
        return atEnd ? state | PlantState.AtLimit : state;
    }
}
