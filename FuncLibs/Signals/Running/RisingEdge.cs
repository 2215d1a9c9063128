using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary>
/// <c>edge(c)</c>: 1 where c is true and the sample before it was false, else 0; 0 at the first sample and after a gap.
/// NaN gives NaN; after it a false c is still no edge, and of a true one it is unknown: NaN. No unit.
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
                ? double.NaN : Condition.From(Condition.IsTrue(c) && !Condition.IsTrue(_last));
            _last = c;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _last = Condition.True;

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target) => target.Add(_last);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _last);
}

/// <summary>
/// <c>count(c)</c>: how often c became true, from the second sample on. NaN and gaps are skipped: false before and true
/// after one is an edge that must have been. Counted as int64 (<see cref="Count"/>); the column is exact to 2^53. No
/// unit.
/// </summary>
public sealed class RisingEdgeCount : SignalState, IUnaryState
{
    private bool _wasTrue = true;

    /// <summary>Nothing counted.</summary>
    public RisingEdgeCount()
        : base("count", QualityRule.Running)
    {
    }

    /// <summary>Rising edges so far.</summary>
    public long Count { get; private set; }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double c = x[i];
            if (!double.IsNaN(c))
            {
                bool isTrue = Condition.IsTrue(c);
                Count += isTrue && !_wasTrue ? 1 : 0;
                _wasTrue = isTrue;
            }

            y[i] = Count;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => (Count, _wasTrue) = (0, true);

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target)
    {
        target.Add(Count);
        target.Add(_wasTrue ? 1L : 0L);
    }

    private protected override bool TryRead(ref StateReader source)
    {
        if (!source.TryRead(0, long.MaxValue, out long count) || !source.TryRead(0, 1, out long wasTrue))
            return false;
        (Count, _wasTrue) = (count, wasTrue == 1);
        return true;
    }
}
