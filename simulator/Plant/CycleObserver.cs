using Simulator.Presets;

namespace Simulator.Plant;

/// <summary>
/// Reports to an observer the cycles of the true controlled feedback: each a peak and the valley after it.
/// </summary>
internal sealed class CycleObserver
{
    private readonly IAxisObserver _observer;
    private long _number;
    private int _direction;
    private double _extreme;
    private long _extremeTick;
    private double _peak;
    private long _peakTick;
    private bool _hasPeak;

    public CycleObserver(IAxisObserver observer) => _observer = observer;

    /// <summary>Takes a tick in.</summary>
    /// <param name="tick">The tick.</param>
    /// <param name="value">Controlled feedback.</param>
    /// <param name="band">How far it must return for a turn; 0: nothing turns.</param>
    public void Append(long tick, double value, double band)
    {
        if ((_direction >= 0 && value > _extreme) || (_direction < 0 && value < _extreme))
        {
            if (_direction != 0 || value - _extreme >= band)
                (_direction, _extreme, _extremeTick) = (_direction == 0 ? 1 : _direction, value, tick);
        }
        else if (band > 0 && Math.Abs(value - _extreme) >= band)
        {
            Reverse(tick, value);
        }
    }

    /// <summary>Drops the open cycle: the feedback is another one now.</summary>
    public void Restart(long tick, double value) =>
        (_direction, _extreme, _extremeTick, _hasPeak) = (0, value, tick, false);

    private void Reverse(long tick, double value)
    {
        if (_direction > 0)
            (_peak, _peakTick, _hasPeak) = (_extreme, _extremeTick, true);
        else if (_direction < 0 && _hasPeak)
            _observer.Cycle(tick, ++_number, _peak, _peakTick, _extreme, _extremeTick);
        (_direction, _extreme, _extremeTick) = (_direction > 0 || _direction == 0 ? -1 : 1, value, tick);
    }
}

/// <summary>
/// How far the controlled feedback must return before the ground truth counts a reversal, so that ringing is none: a
/// tenth of the smallest amplitude that the program has in a control mode. One number a mode for the whole run, so that
/// a monitor can be given the same.
/// </summary>
public static class ReversalBands
{
    private const double PartOfAmplitude = 0.1;

    /// <summary>The bands of a program, by the number of the control mode, each in its unit; 0 in a mode without any
    /// amplitude, where nothing turns.</summary>
    public static double[] Get(CommandPreset command)
    {
        double[] bands = new double[Enum.GetValues<AxisControlMode>().Length];

        // The second time through begins in the mode that the first one ended in.
        AxisControlMode mode = command.Mode;
        int rounds = command.Repeats == 1 ? 1 : 2;
        for (int i = 0; i < rounds * command.Segments.Count; i++)
        {
            SegmentPreset segment = command.Segments[i % command.Segments.Count];
            mode = segment.Mode ?? mode;
            double band = segment.Shape == CommandShape.Hold ? 0 : PartOfAmplitude * Math.Abs(segment.Amplitude);
            if (band > 0 && (bands[(int)mode] == 0 || band < bands[(int)mode]))
                bands[(int)mode] = band;
        }

        return bands;
    }
}
