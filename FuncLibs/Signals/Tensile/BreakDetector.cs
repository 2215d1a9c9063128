using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// Detects the break: the stress has come down to <see cref="TensileOptions.BrokenAt"/> of its greatest (annex A of ISO
/// 6892-1: below 2 % of the maximum force) and stays there for <see cref="TensileOptions.BrokenFor"/> samples and at
/// least as long as the fall took. A dropout, and unloading followed by loading, are shorter than that and leave no
/// trace.
/// </summary>
/// <remarks>
/// The fall starts at the last sample before the stress falls more than 1 / <see cref="TensileOptions.Sudden"/> times
/// as fast as where it falls fastest (ISO 6892-1, annex A: more than five times the last difference before it; ASTM
/// E8/E8M, 7.11: just prior to the sudden decrease in force). For that one sample is kept for each of 64 levels of the
/// greatest stress: the last one at or above it. A fall that a filter has smeared over many samples is the same in this
/// form, and noise of less than a level does not matter.
/// </remarks>
internal sealed class BreakDetector
{
    /// <summary>Most bytes of the points that it keeps.</summary>
    public const long MaxBytes = (Levels + 1) * TensilePoint.Bytes;

    private const int Levels = 64;
    private readonly TensileOptions _options;

    // At k the last sample at or above k / 64 of the greatest stress; of use above the level of the last sample.
    private readonly TensilePoint[] _lastAbove = new TensilePoint[Levels + 1];
    private TensilePoint _max;
    private double _levelsPerStress;
    private TensilePoint _start;
    private long _level;
    private long _isLow;
    private long _lowFrom;
    private long _isBroken;

    public BreakDetector(TensileOptions options)
    {
        _options = options;
        Reset();
    }

    public bool IsBroken => _isBroken != 0;

    /// <summary>True while the stress is down, and for ever once it is broken.</summary>
    public bool IsLow => _isLow != 0;

    /// <summary>While <see cref="IsLow"/> the sample at which the fall starts.</summary>
    public ref readonly TensilePoint Start => ref _start;

    /// <summary>True for a sample after the start of the fall: it is not of the specimen.</summary>
    public bool IsInFall(long index) => IsLow && index > _start.Index;

    /// <summary>Takes one sample in.</summary>
    /// <param name="last">The last sample before it that was not low.</param>
    /// <param name="point">The sample.</param>
    public void Add(in TensilePoint last, in TensilePoint point)
    {
        if (point.Stress > _max.Stress)
        {
            (_max, _levelsPerStress, _level, _isLow) = (point, Levels / point.Stress, Levels, 0);
            return;
        }

        if (!(_max.Stress > 0))
            return;
        if (_max.Stress >= _options.LoadedFrom && point.Stress <= _options.BrokenAt * _max.Stress)
        {
            AddLow(in last, in point);
            return;
        }

        _isLow = 0;
        GoTo(LevelOf(point.Stress), in last);
    }

    public void Reset()
    {
        (_max, _start) = (default, default);
        (_level, _isLow, _lowFrom, _isBroken) = (Levels, 0, 0, 0);
    }

    public void Save(StateWriter target)
    {
        _max.Save(target);
        _start.Save(target);
        target.Add(_isLow);
        target.Add(_lowFrom);
        target.Add(_isBroken);
        target.Add(_level);
        for (long k = _level + 1; k <= Levels; k++)
            _lastAbove[k].Save(target);
    }

    public bool TryLoad(ref StateReader source)
    {
        if (!TensilePoint.TryLoad(ref source, out _max) || !TensilePoint.TryLoad(ref source, out _start)
            || !source.TryRead(0, 1, out _isLow) || !source.TryRead(out _lowFrom)
            || !source.TryRead(0, 1, out _isBroken)
            || !source.TryRead(0, Levels, out _level))
            return false;
        _levelsPerStress = Levels / _max.Stress;
        for (long k = _level + 1; k <= Levels; k++)
        {
            if (!TensilePoint.TryLoad(ref source, out _lastAbove[k]))
                return false;
        }

        return true;
    }

    private void AddLow(in TensilePoint last, in TensilePoint point)
    {
        if (!IsLow)
        {
            GoTo(LevelOf(point.Stress), in last);
            (_isLow, _lowFrom, _start) = (1, point.Index, StartOfFall(in point));
        }

        if (point.Index - _lowFrom + 1 >= Math.Max(_options.BrokenFor, _lowFrom - _start.Index))
            _isBroken = 1;
    }

    private long LevelOf(double stress) => (long)Math.Clamp(stress * _levelsPerStress, 0, Levels);

    private void GoTo(long level, in TensilePoint last)
    {
        for (long k = level + 1; k <= _level; k++)
            _lastAbove[k] = last;
        _level = level;
    }

    private TensilePoint StartOfFall(in TensilePoint low)
    {
        (TensilePoint below, TensilePoint start, double fastest) = (low, low, 0);
        for (long k = _level + 1; k <= Levels; k++)
        {
            TensilePoint above = _lastAbove[k];
            if (above.Index >= below.Index)
                continue;
            double speed = Speed(in above, in below);
            bool isFastest = speed > fastest;
            if (isFastest)
                fastest = speed;
            if (isFastest || (start.Index == below.Index && speed * _options.Sudden > fastest))
                start = above;
            below = above;
        }

        return start;
    }

    private static double Speed(in TensilePoint above, in TensilePoint below) =>
        (above.Stress - below.Stress) / (below.Index - above.Index);
}
