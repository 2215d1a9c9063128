using System.Numerics;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// The smallest and the largest sample of an interval of one column, in the order of their time. NaN is taken only
/// where there is nothing else. A column without a sample in the interval has its newest one.
/// </summary>
/// <typeparam name="T">float64 or int64.</typeparam>
internal struct IntervalExtremes<T>
    where T : struct, INumber<T>
{
    private T _min;
    private T _max;
    private T _newest;
    private bool _hasAny;
    private bool _isMaxFirst;

    /// <summary>Begins with nothing.</summary>
    /// <param name="none">What is stored before the first sample.</param>
    public IntervalExtremes(T none) => _newest = none;

    /// <summary>Takes samples of the interval.</summary>
    public void Take(ReadOnlySpan<T> values)
    {
        foreach (T value in values)
        {
            if (T.IsNaN(value))
                continue;
            if (!_hasAny)
            {
                (_min, _max, _isMaxFirst, _hasAny) = (value, value, false, true);
            }
            else if (value < _min)
            {
                (_min, _isMaxFirst) = (value, true);
            }
            else if (value > _max)
            {
                (_max, _isMaxFirst) = (value, false);
            }
        }

        if (!values.IsEmpty)
            _newest = values[^1];
    }

    /// <summary>The two samples; the next interval begins.</summary>
    public (T First, T Second) End()
    {
        (T, T) found = !_hasAny ? (_newest, _newest) : _isMaxFirst ? (_max, _min) : (_min, _max);
        _hasAny = false;
        return found;
    }
}
