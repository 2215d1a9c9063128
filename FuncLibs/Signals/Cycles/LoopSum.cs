using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// What a stretch of a path of points (a, b) adds up to, its first point left out: of a closed cycle everything its
/// measures need, whatever its length. Two stretches that touch add up to one.
/// </summary>
/// <remarks>
/// Moments are kept about the mean (Welford 1962; joined by Chan, Golub and LeVeque 1983), so a small amplitude on a
/// large mean keeps its digits. A mutable value, kept by its owner in a field that is not readonly.
/// </remarks>
public struct LoopSum
{
    private double _firstA;
    private double _firstB;
    private double _lastA;
    private double _lastB;
    private long _count;
    private double _meanA;
    private double _meanB;
    private double _together;
    private double _area;
    private double _minA;
    private double _maxA;
    private double _minB;
    private double _maxB;

    /// <summary>A stretch without length at a point.</summary>
    public static LoopSum StartAt(double a, double b) => new()
    {
        _firstA = a,
        _firstB = b,
        _lastA = a,
        _lastB = b,
        _minA = double.PositiveInfinity,
        _maxA = double.NegativeInfinity,
        _minB = double.PositiveInfinity,
        _maxB = double.NegativeInfinity,
    };

    /// <summary>A stretch without length where this one begins.</summary>
    public readonly LoopSum Begin() => StartAt(_firstA, _firstB);

    /// <summary>One point more.</summary>
    public void Add(double a, double b)
    {
        _area += ((_lastA / 2) + (a / 2)) * (b - _lastB);
        (_lastA, _lastB) = (a, b);
        (_minA, _maxA, _minB, _maxB) = (Math.Min(_minA, a), Math.Max(_maxA, a), Math.Min(_minB, b), Math.Max(_maxB, b));
        _count++;
        double awayA = a - _meanA;
        _meanA += awayA / _count;
        _meanB += (b - _meanB) / _count;
        _together += awayA * (b - _meanB);
    }

    /// <summary>The stretch that begins where this one ends.</summary>
    public void Add(in LoopSum next)
    {
        if (next._count == 0)
            return;
        long count = _count + next._count;
        double share = (double)next._count / count;
        (double awayA, double awayB) = (next._meanA - _meanA, next._meanB - _meanB);
        _together += next._together + (awayA * awayB * _count * share);
        _meanA += awayA * share;
        _meanB += awayB * share;
        _area += next._area;
        (_lastA, _lastB, _count) = (next._lastA, next._lastB, count);
        (_minA, _maxA) = (Math.Min(_minA, next._minA), Math.Max(_maxA, next._maxA));
        (_minB, _maxB) = (Math.Min(_minB, next._minB), Math.Max(_maxB, next._maxB));
    }

    /// <summary>A measure of the stretch, taken as one cycle.</summary>
    public readonly double Value(LoopMeasure measure) => measure switch
    {
        LoopMeasure.Stiffness => (_maxA - _minA) / (_maxB - _minB),
        LoopMeasure.Energy => Area(),
        LoopMeasure.PhaseLag => PhaseLag(),
        _ => 100 * (((_maxB - _minB) / (_maxA - _minA)) - 1),
    };

    /// <summary>Writes the sums.</summary>
    public readonly void Save(StateWriter target)
    {
        target.Add(_firstA);
        target.Add(_firstB);
        target.Add(_lastA);
        target.Add(_lastB);
        target.Add(_count);
        target.Add(_meanA);
        target.Add(_meanB);
        target.Add(_together);
        target.Add(_area);
        target.Add(_minA);
        target.Add(_maxA);
        target.Add(_minB);
        target.Add(_maxB);
    }

    /// <summary>Reads sums.</summary>
    /// <returns>False when the bytes do not fit.</returns>
    public bool TryLoad(ref StateReader source) => source.TryRead(out _firstA) && source.TryRead(out _firstB)
        && source.TryRead(out _lastA) && source.TryRead(out _lastB) && source.TryRead(0, long.MaxValue, out _count)
        && source.TryRead(out _meanA) && source.TryRead(out _meanB) && source.TryRead(out _together)
        && source.TryRead(out _area)
        && source.TryRead(out _minA) && source.TryRead(out _maxA) && source.TryRead(out _minB)
        && source.TryRead(out _maxB);

    private readonly double Area() => _area + (((_lastA / 2) + (_firstA / 2)) * (_firstB - _lastB));

    // a = A sin t, b = B sin(t - lag): the area is pi A B sin(lag), the mean product A B / 2 cos(lag), so amplitudes
    // and means drop out. A polygon of n points has n/2 sin(2 pi/n) instead of pi, which is put right. Harmonics
    // of b leave no trace as long as a is a sine.
    private readonly double PhaseLag()
    {
        if (_count < 3)
            return double.NaN;
        double step = 2 * Math.PI / _count;
        double across = Area() / (_count * Math.Sin(step));
        double along = _together / _count;
        return Math.Atan2(across, along) * (180 / Math.PI);
    }
}
