using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// Upper and lower yield strength. ReH is the greatest stress before a fall of at least 0.5 % after which it is not exceeded over a
/// strain of 0.05 % (the rule for computer-controlled machines in annex A of ISO 6892-1), ReL the least stress from 0.05 % to 0.25 % of
/// strain behind it. Nothing is stored.
/// </summary>
internal struct YieldDetector
{
    private readonly TensileOptions _options;
    private long _stage; // 0 looking, 1 upper known, 2 both known, 3 there is none
    private double _upper;
    private double _upperStrain;
    private double _lowest;
    private double _lowestWithTransient;

    public YieldDetector(TensileOptions options)
    {
        _options = options;
        (_lowest, _lowestWithTransient) = (double.PositiveInfinity, double.PositiveInfinity);
    }

    public readonly bool IsUpperFinal => _stage > 0;

    public readonly bool IsLowerFinal => _stage > 1;

    /// <summary>ReH, MPa; NaN while or if there is none.</summary>
    public readonly double Upper => _stage is 1 or 2 ? _upper : double.NaN;

    /// <summary>ReL, MPa; NaN while there is none.</summary>
    public readonly double Lower => _stage is 1 or 2 && double.IsFinite(_lowest) ? _lowest : double.NaN;

    public void Take(double strain, double stress)
    {
        if (_stage > 1)
            return;
        double behind = strain - _upperStrain;
        if (_stage == 1 && (behind > _options.LowerYieldSpan || stress > _upper))
        {
            _stage = 2;
            return;
        }

        if (stress > _upper)
        {
            RaiseUpper(strain, stress);
            return;
        }

        _lowestWithTransient = Math.Min(_lowestWithTransient, stress);
        if (behind >= _options.YieldSpan)
            _lowest = Math.Min(_lowest, stress);
        if (_stage == 0 && behind >= _options.YieldSpan && _upper >= _options.LoadedFrom
            && _lowestWithTransient <= _upper * (1 - _options.YieldFall))
            _stage = 1;
    }

    private void RaiseUpper(double strain, double stress)
    {
        if (strain > _options.YieldWithin)
            _stage = 3;
        (_upper, _upperStrain) = (stress, strain);
        (_lowest, _lowestWithTransient) = (double.PositiveInfinity, double.PositiveInfinity);
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_stage);
        target.Add(_upper);
        target.Add(_upperStrain);
        target.Add(_lowest);
        target.Add(_lowestWithTransient);
    }

    public bool TryLoad(ref StateReader source) => source.TryTake(0, 3, out _stage) && source.TryTake(out _upper)
        && source.TryTake(out _upperStrain) && source.TryTake(out _lowest) && source.TryTake(out _lowestWithTransient);
}
