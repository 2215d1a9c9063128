using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>hysteresis(x, lo, hi)</c>: true from x > hi on, false from x &lt; lo on, else as before; starts false (a Schmitt
/// trigger). NaN gives NaN and keeps the state, and so does a gap. No unit; lo and hi in that of x.
/// </summary>
public sealed class Hysteresis : SignalState, IUnaryState
{
    private readonly double _low;
    private readonly double _high;
    private bool _state;

    /// <summary>In its state false.</summary>
    /// <param name="low">Below it the result is false.</param>
    /// <param name="high">Above it the result is true; not below <paramref name="low"/>.</param>
    /// <exception cref="ArgumentException">The thresholds are NaN or in the wrong order.</exception>
    public Hysteresis(double low, double high)
        : base("hysteresis", QualityRule.Running, low, high)
    {
        if (!(low <= high))
            throw new ArgumentException(
                FormattableString.Invariant($"The lower threshold {low} is not below the upper one {high}."),
                nameof(low));
        (_low, _high) = (low, high);
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double value = x[i];
            _state = _state ? !(value < _low) : value > _high;
            y[i] = double.IsNaN(value) ? double.NaN : Condition.From(_state);
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _state = false;

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target) => target.Add(_state ? 1L : 0L);

    private protected override bool TryRead(ref StateReader source)
    {
        bool fits = source.TryRead(0, 1, out long state);
        _state = state == 1;
        return fits;
    }
}
