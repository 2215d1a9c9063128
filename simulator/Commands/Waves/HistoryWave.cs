namespace Simulator.Commands.Waves;

/// <summary>A time history at its own rate, straight between its values; behind the last comes the first again.</summary>
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
        Ticks = segment.Cycles > 0 ? _start.TicksOf(segment.Cycles * _history.Values.Length) : TicksOf(segment.Seconds, loopHz);
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
            return here + ((next - here) * _place.Turns);
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
