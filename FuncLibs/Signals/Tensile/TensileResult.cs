using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// One result of a tensile test as a signal function: <c>rm(stress)</c>, <c>emod(stress, strain, lo, hi)</c>,
/// <c>rp(stress, strain, percent, lo, hi)</c> and so on, pending until nothing can change it. Without a strain column
/// every strain is 0, which only <see cref="TensileQuantity.TensileStrength"/> and
/// <see cref="TensileQuantity.BreakIndex"/> can do with.
/// </summary>
public sealed class TensileResult : IResultState
{
    // Third form: a state of an earlier one, as 0.1.0 saved it, has another first word, and begins again.
    private const long Form = 3L << 32;
    private readonly TensileQuantity _quantity;
    private readonly TensileTest _test;

    /// <summary>A result before the first sample.</summary>
    /// <exception cref="ArgumentException">The quantity is not known, or the options have a
    /// <see cref="TensileOptions.Fault"/>.</exception>
    public TensileResult(TensileQuantity quantity, TensileOptions options)
    {
        if (!Enum.IsDefined(quantity))
            throw new ArgumentException($"The tensile quantity {quantity} is not known.", nameof(quantity));
        (_quantity, _test) = (quantity, new TensileTest(options));
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public long MaxBytes => SignalState.SmallBytes + BreakDetector.MaxBytes;

    /// <inheritdoc/>
    public double Value => _test.Value(_quantity);

    /// <inheritdoc/>
    public bool IsFinal => _test.IsFinal(_quantity);

    /// <inheritdoc/>
    public string? Missing => _test.Missing(_quantity);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b)
    {
        for (int i = 0; i < a.Length; i++)
            _test.Add(index + i, a[i], b.IsEmpty ? 0 : b[i]);
    }

    /// <inheritdoc/>
    public void Gap()
    {
        // Held: the curve continues, straight over what is missing, and the quality reports it.
    }

    /// <inheritdoc/>
    public void Reset() => _test.Reset();

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        target.Add(Form | (long)_quantity);
        _test.Save(target);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        if (source.TryRead(Form | (long)_quantity, Form | (long)_quantity, out _))
            return _test.TryLoad(ref source);
        Reset();
        return false;
    }
}
