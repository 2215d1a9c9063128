using Simulator.Presets;

namespace Simulator.Commands;

/// <summary>A segment ready to run: its wave, its mean and amplitude, its tapers.</summary>
internal sealed class CommandSegment
{
    // A command this near to the mean, in parts of the amplitude, needs no ramp.
    private const double NearPart = 0.02;
    private readonly SegmentPreset _preset;
    private readonly long _taperIn;
    private readonly long _taperOut;
    private readonly long _ramp;
    private long _at;

    public CommandSegment(SegmentPreset preset, double loopHz, ulong key)
    {
        _preset = preset;
        Wave = Wave.Create(preset, loopHz, key);
        _ramp = Wave.TicksOf(preset.RampSeconds, loopHz);
        if (preset.Shape is CommandShape.Hold or CommandShape.Ramp or CommandShape.Dwell)
            return;
        _taperIn = Wave.TicksOf(preset.TaperInSeconds, loopHz);
        _taperOut = Wave.Ticks > 0 ? Wave.TicksOf(preset.TaperOutSeconds, loopHz) : 0;
    }

    /// <summary>Its course.</summary>
    public Wave Wave { get; }

    /// <summary>Its control mode; null: as before.</summary>
    public AxisControlMode? Mode => _preset.Mode;

    /// <summary>Its mean.</summary>
    public double Mean => _preset.Mean;

    /// <summary>Value at the present tick.</summary>
    public double Value => _preset.Mean + (_preset.Amplitude * Taper() * Wave.Value);

    /// <summary>Value after the last tick.</summary>
    public double End => _preset.Mean + (_preset.Amplitude * Taper() * Wave.End);

    /// <summary>True after its last tick.</summary>
    public bool IsOver => Wave.Ticks > 0 && _at >= Wave.Ticks;

    /// <summary>Ticks of the ramp from a value to the mean.</summary>
    public long RampFrom(double value) => Math.Abs(value - Mean) <= NearPart * Math.Abs(_preset.Amplitude) ? 0 : _ramp;

    /// <summary>Goes one tick on.</summary>
    public void Advance()
    {
        Wave.Advance();
        _at++;
    }

    /// <summary>Restarts.</summary>
    public void Restart()
    {
        Wave.Restart();
        _at = 0;
    }

    private double Taper()
    {
        double factor = _at < _taperIn ? (double)_at / _taperIn : 1;
        long left = Wave.Ticks - _at;
        return _taperOut > 0 && left < _taperOut ? Math.Min(factor, (double)left / _taperOut) : factor;
    }
}
