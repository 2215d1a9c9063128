using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// Upper and lower yield strength. ReH is the greatest stress before a fall of at least 0.5 % after which it is not
/// exceeded over a strain of 0.05 % (the rule for computer-controlled machines in annex A of ISO 6892-1), ReL the least
/// stress from 0.05 % to 0.25 % of strain after it. Nothing is stored.
/// </summary>
/// <remarks>
/// Noise makes falls of its own: the fall must be greater than what the noise up to the greatest stress can do.
/// </remarks>
internal struct YieldDetector
{
    private readonly TensileOptions _options;
    private long _stage; // 0 looking, 1 upper known, 2 both known, 3 there is none
    private double _upper;
    private double _upperStrain;
    private double _noise;
    private double _lowest;
    private double _lowestWithTransient;

    public YieldDetector(TensileOptions options)
    {
        _options = options;
        (_lowest, _lowestWithTransient) = (double.PositiveInfinity, double.PositiveInfinity);
    }

    /// <summary>True when ReH is known, or it is known that there is none.</summary>
    public readonly bool IsUpperKnown => _stage > 0;

    /// <summary>The same of ReL.</summary>
    public readonly bool IsLowerKnown => _stage > 1;

    /// <summary>Index of the sample that showed ReH.</summary>
    public long UpperSeen { get; private set; }

    /// <summary>Index of the sample of ReL.</summary>
    public long LowerSeen { get; private set; }

    /// <summary>Index of the newest sample processed.</summary>
    public long Newest { get; private set; }

    /// <summary>ReH, MPa; NaN while or if there is none.</summary>
    public readonly double Upper => _stage is 1 or 2 ? _upper : double.NaN;

    /// <summary>ReL, MPa; NaN while there is none.</summary>
    public readonly double Lower => _stage is 1 or 2 && double.IsFinite(_lowest) ? _lowest : double.NaN;

    /// <param name="point">The sample.</param>
    /// <param name="noise">What noise can make of a constant stress, MPa from least to greatest.</param>
    public void Add(in TensilePoint point, double noise)
    {
        if (_stage > 1)
            return;
        Newest = point.Index;
        double behind = point.Strain - _upperStrain;
        if (_stage == 1 && (behind > _options.LowerYieldSpan || point.Stress > _upper))
        {
            _stage = 2;
            return;
        }

        if (point.Stress > _upper)
        {
            RaiseUpper(in point, noise);
            return;
        }

        _lowestWithTransient = Math.Min(_lowestWithTransient, point.Stress);
        if (behind >= _options.YieldSpan && point.Stress < _lowest)
            (_lowest, LowerSeen) = (point.Stress, point.Index);
        if (_stage == 0 && behind >= _options.YieldSpan && _upper >= _options.LoadedFrom
            && _lowestWithTransient <= (_upper * (1 - _options.YieldFall)) - _noise)
            (_stage, UpperSeen) = (1, point.Index);
    }

    private void RaiseUpper(in TensilePoint point, double noise)
    {
        if (point.Strain > _options.YieldWithin)
            _stage = 3;
        (_upper, _upperStrain, _noise) = (point.Stress, point.Strain, noise);
        (_lowest, _lowestWithTransient) = (double.PositiveInfinity, double.PositiveInfinity);
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_stage);
        target.Add(_upper);
        target.Add(_upperStrain);
        target.Add(_noise);
        target.Add(_lowest);
        target.Add(_lowestWithTransient);
        target.Add(UpperSeen);
        target.Add(LowerSeen);
        target.Add(Newest);
    }

    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = source.TryRead(0, 3, out _stage) && source.TryRead(out _upper)
            && source.TryRead(out _upperStrain) && source.TryRead(out _noise)
            && source.TryRead(out _lowest) && source.TryRead(out _lowestWithTransient);
        isWhole &= source.TryRead(out long upperSeen) & source.TryRead(out long lowerSeen)
            & source.TryRead(out long newest);
        (UpperSeen, LowerSeen, Newest) = (upperSeen, lowerSeen, newest);
        return isWhole;
    }
}
