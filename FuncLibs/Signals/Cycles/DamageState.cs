using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// <c>damage(x, sn(C, m), mean = none|goodman(Rm), band = 0)</c>: the sum of n / N over rainflow cycles (Palmgren 1924,
/// Miner 1945), 1 at failure; a running column without unit. Each value holds all reversals known at its sample: closed
/// cycles in full, the residue as halves. Every cycle counts with its exact range, never that of a class.
/// </summary>
public sealed class DamageState : IUnaryState
{
    private readonly SnCurve _curve;
    private readonly MeanCorrection _mean;
    private readonly RainflowStack _residue;

    // For each room of the residue the damage of the half cycles up to it, so that a new reversal needs no walk over
    // all of them. Halves that a full residue closed early stay in the sums after them.
    private readonly double[] _halvesUpTo;
    private ReversalDetector _reversals;
    private double _closed;
    private double _damage;

    /// <summary>No damage.</summary>
    /// <param name="curve">S-N curve.</param>
    /// <param name="mean">Mean stress correction.</param>
    /// <param name="band">Noise band in the unit of the signal; 0 or more.</param>
    /// <param name="residue">Most reversals of the residue; a power of two, 4 to 65,536.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public DamageState(
        SnCurve curve, MeanCorrection mean = default, double band = 0, int residue = RainflowStack.MaxCapacity)
    {
        (_curve, _mean, _reversals) = (curve, mean, new ReversalDetector(band));
        _residue = new RainflowStack(residue);
        _halvesUpTo = new double[residue];
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public long MaxBytes => SignalState.SmallBytes + (2 * _residue.Bytes);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        // y may be x: only what was read is overwritten.
        (int filled, int at) = (0, 0);
        while (_reversals.TryFind(index, x, ref at))
        {
            y[filled..(at - 1)].Fill(_damage);
            filled = at - 1;
            Add(_reversals.Last.Value);
        }

        y[filled..x.Length].Fill(_damage);
    }

    /// <inheritdoc/>
    public void Gap()
    {
        // Held: damage stays, and the quality shows that some may be missing.
    }

    /// <inheritdoc/>
    public void Reset()
    {
        _reversals.Reset();
        _residue.Clear();
        (_closed, _damage) = (0, 0);
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        target.Add(_curve.C);
        target.Add(_curve.M);
        target.Add(_mean.UltimateStrength);
        _reversals.Save(target);
        _residue.Save(target);
        int oldest = _residue.NewestSlot - _residue.Count + 1;
        for (int i = 0; i < _residue.Count; i++)
            target.Add(_halvesUpTo[(oldest + i) & (_halvesUpTo.Length - 1)]);
        target.Add(_closed);
        target.Add(_damage);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = IsOfSameArguments(ref source) && _reversals.TryLoad(ref source) && _residue.TryLoad(ref source)
            && TryLoadSums(ref source) && source.TryRead(out _closed) && source.TryRead(out _damage);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool IsOfSameArguments(ref StateReader source) =>
        source.TryRead(out double c) && c.Equals(_curve.C) && source.TryRead(out double m) && m.Equals(_curve.M)
        && source.TryRead(out double strength) && strength.Equals(_mean.UltimateStrength);

    // A stack that was read begins at slot 0.
    private bool TryLoadSums(ref StateReader source)
    {
        for (int i = 0; i < _residue.Count; i++)
        {
            if (!source.TryRead(out _halvesUpTo[i]))
                return false;
        }

        return true;
    }

    private void Add(double reversal)
    {
        if (_residue.IsFull)
            _ = _residue.TakeOldest();
        _residue.Push(reversal);
        while (_residue.TryClose(out double from, out double to))
            _closed += DamageOf(from, to);
        int newest = _residue.Count - 1;
        double before = newest == 0 ? 0 : _halvesUpTo[(_residue.NewestSlot - 1) & (_halvesUpTo.Length - 1)];
        double half = newest == 0 ? 0 : DamageOf(_residue[newest - 1], _residue[newest]) / 2;
        _halvesUpTo[_residue.NewestSlot] = before + half;
        _damage = _closed + before + half;
    }

    private double DamageOf(double from, double to) =>
        _curve.DamageOf(_mean.Apply(Math.Abs(to - from), (from / 2) + (to / 2)));
}

/// <summary>
/// What a mean stress does to a range: nothing, or <c>goodman(Rm)</c>: S' = S / (1 - mean / Rm). A mean below 0 gives
/// no credit, one of Rm or more an infinite range: the specimen fails by force alone. <c>default</c> is none.
/// </summary>
/// <param name="UltimateStrength">Rm in the unit of the signal; 0 for no correction.</param>
public readonly record struct MeanCorrection(double UltimateStrength)
{
    /// <summary>No correction.</summary>
    public static MeanCorrection None => default;

    /// <summary>Goodman's line.</summary>
    /// <param name="ultimateStrength">Rm in the unit of the signal; finite, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">Rm is out of its range.</exception>
    public static MeanCorrection Goodman(double ultimateStrength) =>
        ultimateStrength > 0 && double.IsFinite(ultimateStrength)
        ? new MeanCorrection(ultimateStrength)
        : throw new ArgumentOutOfRangeException(
            nameof(ultimateStrength), ultimateStrength, "goodman takes a finite Rm above 0.");

    /// <summary>The range that does the same damage at a mean of 0.</summary>
    public double Apply(double range, double mean)
    {
        if (UltimateStrength == 0 || mean <= 0)
            return range;
        return mean >= UltimateStrength ? double.PositiveInfinity : range / (1 - (mean / UltimateStrength));
    }
}

/// <summary>
/// <c>sn(C, m)</c>: cycles to failure N = C * S^-m (Basquin), S the stress <b>range</b> in the unit of the signal, as
/// in EN 1993-1-9, DNV-RP-C203 and the IIW recommendations; one slope, no endurance limit. A curve of amplitudes, N = c
/// * (S / 2)^-m, has C = c * 2^m.
/// </summary>
public sealed record SnCurve
{
    /// <summary>A curve.</summary>
    /// <param name="c">Cycles to failure at a range of 1; finite, above 0.</param>
    /// <param name="m">Slope; finite, above 0 (3 for welded steel, about 5 to 12 for plain specimens).</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public SnCurve(double c, double m)
    {
        if (!(c > 0 && double.IsFinite(c)))
            throw new ArgumentOutOfRangeException(nameof(c), c, "sn takes a finite C above 0.");
        if (!(m > 0 && double.IsFinite(m)))
            throw new ArgumentOutOfRangeException(nameof(m), m, "sn takes a finite slope m above 0.");
        (C, M) = (c, m);
    }

    /// <summary>Cycles to failure at a range of 1.</summary>
    public double C { get; }

    /// <summary>Slope.</summary>
    public double M { get; }

    /// <summary>Damage of one cycle, 1 / N = S^m / C; an infinite range gives infinity.</summary>
    public double DamageOf(double range) => Math.Pow(range, M) / C;
}
