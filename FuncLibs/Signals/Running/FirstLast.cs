using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary><c>first(x)</c>: the first value that is a number; NaN before it. Gaps change nothing. Unit of x.</summary>
public sealed class FirstValue : SignalState, IUnaryState
{
    private double _first = double.NaN;

    /// <summary>Before the first value.</summary>
    public FirstValue()
        : base("first", QualityRule.Running)
    {
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            _first = double.IsNaN(_first) ? x[i] : _first;
            y[i] = _first;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _first = double.NaN;

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target) => target.Add(_first);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _first);
}

/// <summary>
/// <c>last(x)</c>: x, or the last number before it where x is NaN; NaN before the first. Gaps change nothing. Its
/// quality is that of x, so a value that replaces NaN is not taken for a good one. Unit of x.
/// </summary>
public sealed class LastValue : SignalState, IUnaryState
{
    private double _last = double.NaN;

    /// <summary>Before the first value.</summary>
    public LastValue()
        : base("last", QualityRule.Pointwise)
    {
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            _last = double.IsNaN(x[i]) ? _last : x[i];
            y[i] = _last;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _last = double.NaN;

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target) => target.Add(_last);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _last);
}
