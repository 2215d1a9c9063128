using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>delay(x, n)</c>: the value n samples before, NaN for the first n and again after a gap; <c>prev(x)</c> is
/// <c>delay(x, 1)</c>. Any value passes with its bits. Unit of x.
/// </summary>
public sealed class Delay : SignalState, IUnaryState
{
    /// <summary>The longest delay in samples.</summary>
    public const int MaxLength = 1 << 20;

    private readonly double[] _ring;
    private int _oldest;

    /// <summary>A delay at its start.</summary>
    /// <param name="n">Samples, 0 to 2^20.</param>
    /// <exception cref="ArgumentOutOfRangeException">n is out of range.</exception>
    public Delay(int n)
        : base("delay", QualityRule.Delayed(Checked(n)), n)
    {
        _ring = new double[n];
        Reset();
    }

    /// <inheritdoc/>
    public override long MaxBytes => SmallBytes + ((long)_ring.Length * sizeof(double));

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        if (_ring.Length == 0)
        {
            x.CopyTo(y);
            return;
        }

        for (int i = 0; i < x.Length; i++)
        {
            double newest = x[i];
            y[i] = _ring[_oldest];
            _ring[_oldest] = newest;
            _oldest = _oldest + 1 == _ring.Length ? 0 : _oldest + 1;
        }
    }

    /// <inheritdoc/>
    public override void Reset()
    {
        Array.Fill(_ring, double.NaN);
        _oldest = 0;
    }

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target)
    {
        target.AddEach(_ring.AsSpan(_oldest));
        target.AddEach(_ring.AsSpan(0, _oldest));
    }

    private protected override bool TryRead(ref StateReader source)
    {
        _oldest = 0;
        foreach (ref double value in _ring.AsSpan())
        {
            if (!source.TryRead(out value))
                return false;
        }

        return true;
    }

    private static int Checked(int n) => n is >= 0 and <= MaxLength
        ? n
        : throw new ArgumentOutOfRangeException(nameof(n), n, $"A delay has 0 to {MaxLength} samples.");
}
