using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>debounce(c, n)</c>: follows c when it was the same for n samples, this one included; false until then. NaN gives
/// NaN, ends the row of equal samples and keeps the state. A gap restarts it. No unit.
/// </summary>
public sealed class Debounce : SignalState, IUnaryState
{
    /// <summary>The longest row in samples.</summary>
    public const int MaxLength = 1 << 20;

    private readonly int _length;
    private bool _state;

    // Samples in a row that differ from the state.
    private int _different;

    /// <summary>In its state false.</summary>
    /// <param name="n">Equal samples, 1 to 2^20.</param>
    /// <exception cref="ArgumentOutOfRangeException">n is out of range.</exception>
    public Debounce(int n)
        : base("debounce", QualityRule.Window(Checked(n)), n) => _length = n;

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            bool isKnown = !double.IsNaN(x[i]);
            _different = isKnown && Condition.IsTrue(x[i]) != _state ? _different + 1 : 0;
            if (_different == _length)
                (_state, _different) = (!_state, 0);
            y[i] = isKnown ? Condition.From(_state) : double.NaN;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => (_state, _different) = (false, 0);

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target)
    {
        target.Add(_state ? 1L : 0L);
        target.Add((long)_different);
    }

    private protected override bool TryRead(ref StateReader source)
    {
        if (!source.TryRead(0, 1, out long state) || !source.TryRead(0, _length - 1, out long different))
            return false;
        (_state, _different) = (state == 1, (int)different);
        return true;
    }

    private static int Checked(int n) => n is >= 1 and <= MaxLength
        ? n
        : throw new ArgumentOutOfRangeException(nameof(n), n, $"Debouncing takes 1 to {MaxLength} equal samples.");
}
