using Simulator.Commands;
using Simulator.Presets;
using Simulator.Specimens;

namespace Simulator.Plant;

/// <summary>
/// One servo channel's machine: command, controller, valve, actuator, frame, specimen. One thread; a tick does not
/// allocate.
/// </summary>
/// <remarks>
/// At a tick the feedback is that of the tick, the command and the drive follow from it, and the drive stays until the
/// next tick. A function of preset, rate and key alone: every run has the same bits.
/// </remarks>
public sealed class Axis
{
    private const int Modes = 3;
    private const double SpoolVolts = 10;
    private readonly AxisPreset _preset;
    private readonly IAxisObserver _observer;
    private readonly CommandGenerator _command;
    private readonly PidfController[] _controllers = new PidfController[Modes];
    private readonly SpecimenObserver _specimenObserver;
    private readonly CycleObserver _cycleObserver;
    private readonly double[] _reversalBands;
    private readonly long _resumeTicks;
    private readonly double _torqueArm;
    private readonly double _cellMass;
    private long _tick;
    private long _resumeLeft;
    private double _offset;
    private double _setPoint;
    private double _drive;
    private bool _isHeld;
    private bool _hasMode;
    private bool _begins = true;

    /// <summary>An axis before its first tick.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="loopHz">Rate of the plant loop: a whole number, 1024 to 10000.</param>
    /// <param name="noiseKey">Key of what is random in the command.</param>
    /// <param name="observer">Receives the ground truth.</param>
    public Axis(AxisPreset preset, double loopHz, ulong noiseKey, IAxisObserver observer)
    {
        (_preset, _observer) = (preset, observer);
        _command = new CommandGenerator(preset.Command, loopHz, noiseKey);
        Machine = new Machine(preset.Plant, preset.Specimen, loopHz);
        for (int i = 0; i < Modes; i++)
        {
            var mode = (AxisControlMode)i;
            _controllers[i] =
                new PidfController(LoopGains.Create(preset.Control.Get(mode), Machine.Constants, mode), loopHz);
        }

        _specimenObserver = new SpecimenObserver(preset.Specimen, Machine.Specimen, observer);
        _cycleObserver = new CycleObserver(observer);
        _reversalBands = ReversalBands.Get(preset.Command);
        _resumeTicks = Math.Max(1, (long)Math.Round(preset.Control.ResumeSeconds * loopHz));
        _torqueArm = preset.Plant.TorqueArmMm;
        _cellMass = preset.Plant.CellMassKg;
        Mode = preset.Command.Mode;
    }

    /// <summary>Valve, oil, piston, frame and specimen, for a look inside.</summary>
    public Machine Machine { get; }

    /// <summary>Control mode of the tick stepped last.</summary>
    public AxisControlMode Mode { get; private set; }

    /// <summary>Cycles of the command that are complete.</summary>
    public long Cycles => _command.Cycles;

    /// <summary>True while an interlock or an emergency stop holds the axis.</summary>
    public bool IsHeld => _isHeld;

    /// <summary>True from the break of the specimen on.</summary>
    public bool IsBroken => _specimenObserver.HasBroken;

    /// <summary>One tick: writes the true values at it and continues to the next.</summary>
    /// <param name="quantities">Target: <see cref="AxisQuantities.Count"/> values, in the order of
    /// <see cref="AxisQuantity"/>.</param>
    public void Step(Span<double> quantities)
    {
        Specimen specimen = Machine.Specimen;
        var feedback = new AxisFeedback(
            Machine.Position * 1e3,
            (specimen.Force + (_cellMass * Machine.Acceleration)) * 1e-3,
            specimen.Strain * 100);
        Observe(in feedback);
        Control(in feedback);
        Write(quantities, in feedback);
        Machine.Step(_drive);
        _tick++;
    }

    /// <summary>Closes the valve and holds the command.</summary>
    public void Interlock() => _isHeld = true;

    /// <summary>Takes the pressure off and holds the command.</summary>
    public void EmergencyStop()
    {
        _isHeld = true;
        Machine.SetPressure(false);
    }

    /// <summary>
    /// Continues after an interlock or an emergency stop: from the feedback as it is, the command returns to its
    /// course within <see cref="ControlPreset.ResumeSeconds"/>. Does nothing while the axis runs;
    /// one that stopped at a break gets its pressure back only.
    /// </summary>
    public void Reset()
    {
        if (!_isHeld)
            return;
        Machine.SetPressure(true);
        if (_specimenObserver.HasBroken && _preset.Control.StopsAtBreak)
            return;
        (_isHeld, _begins) = (false, true);
        _resumeLeft = _resumeTicks;
    }

    private void Observe(in AxisFeedback feedback)
    {
        bool hadBroken = _specimenObserver.HasBroken;
        _specimenObserver.Observe(_tick);
        if (_specimenObserver.HasBroken && !hadBroken && _preset.Control.StopsAtBreak)
            Interlock();
        if (!_specimenObserver.HasBroken)
            _cycleObserver.Append(_tick, feedback.Get(Mode), _reversalBands[(int)Mode]);
    }

    private void Control(in AxisFeedback feedback)
    {
        if (_isHeld)
        {
            _drive = 0;
            return;
        }

        _command.Next(_tick, in feedback);
        if (_command.Mode != Mode || !_hasMode)
            ChangeMode(in feedback);
        double present = feedback.Get(Mode);
        if (_begins && _resumeLeft == _resumeTicks)
            _offset = present - _command.Value;
        _setPoint = _command.Value;
        if (_resumeLeft > 0)
            _setPoint += _offset * _resumeLeft-- / _resumeTicks;
        PidfController controller = _controllers[(int)Mode];
        if (_begins)
            controller.Begin(_setPoint, present, _drive);
        _begins = false;
        _drive = controller.Step(_setPoint, present);
    }

    // An offset left of a resumption is in the old unit; the command begins at the feedback of the new mode anyway.
    private void ChangeMode(in AxisFeedback feedback)
    {
        (Mode, _begins, _resumeLeft) = (_command.Mode, true, _hasMode ? 0 : _resumeLeft);
        _hasMode = true;
        _observer.Mode(_tick, Mode);
        _cycleObserver.Restart(_tick, feedback.Get(Mode));
    }

    private void Write(Span<double> quantities, in AxisFeedback feedback)
    {
        quantities[(int)AxisQuantity.Command] = _setPoint;
        quantities[(int)AxisQuantity.Output] = _drive * 100;
        quantities[(int)AxisQuantity.Force] = feedback.ForceKN;
        quantities[(int)AxisQuantity.Stroke] = feedback.StrokeMm;
        quantities[(int)AxisQuantity.Strain] = feedback.StrainPercent;
        quantities[(int)AxisQuantity.Pressure] = Machine.Pressure * 1e-6;
        quantities[(int)AxisQuantity.Spool] = Machine.Spool * SpoolVolts;
        quantities[(int)AxisQuantity.Accel] = Machine.Acceleration;
        quantities[(int)AxisQuantity.Torque] = feedback.ForceKN * _torqueArm;
        quantities[(int)AxisQuantity.Temperature] = Machine.Specimen.Temperature;
    }
}
