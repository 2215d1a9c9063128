namespace Simulator.Specimens.Materials;

/// <summary>
/// Kinematic hardening with two back-stresses, a' = C p' - g a |p'| (Armstrong and Frederick, CEGB RD/B/N731, 1966; Chaboche,
/// International Journal of Plasticity 2, 1986). The yield stress moves from cycle to cycle towards its end value. Steps are implicit,
/// by Newton's method, so they are stable at any size.
/// </summary>
internal sealed class ChabocheMaterial : Material
{
    private const int MostIterations = 12;
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
        for (int i = 0; i < MostIterations; i++)
        {
            double fastPart = 1 / (1 + (_g1 * flow));
            double slowPart = 1 / (1 + (_g2 * flow));
            double excess = trial - (Slope * flow) - ((fast + (_c1 * flow)) * fastPart) - ((slow + (_c2 * flow)) * slowPart) - _limit;
            if (Math.Abs(excess) < StressTolerance)
                break;
            double rise = Slope + ((_c1 - (_g1 * fast)) * fastPart * fastPart) + ((_c2 - (_g2 * slow)) * slowPart * slowPart);
            flow = Math.Max(0, flow + (excess / rise));
        }

        return flow;
    }
}
