using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>hold(c, x)</c>: x while c is true, else the x of the last time it was; NaN before the first. A c of NaN is not
/// true. A gap keeps what is held. Unit of x.
/// </summary>
public sealed class Hold : SignalState, IBinaryState
{
    private double _held = double.NaN;

    /// <summary>Nothing held yet.</summary>
    public Hold()
        : base("hold", QualityRule.Running)
    {
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < a.Length; i++)
        {
            _held = Condition.IsTrue(a[i]) ? b[i] : _held;
            y[i] = _held;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _held = double.NaN;

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target) => target.Add(_held);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _held);
}
