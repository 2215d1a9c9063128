using Simulator.Waveforms;

namespace Simulator.Commands.Waves;

/// <summary>
/// Sine of moving frequency. The phase and the increment are integers, turns / 2^64, so a linear sweep has no rounding at all; a
/// logarithmic one multiplies the increment by the same factor each tick.
/// </summary>
internal sealed class SweepWave : Wave
{
    private const double Turn = 18446744073709551616.0;
    private readonly double _first;
    private readonly double _factor;
    private readonly long _rise;
    private readonly bool _isLogarithmic;
    private double _logarithmic;
    private ulong _increment;
    private ulong _phase;
    private long _cycles;

    public SweepWave(SegmentPreset segment, double loopHz)
    {
        Ticks = Math.Max(1, TicksOf(segment.Seconds, loopHz));
        _isLogarithmic = segment.IsLogarithmic;
        _first = segment.FrequencyHz / loopHz * Turn;
        double last = segment.ToFrequencyHz / loopHz * Turn;
        _factor = Math.Pow(last / _first, 1.0 / Ticks);
        _rise = (long)((last - _first) / Ticks);
        Restart();
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <inheritdoc/>
    public override long Cycles => _cycles;

    /// <inheritdoc/>
    public override double Value => SineTable.At(_phase);

    /// <inheritdoc/>
    public override void Advance()
    {
        _phase += _increment;
        if (_phase < _increment)
            _cycles++;
        if (_isLogarithmic)
        {
            _logarithmic *= _factor;
            _increment = (ulong)_logarithmic;
        }
        else
        {
            _increment += (ulong)_rise;
        }
    }

    /// <inheritdoc/>
    public override void Restart()
    {
        _logarithmic = _first;
        _increment = (ulong)_first;
        (_phase, _cycles) = (0, 0);
    }
}
