using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Aggregates;

namespace FuncLibs.Signals.Windows;

/// <summary>
/// What all functions of the last values share: how many there are, and that they restart after a gap.
/// </summary>
internal abstract class WindowState : SignalState, IUnaryState
{
    private long _next;

    protected WindowState(string name, int length, params ReadOnlySpan<double> arguments)
        : base(name, QualityRule.Window(length), [length, .. arguments]) => Length = length;

    /// <inheritdoc/>
    public override long MaxBytes => SmallBytes + WindowAggregator.BytesOf(Length);

    /// <summary>Values in a full window.</summary>
    protected int Length { get; }

    /// <summary>Values in the window that the last result is of.</summary>
    protected int Count { get; private set; }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        if (x.IsEmpty)
            return;
        if (index != _next)
            Gap();
        Slide(index, x, y);
        _next = index + x.Length;
        Count = (int)Math.Min(Length, (long)Count + x.Length);
    }

    /// <inheritdoc/>
    public override void Gap()
    {
        Count = 0;
        Begin();
    }

    /// <inheritdoc/>
    public override void Reset()
    {
        _next = 0;
        Gap();
    }

    /// <summary>Clears all values.</summary>
    protected abstract void Begin();

    /// <summary>The results for values that follow the last ones; <see cref="Count"/> is that before them.</summary>
    protected abstract void Slide(long index, ReadOnlySpan<double> x, Span<double> y);

    protected abstract void WriteWindow(StateWriter target, long next);

    protected abstract bool TryReadWindow(ref StateReader source, long next);

    private protected override void Write(StateWriter target)
    {
        target.Add(_next);
        target.Add((long)Count);
        WriteWindow(target, _next);
    }

    private protected override bool TryRead(ref StateReader source)
    {
        const long LastIndex = long.MaxValue / 2;
        Begin();
        if (!source.TryRead(0, LastIndex, out _next) || !source.TryRead(0, Length, out long count))
            return false;
        Count = (int)count;
        return TryReadWindow(ref source, _next);
    }
}
