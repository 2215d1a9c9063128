using FuncLibs.Signals.Cycles.Rainflow;
using FuncLibs.Signals.Cycles.Reversals;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles.Damage;

/// <summary>
/// <c>damage(x, sn(C, m), mean = none|goodman(Rm), band = 0)</c>: the sum of n / N over rainflow cycles (Palmgren 1924, Miner 1945), 1
/// at failure; a running column without unit. Each value holds all reversals known at its sample: closed cycles in full, the residue as
/// halves. Every cycle counts with its exact range, never that of a class.
/// </summary>
public sealed class DamageState : IUnaryState
{
    private readonly SnCurve _curve;
    private readonly MeanCorrection _mean;
    private readonly RainflowStack _residue;

    // For each room of the residue the damage of the half cycles up to it, so that a new reversal needs no walk over all of them. Halves
    // that a full residue closed early stay in the sums behind them.
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
    public DamageState(SnCurve curve, MeanCorrection mean = default, double band = 0, int residue = RainflowStack.MaxCapacity)
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
            Take(_reversals.Last.Value);
        }

        y[filled..x.Length].Fill(_damage);
    }

    /// <inheritdoc/>
    public void Gap()
    {
        // Held: damage done stays done, and the quality says that some may be missing.
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
            && TryLoadSums(ref source) && source.TryTake(out _closed) && source.TryTake(out _damage);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool IsOfSameArguments(ref StateReader source) =>
        source.TryTake(out double c) && c.Equals(_curve.C) && source.TryTake(out double m) && m.Equals(_curve.M)
        && source.TryTake(out double strength) && strength.Equals(_mean.UltimateStrength);

    // A stack that was read begins at slot 0.
    private bool TryLoadSums(ref StateReader source)
    {
        for (int i = 0; i < _residue.Count; i++)
        {
            if (!source.TryTake(out _halvesUpTo[i]))
                return false;
        }

        return true;
    }

    private void Take(double reversal)
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
