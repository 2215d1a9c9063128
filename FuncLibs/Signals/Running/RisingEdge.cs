using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary>
/// <c>edge(c)</c>: 1 where c is true and the sample before it was false, else 0; 0 at the first sample and after a gap. NaN gives NaN;
/// after it a false c is still no edge, and of a true one nobody knows: NaN. No unit.
/// </summary>
public sealed class RisingEdge : SignalState, IUnaryState
{
    // As if c had been true before: no edge at the start.
    private double _last = Condition.True;

    /// <summary>Before the first sample.</summary>
    public RisingEdge()
        : base("edge", QualityRule.Window(2))
    {
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double c = x[i];
            y[i] = double.IsNaN(c) || (Condition.IsTrue(c) && double.IsNaN(_last))
                ? double.NaN : Condition.Of(Condition.IsTrue(c) && !Condition.IsTrue(_last));
            _last = c;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _last = Condition.True;

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target) => target.Add(_last);

    private protected override bool TryRead(ref StateReader source) => source.TryTake(out _last);
}
