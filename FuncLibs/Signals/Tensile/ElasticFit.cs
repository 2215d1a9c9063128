using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// The elastic line: least squares of stress over strain, from the first sample at or above one stress to the last before the first
/// above another. Means and moments are updated sample by sample (Welford), so an offset of the strain costs no digits and nothing is
/// stored.
/// </summary>
internal struct ElasticFit
{
    private const long FewestPoints = 3;
    private readonly double _from;
    private readonly double _to;
    private long _count;
    private long _complete;
    private double _meanStrain;
    private double _meanStress;
    private double _strainStrain;
    private double _strainStress;

    public ElasticFit(double from, double to) => (_from, _to) = (from, to);

    /// <summary>True when no further sample can change the line.</summary>
    public readonly bool IsComplete => _complete != 0;

    /// <summary>True when there is a line that rises.</summary>
    public readonly bool IsUsable => IsComplete && _count >= FewestPoints && Slope > 0 && double.IsFinite(Slope);

    /// <summary>Slope mE in MPa; NaN for no points or equal strains.</summary>
    public readonly double Slope => _strainStress / _strainStrain;

    /// <summary>Stress of the line at a strain.</summary>
    public readonly double StressAt(double strain) => _meanStress + (Slope * (strain - _meanStrain));

    /// <summary>
    /// Strain less what the line has at that stress; the line's own zero counts, so a toe or an offset of the extensometer drops out.
    /// </summary>
    public readonly double PlasticStrain(in TensilePoint point) => point.Strain - _meanStrain - ((point.Stress - _meanStress) / Slope);

    public void Take(double strain, double stress)
    {
        if (IsComplete)
            return;
        if (stress > _to)
        {
            _complete = 1;
            return;
        }

        if (!(stress >= _from))
            return;
        _count++;
        double away = strain - _meanStrain;
        _meanStrain += away / _count;
        _strainStrain += away * (strain - _meanStrain);
        _meanStress += (stress - _meanStress) / _count;
        _strainStress += away * (stress - _meanStress);
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_count);
        target.Add(_complete);
        target.Add(_meanStrain);
        target.Add(_meanStress);
        target.Add(_strainStrain);
        target.Add(_strainStress);
    }

    public bool TryLoad(ref StateReader source) => source.TryTake(0, long.MaxValue, out _count) && source.TryTake(0, 1, out _complete)
        && source.TryTake(out _meanStrain) && source.TryTake(out _meanStress)
        && source.TryTake(out _strainStrain) && source.TryTake(out _strainStress);
}
