namespace FuncLibs.Tests.Signals.Tensile;

/// <summary>Synthetic tensile tests whose results are closed forms; stress in MPa, strain a ratio.</summary>
internal sealed class TensileCurve
{
    private const double Neck = 0.05;
    private readonly List<double> _stress = [];
    private readonly List<double> _strain = [];

    public double[] Stress => [.. _stress];

    public double[] Strain => [.. _strain];

    public int Count => _stress.Count;

    /// <summary>
    /// Ramberg-Osgood up to <paramref name="rm"/>, e = R / E + 0.002 (R / Rp0.2)^n, so Rp0.2 is exact; then a straight
    /// neck of 5 % strain down to 80 %, and the break.
    /// </summary>
    public static TensileCurve RambergOsgood(double modulus, double rp, double n, double rm, int points = 20_000)
    {
        var curve = new TensileCurve();
        for (int i = 0; i <= points; i++)
        {
            double stress = rm * i / points;
            curve.Add(stress, (stress / modulus) + (0.002 * Math.Pow(stress / rp, n)));
        }

        curve.LineTo(0.8 * rm, curve._strain[^1] + Neck, 2000);
        curve.LineTo(0, curve._strain[^1], 1);
        curve.LineTo(0, curve._strain[^1], 1);
        return curve;
    }

    /// <summary>Energy of <see cref="RambergOsgood"/> up to the break, MJ/m3.</summary>
    public static double EnergyOf(double modulus, double rp, double n, double rm) =>
        (rm * rm / (2 * modulus)) + (0.002 * n / (n + 1) * rm * Math.Pow(rm / rp, n)) + (0.9 * rm * Neck);

    /// <summary>
    /// Mild steel: elastic to ReH = 400, a transient down to 340, a plateau between 358 and 362, hardening to Rm = 500
    /// at 15 % strain, a neck down to 400, the break.
    /// </summary>
    public static TensileCurve YieldPoint(double modulus = 200_000)
    {
        var curve = new TensileCurve();
        curve.Add(0, 0);
        curve.LineTo(400, 400 / modulus, 2000);
        curve.LineTo(340, (400 / modulus) + 0.0001, 20);
        curve.LineTo(360, (400 / modulus) + 0.0003, 20);
        for (double strain = curve._strain[^1]; strain < 0.02; strain += 0.0004)
        {
            curve.LineTo(358, strain + 0.0001, 10);
            curve.LineTo(362, strain + 0.0003, 20);
            curve.LineTo(360, strain + 0.0004, 10);
        }

        double start = curve._strain[^1];
        for (int i = 1; i <= 5000; i++)
        {
            double way = i / 5000.0;
            curve.Add(360 + (140 * way * (2 - way)), start + ((0.15 - start) * way));
        }

        curve.LineTo(400, 0.2, 2000);
        curve.LineTo(100, 0.2, 2);
        curve.LineTo(0, 0.2, 1);
        curve.LineTo(0, 0.2, 4);
        return curve;
    }

    public TensileCurve WithNoise(int seed, double stress, double strain)
    {
        var random = new Random(seed);
        var noisy = new TensileCurve();
        for (int i = 0; i < Count; i++)
            noisy.Add(
                _stress[i] + (stress * ((2 * random.NextDouble()) - 1)),
                _strain[i] + (strain * ((2 * random.NextDouble()) - 1)));
        return noisy;
    }

    public TensileCurve WithStrainOffset(double offset)
    {
        var moved = new TensileCurve();
        for (int i = 0; i < Count; i++)
            moved.Add(_stress[i], _strain[i] + offset);
        return moved;
    }

    private void Add(double stress, double strain)
    {
        _stress.Add(stress);
        _strain.Add(strain);
    }

    private void LineTo(double stress, double strain, int points)
    {
        (double fromStress, double fromStrain) = (_stress[^1], _strain[^1]);
        for (int i = 1; i <= points; i++)
            Add(fromStress + ((stress - fromStress) * i / points), fromStrain + ((strain - fromStrain) * i / points));
    }
}
