using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Commands;

/// <summary>Course of a segment in parts of its amplitude, tick by tick.</summary>
internal abstract class Wave
{
    /// <summary>Ticks of the segment; 0: without end.</summary>
    public abstract long Ticks { get; }

    /// <summary>Cycles that are complete.</summary>
    public abstract long Cycles { get; }

    /// <summary>Value at the present tick.</summary>
    public abstract double Value { get; }

    /// <summary>Value after the last tick, from which the next segment begins.</summary>
    public virtual double End => Value;

    /// <summary>Goes one tick on.</summary>
    public abstract void Advance();

    /// <summary>Restarts, for the next pass through the program.</summary>
    public abstract void Restart();

    /// <summary>The wave of a segment.</summary>
    /// <param name="segment">A segment without faults.</param>
    /// <param name="loopHz">Rate of the plant loop.</param>
    /// <param name="key">Key of what is random.</param>
    public static Wave Create(SegmentPreset segment, double loopHz, ulong key) => segment.Shape switch
    {
        CommandShape.Hold => new HoldWave(TicksOf(segment.Seconds, loopHz)),
        CommandShape.Ramp => new DwellWave(segment, loopHz, isOneWay: true),
        CommandShape.Dwell => new DwellWave(segment, loopHz, isOneWay: false),
        CommandShape.Sweep => new SweepWave(segment, loopHz),
        CommandShape.Random => new RandomWave(segment, loopHz, key),
        CommandShape.File => new HistoryWave(segment, loopHz),
        _ => new PeriodicWave(segment, loopHz),
    };

    /// <summary>Whole ticks of a time; at least one of any time above 0, since 0 ticks are without end.</summary>
    public static long TicksOf(double seconds, double loopHz) =>
        seconds > 0 ? Math.Max(1, (long)Math.Round(seconds * loopHz)) : 0;
}

/// <summary>Nothing but the mean.</summary>
/// <param name="ticks">Length; 0: without end.</param>
internal sealed class HoldWave(long ticks) : Wave
{
    /// <inheritdoc/>
    public override long Ticks => ticks;

    /// <inheritdoc/>
    public override long Cycles => 0;

    /// <inheritdoc/>
    public override double Value => 0;

    /// <inheritdoc/>
    public override void Advance()
    {
        // It stays.
    }

    /// <inheritdoc/>
    public override void Restart()
    {
        // It has no course.
    }
}

/// <summary>Up, hold, and, unless it is one way, down and rest, as often as configured.</summary>
internal sealed class DwellWave : Wave
{
    private readonly long _rise;
    private readonly long _topEnd;
    private readonly long _fallEnd;
    private readonly long _period;
    private readonly bool _isOneWay;
    private readonly double _unit;
    private long _part;
    private long _cycles;

    public DwellWave(SegmentPreset segment, double loopHz, bool isOneWay)
    {
        _isOneWay = isOneWay;
        _rise = Math.Max(1, TicksOf(segment.RiseSeconds, loopHz));
        _unit = 1.0 / _rise;
        _topEnd = _rise + TicksOf(segment.HoldSeconds, loopHz);
        _fallEnd = _topEnd + _rise;
        _period = _fallEnd + TicksOf(segment.RestSeconds, loopHz);
        long cycles = (long)Int128.Min((Int128)segment.Cycles * _period, long.MaxValue);
        long both = cycles > 0 ? cycles : TicksOf(segment.Seconds, loopHz);
        Ticks = isOneWay ? _topEnd : both;
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <inheritdoc/>
    public override long Cycles => _cycles;

    /// <inheritdoc/>
    public override double Value
    {
        get
        {
            if (_part < _rise)
                return _part * _unit;
            if (_isOneWay || _part < _topEnd)
                return 1;
            return _part < _fallEnd ? (_fallEnd - _part) * _unit : 0;
        }
    }

    /// <inheritdoc/>
    public override void Advance()
    {
        _part++;
        if (_isOneWay || _part < _period)
            return;
        _part = 0;
        _cycles++;
    }

    /// <inheritdoc/>
    public override void Restart() => (_part, _cycles) = (0, 0);
}

/// <summary>Sine, triangle, square, haversine and trapezoid; all but the square begin at the mean and rise.</summary>
internal sealed class PeriodicWave : Wave
{
    private const double Turn = 18446744073709551616.0;
    private const ulong QuarterTurn = 1UL << 62;
    private readonly CommandShape _shape;
    private readonly RationalPhase _start;
    private readonly double _cut;
    private readonly bool _hasCycles;
    private RationalPhase _phase;

    public PeriodicWave(SegmentPreset segment, double loopHz)
    {
        _shape = segment.Shape;
        _hasCycles = segment.Cycles > 0;
        _cut = 1 / (1 - segment.HoldPart);
        _start = new RationalPhase(segment.FrequencyHz, loopHz);
        Ticks = segment.Cycles > 0 ? _start.TicksOf(segment.Cycles) : TicksOf(segment.Seconds, loopHz);
        _phase = _start;
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <inheritdoc/>
    public override long Cycles => _phase.Cycles;

    /// <inheritdoc/>
    public override double Value => _shape switch
    {
        CommandShape.Sine => SineTable.At(Angle),
        CommandShape.Haversine => 0.5 * (1 - SineTable.At(Angle + QuarterTurn)),
        CommandShape.Square => _phase.Phase < 0.5 ? 1 : -1,
        CommandShape.Trapezoid => Math.Clamp(Triangle(_phase.Phase) * _cut, -1, 1),
        _ => Triangle(_phase.Phase),
    };

    /// <summary>Whole cycles end at the mean, though the tick after them may be a little late.</summary>
    public override double End => _hasCycles ? 0 : Value;

    private ulong Angle => (ulong)(_phase.Phase * Turn);

    /// <inheritdoc/>
    public override void Advance() => _phase.Advance();

    /// <inheritdoc/>
    public override void Restart() => _phase = _start;

    private static double Triangle(double reversals) => reversals switch
    {
        < 0.25 => 4 * reversals,
        < 0.75 => 2 - (4 * reversals),
        _ => (4 * reversals) - 4,
    };
}

/// <summary>
/// Sine of moving frequency. The phase and the increment are integers, turns / 2^64, so a linear sweep has no rounding
/// at all; a logarithmic one multiplies the increment by the same factor each tick.
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

/// <summary>
/// Random of a band: a sum of sines, one in each slice of the band with its own frequency and phase, which only the key
/// decides (Rice, Mathematical analysis of random noise, 1944). The places are no multiples of one another, so it does
/// not repeat within a test. The deviation is a third of the amplitude; what is beyond the amplitude is cut.
/// </summary>
internal sealed class RandomWave : Wave
{
    private const int Sines = 16;
    private const double Turn = 18446744073709551616.0;
    private const double DbPerOctave = 6.020599913279624;
    private const double Deviation = 1.0 / 3;
    private readonly ulong[] _increments = new ulong[Sines];
    private readonly ulong[] _phases = new ulong[Sines];
    private readonly double[] _weights = new double[Sines];
    private readonly ulong _middle;
    private ulong _counted;
    private long _cycles;

    public RandomWave(SegmentPreset segment, double loopHz, ulong key)
    {
        double slice = (segment.ToFrequencyHz - segment.FromFrequencyHz) / Sines;
        double power = 0;
        for (int i = 0; i < Sines; i++)
        {
            double hz = segment.FromFrequencyHz + (slice * (i + Uniform(key, (2 * i) + 1)));
            _increments[i] = (ulong)(hz / loopHz * Turn);
            _phases[i] = CounterNoise.Key(key, 0, i, 0);
            _weights[i] = Math.Pow(hz / segment.FromFrequencyHz, segment.SlopeDbPerOctave / DbPerOctave * -1);
            power += _weights[i] * _weights[i] / 2;
        }

        double scale = Deviation / Math.Sqrt(power);
        for (int i = 0; i < Sines; i++)
            _weights[i] *= scale;
        _middle = SineWave.Create((segment.FromFrequencyHz + segment.ToFrequencyHz) / 2, loopHz).Increment;
        Ticks = TicksOf(segment.Seconds, loopHz);
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <summary>Cycles of the middle of the band: a random course has none of its own.</summary>
    public override long Cycles => _cycles;

    /// <inheritdoc/>
    public override double Value
    {
        get
        {
            double sum = 0;
            for (int i = 0; i < Sines; i++)
                sum += _weights[i] * SineTable.At(_phases[i]);
            return Math.Clamp(sum, -1, 1);
        }
    }

    /// <inheritdoc/>
    public override void Advance()
    {
        for (int i = 0; i < Sines; i++)
            _phases[i] += _increments[i];
        _counted += _middle;
        if (_counted < _middle)
            _cycles++;
    }

    /// <summary>The next time through continues: it does not repeat.</summary>
    public override void Restart() => _cycles = 0;

    private static double Uniform(ulong key, int number) =>
        (CounterNoise.Key(key, 1, number, 0) >> 11) * (1.0 / (1UL << 53));
}

/// <summary>
/// A time history at its own rate, straight between its values; after the last comes the first again.
/// </summary>
internal sealed class HistoryWave : Wave
{
    private readonly TimeHistory _history;
    private readonly RationalPhase _start;
    private RationalPhase _place;
    private long _at;
    private long _passed;
    private long _cycles;

    public HistoryWave(SegmentPreset segment, double loopHz)
    {
        _history = segment.History ?? throw new ArgumentException($"'{segment.File}' was not read.", nameof(segment));
        _start = new RationalPhase(segment.FileRateHz, loopHz);
        _place = _start;
        Ticks = segment.Cycles > 0
            ? _start.TicksOf(segment.Cycles * _history.Values.Length)
            : TicksOf(segment.Seconds, loopHz);
    }

    /// <inheritdoc/>
    public override long Ticks { get; }

    /// <inheritdoc/>
    public override long Cycles => _cycles;

    /// <inheritdoc/>
    public override double Value
    {
        get
        {
            ReadOnlySpan<double> values = _history.Values;
            double here = values[(int)_at];
            double next = values[_at + 1 < values.Length ? (int)_at + 1 : 0];
            return here + ((next - here) * _place.Phase);
        }
    }

    /// <inheritdoc/>
    public override void Advance()
    {
        _place.Advance();
        if (_place.Cycles == _passed)
            return;
        _passed = _place.Cycles;
        if (++_at < _history.Values.Length)
            return;
        _at = 0;
        _cycles++;
    }

    /// <inheritdoc/>
    public override void Restart() => (_place, _at, _passed, _cycles) = (_start, 0, 0, 0);
}
