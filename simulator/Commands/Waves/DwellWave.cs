namespace Simulator.Commands.Waves;

/// <summary>Up, hold, and, unless it is one way, down and rest, as often as said.</summary>
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
