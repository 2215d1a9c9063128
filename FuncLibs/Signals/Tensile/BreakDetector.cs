using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// Sees the specimen break: the stress has come down to a part of its greatest (annex A of ISO 6892-1 asks for a sudden fall and then a
/// force near zero). The break is the sample before the largest fall from one sample to the next; a fall from which the stress comes
/// back above its middle was none, such as that behind an upper yield point. Nothing is stored but that one sample.
/// </summary>
internal struct BreakDetector
{
    private readonly double _loadedFrom;
    private readonly double _brokenAt;
    private long _isBroken;
    private double _largestFall;
    private double _middleOfFall;
    private TensilePoint _before;
    private TensilePoint _greatest;

    public BreakDetector(TensileOptions options) => (_loadedFrom, _brokenAt) = (options.LoadedFrom, options.BrokenAt);

    public readonly bool IsBroken => _isBroken != 0;

    /// <summary>The first sample of the greatest stress; all 0 before a stress above 0.</summary>
    public readonly TensilePoint Greatest => _greatest;

    /// <summary>The last sample before the break, once it is broken.</summary>
    public readonly TensilePoint Break => _before;

    public void Take(in TensilePoint last, in TensilePoint point)
    {
        if (point.Stress > _greatest.Stress)
            _greatest = point;
        if (point.Stress > _middleOfFall)
            _largestFall = 0;
        double fall = last.Stress - point.Stress;
        if (fall > _largestFall)
            (_largestFall, _middleOfFall, _before) = (fall, point.Stress + (fall / 2), last);
        if (_greatest.Stress >= _loadedFrom && point.Stress <= _brokenAt * _greatest.Stress)
            _isBroken = 1;
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_isBroken);
        target.Add(_largestFall);
        target.Add(_middleOfFall);
        _before.Save(target);
        _greatest.Save(target);
    }

    public bool TryLoad(ref StateReader source) => source.TryTake(0, 1, out _isBroken) && source.TryTake(out _largestFall)
        && source.TryTake(out _middleOfFall) && TensilePoint.TryLoad(ref source, out _before)
        && TensilePoint.TryLoad(ref source, out _greatest);
}
