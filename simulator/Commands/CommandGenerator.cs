using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Commands;

/// <summary>
/// The set point of an axis, tick by tick. Before a segment goes a ramp to its mean; a change of the control mode waits
/// for the next whole second and begins at the feedback of the new mode, so that nothing jumps.
/// </summary>
public sealed class CommandGenerator
{
    private readonly CommandSegment[] _segments;
    private readonly long _second;
    private readonly long _repeats;
    private int _at;
    private long _times;
    private long _past;
    private Stage _stage;
    private double _from;
    private long _rampAt;
    private long _rampTicks;

    /// <summary>A generator before its first tick.</summary>
    /// <param name="preset">A preset without faults.</param>
    /// <param name="loopHz">Rate of the plant loop, a whole number.</param>
    /// <param name="key">Key of what is random.</param>
    public CommandGenerator(CommandPreset preset, double loopHz, ulong key)
    {
        _segments =
        [
            .. preset.Segments.Select(
                (segment, i) => new CommandSegment(segment, loopHz, CounterNoise.Key(key, 0, 0, i))),
        ];
        _second = (long)loopHz;
        _repeats = preset.Repeats;
        Mode = preset.Mode;
    }

    private enum Stage
    {
        Begin,
        Ramp,
        Run,
        Over,
    }

    /// <summary>Control mode of the present tick.</summary>
    public AxisControlMode Mode { get; private set; }

    /// <summary>The set point of the present tick, in the unit of the mode.</summary>
    public double Value { get; private set; }

    /// <summary>Cycles that are complete, of all segments.</summary>
    public long Cycles => _past + (_stage == Stage.Over ? 0 : _segments[_at].Wave.Cycles);

    /// <summary>True when the program is through and its last value holds.</summary>
    public bool IsOver => _stage == Stage.Over;

    /// <summary>Goes to a tick; each is read once, in order. Ticks that are left out hold the course.</summary>
    /// <param name="tick">The tick, from the start of the run.</param>
    /// <param name="feedback">What the axis has at it.</param>
    public void Next(long tick, in AxisFeedback feedback)
    {
        if (_stage == Stage.Run && _segments[_at].IsOver)
            End();
        if (_stage == Stage.Begin)
            Begin(tick, in feedback);
        if (_stage == Stage.Ramp && _rampAt >= _rampTicks)
            _stage = Stage.Run;
        if (_stage == Stage.Ramp)
        {
            Value = _from + ((_segments[_at].Mean - _from) * _rampAt / _rampTicks);
            _rampAt++;
        }
        else if (_stage == Stage.Run)
        {
            CommandSegment segment = _segments[_at];
            Value = segment.Value;
            segment.Advance();
        }
    }

    private void Begin(long tick, in AxisFeedback feedback)
    {
        CommandSegment segment = _segments[_at];
        if (segment.Mode is { } mode && mode != Mode)
        {
            if (tick % _second != 0)
                return;
            Mode = mode;
            Value = feedback.Get(mode);
        }

        _stage = Stage.Ramp;
        _from = Value;
        _rampAt = 0;
        _rampTicks = segment.RampFrom(Value);
    }

    // Whole cycles end at the mean, so that a next segment around it needs no ramp.
    private void End()
    {
        CommandSegment segment = _segments[_at];
        Value = segment.End;
        _past += segment.Wave.Cycles;
        segment.Restart();
        _stage = Stage.Begin;
        if (_at + 1 < _segments.Length)
        {
            _at++;
        }
        else if (_repeats == 0 || ++_times < _repeats)
        {
            _at = 0;
        }
        else
        {
            _stage = Stage.Over;
        }
    }
}

/// <summary>What the controller can hold, at one tick.</summary>
/// <param name="StrokeMm">Position of the piston.</param>
/// <param name="ForceKN">Force at the load cell.</param>
/// <param name="StrainPercent">Strain of the gauge length.</param>
public readonly record struct AxisFeedback(double StrokeMm, double ForceKN, double StrainPercent)
{
    /// <summary>The one that a mode controls.</summary>
    public double Get(AxisControlMode mode) => mode switch
    {
        AxisControlMode.Displacement => StrokeMm,
        AxisControlMode.Force => ForceKN,
        _ => StrainPercent,
    };
}
