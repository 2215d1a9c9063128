using Simulator.Presets;

namespace Simulator.Specimens;

/// <summary>
/// Stress of the whole, unharmed specimen over its elongation. The grips are in series with it, so the elastic slope is
/// that of both; what is not elastic is the specimen's own.
/// </summary>
/// <param name="slope">Elastic slope: MPa a unit of elongation / gauge length.</param>
internal abstract class Material(double slope)
{
    /// <summary>Elastic slope, MPa.</summary>
    protected double Slope { get; } = slope;

    /// <summary>Plastic strain that decides what the specimen has been through; see each material.</summary>
    public virtual double PlasticStrain => 0;

    /// <summary>True when the material has nothing left to give.</summary>
    public virtual bool IsSpent => false;

    /// <summary>Goes to an elongation.</summary>
    /// <param name="elongation">Of specimen and grips, over the gauge length.</param>
    /// <returns>Stress, MPa.</returns>
    public abstract double Stress(double elongation);

    /// <summary>The material of a preset.</summary>
    public static Material Create(SpecimenPreset preset, double slope) => preset.Model switch
    {
        SpecimenModel.YieldPoint or SpecimenModel.Smooth => new FlowMaterial(slope, FlowCurve.Create(preset, slope)),
        SpecimenModel.Masing => new MasingMaterial(slope, preset.Cyclic),
        SpecimenModel.Chaboche => new ChabocheMaterial(slope, preset.Cyclic),
        _ => new ElasticMaterial(slope),
    };
}

/// <summary>Nothing but elastic.</summary>
internal sealed class ElasticMaterial(double slope) : Material(slope)
{
    /// <inheritdoc/>
    public override double Stress(double elongation) => Slope * elongation;
}

/// <summary>
/// A tensile test: elastic inside the flow curve, which grows and shrinks alike in both directions (isotropic). The
/// plastic strain only sums up, so the place on the curve only goes forward, knot by knot; between two knots the return
/// to the curve is exact.
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

/// <summary>
/// Ramberg-Osgood with Masing's rule: parallel elements that each slip at their own elongation (Iwan, Journal of
/// Applied Mechanics 33, 1966). The first loading follows the curve, each branch after it the curve at twice its size,
/// and inner loops close by themselves.
/// </summary>
internal sealed class MasingMaterial : Material
{
    private const int Elements = 32;
    private const double FirstStrain = 2e-6;
    private const double LastStrain = 0.05;
    private readonly double[] _stiffness = new double[Elements];
    private readonly double[] _slip = new double[Elements];
    private readonly double[] _place = new double[Elements];
    private readonly double _rest;
    private double _plastic;

    public MasingMaterial(double slope, CyclicPreset cyclic)
        : base(slope)
    {
        double ratio = Math.Pow(LastStrain / FirstStrain, 1.0 / (Elements - 1));
        double power = 1 / cyclic.Exponent;
        double share = ChordShare(Math.Pow(ratio, cyclic.Exponent), power);
        (double elongation, double stress) = (0, 0);
        double before = slope;
        for (int i = 0; i <= Elements; i++)
        {
            double strain = FirstStrain * Math.Pow(ratio, i);
            double knotStress = cyclic.StrengthMPa * Math.Pow(strain, cyclic.Exponent);
            double knot = (knotStress / slope) + (strain * share);
            double rise = (knotStress - stress) / (knot - elongation);
            if (i == 0)
                rise = slope;
            else
                _stiffness[i - 1] = before - rise;
            if (i < Elements)
                _slip[i] = i == 0 ? knotStress / slope : knot;
            (elongation, stress, before) = (i == 0 ? knotStress / slope : knot, knotStress, rise);
        }

        _rest = before;
    }

    /// <summary>Plastic strain away from the start; signed.</summary>
    public override double PlasticStrain => _plastic;

    /// <inheritdoc/>
    public override double Stress(double elongation)
    {
        double stress = _rest * elongation;
        double[] stiffness = _stiffness;
        double[] slip = _slip;
        double[] place = _place;
        for (int i = 0; i < stiffness.Length && i < slip.Length && i < place.Length; i++)
        {
            double stretched = Math.Min(Math.Max(elongation - place[i], -slip[i]), slip[i]);
            place[i] = elongation - stretched;
            stress += stiffness[i] * stretched;
        }

        _plastic = elongation - (stress / Slope);
        return stress;
    }

    // Chords are outside a power; taken in by their mean excess, the polygon has the area of the curve. r is the ratio
    // of the stresses of neighbouring knots, p the power.
    private static double ChordShare(double r, double p)
    {
        double chord = (1 + Math.Pow(r, p)) / 2 * (r - 1);
        double curve = (Math.Pow(r, p + 1) - 1) / (p + 1);
        return curve / chord;
    }
}

/// <summary>
/// Kinematic hardening with two back-stresses, a' = C p' - g a |p'| (Armstrong and Frederick, CEGB RD/B/N731, 1966;
/// Chaboche, International Journal of Plasticity 2, 1986). The yield stress moves from cycle to cycle towards its end
/// value. Steps are implicit, by Newton's method, so they are stable at any size.
/// </summary>
internal sealed class ChabocheMaterial : Material
{
    private const int MaxIterations = 12;
    private const double StressTolerance = 1e-9;
    private const double LeftAtEnd = 0.01;
    private readonly CyclicPreset _cyclic;
    private readonly double _moved;
    private readonly double _c1;
    private readonly double _g1;
    private readonly double _c2;
    private readonly double _g2;
    private double _permanent;
    private double _fast;
    private double _slow;
    private double _limit;
    private double _direction;

    public ChabocheMaterial(double slope, CyclicPreset cyclic)
        : base(slope)
    {
        _cyclic = cyclic;
        _limit = cyclic.YieldMPa;
        _moved = 1 - Math.Pow(LeftAtEnd, 0.5 / cyclic.HardeningCycles);
        (_c1, _g1, _c2, _g2) = (cyclic.FastModulusMPa, cyclic.FastRecall, cyclic.SlowModulusMPa, cyclic.SlowRecall);
    }

    /// <summary>Plastic strain away from the start; signed.</summary>
    public override double PlasticStrain => _permanent;

    /// <inheritdoc/>
    public override double Stress(double elongation)
    {
        double trial = Slope * (elongation - _permanent);
        double away = trial - _fast - _slow;
        if (Math.Abs(away) <= _limit)
            return trial;
        double sign = away < 0 ? -1 : 1;
        if (sign != _direction)
            Turn(sign);
        double flow = Flow(sign * trial, sign * _fast, sign * _slow);
        _permanent += sign * flow;
        _fast = (_fast + (_c1 * sign * flow)) / (1 + (_g1 * flow));
        _slow = (_slow + (_c2 * sign * flow)) / (1 + (_g2 * flow));
        return trial - (sign * Slope * flow);
    }

    // Half a plastic cycle moves the yield stress by a fixed part of what is left.
    private void Turn(double sign)
    {
        if (_direction != 0)
            _limit += (_cyclic.YieldMPa + _cyclic.HardeningMPa - _limit) * _moved;
        _direction = sign;
    }

    // Everything in the direction of flow: trial - E x - sum of (a + C x) / (1 + g x) = limit.
    private double Flow(double trial, double fast, double slow)
    {
        double flow = 0;
        for (int i = 0; i < MaxIterations; i++)
        {
            double fastPart = 1 / (1 + (_g1 * flow));
            double slowPart = 1 / (1 + (_g2 * flow));
            double excess = trial - (Slope * flow) - ((fast + (_c1 * flow)) * fastPart)
                - ((slow + (_c2 * flow)) * slowPart) - _limit;
            if (Math.Abs(excess) < StressTolerance)
                break;
            double rise =
                Slope + ((_c1 - (_g1 * fast)) * fastPart * fastPart) + ((_c2 - (_g2 * slow)) * slowPart * slowPart);
            flow = Math.Max(0, flow + (excess / rise));
        }

        return flow;
    }
}
