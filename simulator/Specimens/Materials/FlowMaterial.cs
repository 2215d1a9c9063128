namespace Simulator.Specimens.Materials;

/// <summary>
/// A tensile test: elastic inside the flow curve, which grows and shrinks alike in both directions (isotropic). The plastic strain only
/// sums up, so the place on the curve only goes forward, knot by knot; between two knots the return to the curve is exact.
/// </summary>
internal sealed class FlowMaterial : Material
{
    private readonly double[] _strain;
    private readonly double[] _stress;
    private double _permanent;
    private double _summed;
    private double _limit;
    private int _knot;

    public FlowMaterial(double slope, FlowCurve curve)
        : base(slope)
    {
        _strain = curve.Strain.ToArray();
        _stress = curve.Stress.ToArray();
        _limit = _stress[0];
    }

    /// <summary>Sum of all plastic strain, whatever its direction.</summary>
    public override double PlasticStrain => _summed;

    /// <inheritdoc/>
    public override bool IsSpent => _knot >= _strain.Length - 1;

    /// <inheritdoc/>
    public override double Stress(double elongation)
    {
        double trial = Slope * (elongation - _permanent);
        double above = Math.Abs(trial) - _limit;
        if (above <= 0)
            return trial;
        double sign = trial < 0 ? -1 : 1;
        double flow = Flow(above);
        _permanent += sign * flow;
        return trial - (sign * Slope * flow);
    }

    // Plastic strain that brings a stress so far above the limit back to the curve.
    private double Flow(double above)
    {
        double before = _summed;
        while (!IsSpent)
        {
            double rise = (_stress[_knot + 1] - _stress[_knot]) / (_strain[_knot + 1] - _strain[_knot]);
            double step = above / (Slope + rise);
            if (_summed + step <= _strain[_knot + 1])
            {
                _summed += step;
                _limit += rise * step;
                return _summed - before;
            }

            step = _strain[_knot + 1] - _summed;
            above -= (Slope + rise) * step;
            _knot++;
            (_summed, _limit) = (_strain[_knot], _stress[_knot]);
        }

        _summed += above / Slope;
        return _summed - before;
    }
}
