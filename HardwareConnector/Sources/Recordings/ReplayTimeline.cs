using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// When each recorded block is due again. At speed 1 every due time is the recorded one plus one offset; at N the distances are an Nth; in
/// both cases they are computed from the first block, so nothing adds up and pauses stay. At `max` a block is due when it is taken. A
/// recorded clock that goes back moves the origin: the block is then due a block behind the one before it.
/// </summary>
internal sealed class ReplayTimeline
{
    private readonly ReplaySpeed _speed;
    private readonly DeadlineClock _clock;
    private long _recordedOrigin;
    private long _origin;
    private long _lastRecorded;
    private long _lastDue;
    private bool _isFirst;

    public ReplayTimeline(ReplaySpeed speed, DeadlineClock clock) => (_speed, _clock) = (speed, clock);

    /// <summary>The next block is the first: it is due now, or behind what is due already.</summary>
    public void Begin() => _isFirst = true;

    /// <summary>When the end of a block is due, ns of the clock.</summary>
    /// <param name="recordedEndNs">When it was due as it was recorded; UTC ns.</param>
    /// <param name="durationNs">Time between its first sample and its end, as the rig counts.</param>
    public long DueNs(long recordedEndNs, long durationNs)
    {
        if (_speed.IsMax)
            return _lastDue = _clock.NsSinceStart;
        if (_isFirst || recordedEndNs < _lastRecorded)
        {
            long next = _lastDue + _speed.Scale(durationNs);
            _origin = _isFirst ? Math.Max(_clock.NsSinceStart, next) : next;
            _recordedOrigin = recordedEndNs;
            _isFirst = false;
        }

        _lastRecorded = recordedEndNs;
        return _lastDue = _origin + _speed.Scale(recordedEndNs - _recordedOrigin);
    }
}
