using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// The elastic line: least squares of stress over strain, from the first sample at or above one stress to the last
/// before the first above another. Means and moments are updated sample by sample (Welford), so an offset of the strain
/// costs no digits and nothing is stored. A curve that bends in that range or below it has no such line: the slope of
/// the upper half of the range is then much less than the slope of the curve below it.
/// </summary>
internal struct ElasticFit
{
    private const long FewestPoints = 3;

    // The upper half may rise that much less than the curve below it, and by as many standard errors less.
    private const double MinPart = 0.8;
    private const double StandardErrors = 3;
    private readonly double _from;
    private readonly double _to;
    private readonly double _loadedFrom;
    private long _stage; // 0 not complete, 1 a line, 2 none, 3 none because the curve bends
    private Moments _range;
    private Moments _below;
    private Moments _upperHalf;

    public ElasticFit(TensileOptions options) =>
        (_from, _to, _loadedFrom) = (options.ElasticFrom, options.ElasticTo, options.LoadedFrom);

    /// <summary>True when no further sample can change the line.</summary>
    public readonly bool IsComplete => _stage != 0;

    /// <summary>True when there is a line that rises.</summary>
    public readonly bool IsUsable => _stage == 1;

    /// <summary>True when there is none because the curve is not straight up to the end of the range.</summary>
    public readonly bool IsBent => _stage == 3;

    /// <summary>Slope mE in MPa; NaN for no points or equal strains.</summary>
    public readonly double Slope => _range.Slope;

    /// <summary>Stress of the line at a strain.</summary>
    public readonly double StressAt(double strain) => _range.MeanStress + (Slope * (strain - _range.MeanStrain));

    /// <summary>
    /// Strain less what the line has at that stress; the line's own zero counts, so a toe or an offset of the
    /// extensometer drops out.
    /// </summary>
    public readonly double PlasticStrain(in TensilePoint point) =>
        point.Strain - _range.MeanStrain - ((point.Stress - _range.MeanStress) / Slope);

    public void Add(double strain, double stress)
    {
        if (IsComplete)
            return;
        if (stress > _to)
        {
            Complete();
            return;
        }

        double middle = (_from / 2) + (_to / 2);
        if (stress >= _from)
            _range.Add(strain, stress);
        if (stress >= middle)
            _upperHalf.Add(strain, stress);
        else if (stress >= _loadedFrom)
            _below.Add(strain, stress);
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_stage);
        _range.Save(target);
        _below.Save(target);
        _upperHalf.Save(target);
    }

    public bool TryLoad(ref StateReader source) =>
        source.TryRead(0, 3, out _stage) && _range.TryLoad(ref source) && _below.TryLoad(ref source)
        && _upperHalf.TryLoad(ref source);

    private void Complete()
    {
        if (_range.Count < FewestPoints || !(Slope > 0 && double.IsFinite(Slope)))
            _stage = 2;
        else
            _stage = Bends() ? 3 : 1;
    }

    private readonly bool Bends() => _upperHalf.Count >= FewestPoints && _below.Count >= FewestPoints
        && _upperHalf.Slope + (StandardErrors * _upperHalf.SlopeError)
            < MinPart * (_below.Slope - (StandardErrors * _below.SlopeError));

    private struct Moments
    {
        private double _meanStrain;
        private double _meanStress;
        private double _strainStrain;
        private double _strainStress;
        private double _stressStress;
        private long _count;

        public readonly long Count => _count;

        public readonly double MeanStrain => _meanStrain;

        public readonly double MeanStress => _meanStress;

        public readonly double Slope => _strainStress / _strainStrain;

        // Standard error of the slope of a least squares line.
        public readonly double SlopeError =>
            Math.Sqrt(Math.Max(0, _stressStress - (Slope * _strainStress)) / Math.Max(1, _count - 2) / _strainStrain);

        public void Add(double strain, double stress)
        {
            _count++;
            (double strainAway, double stressAway) = (strain - _meanStrain, stress - _meanStress);
            _meanStrain += strainAway / _count;
            _strainStrain += strainAway * (strain - _meanStrain);
            _meanStress += stressAway / _count;
            _strainStress += strainAway * (stress - _meanStress);
            _stressStress += stressAway * (stress - _meanStress);
        }

        public readonly void Save(StateWriter target)
        {
            target.Add(_count);
            target.Add(_meanStrain);
            target.Add(_meanStress);
            target.Add(_strainStrain);
            target.Add(_strainStress);
            target.Add(_stressStress);
        }

        public bool TryLoad(ref StateReader source) => source.TryRead(0, long.MaxValue, out _count)
            && source.TryRead(out _meanStrain) && source.TryRead(out _meanStress) && source.TryRead(out _strainStrain)
            && source.TryRead(out _strainStress) && source.TryRead(out _stressStress);
    }
}
