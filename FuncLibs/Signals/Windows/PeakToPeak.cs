using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Aggregates;

namespace FuncLibs.Signals.Windows;

/// <summary>The greatest less the least of the last values.</summary>
internal sealed class PeakToPeak(int length) : WindowState("p2p", length)
{
    private readonly WindowAggregator _min = WindowAggregator.Create<Minimum>(length);
    private readonly WindowAggregator _max = WindowAggregator.Create<Maximum>(length);
    private readonly double[] _minima = new double[WindowGrid.Restart];

    /// <inheritdoc/>
    public override long MaxBytes =>
        SmallBytes + (2 * WindowAggregator.BytesOf(Length)) + (sizeof(double) * WindowGrid.Restart);

    protected override void Begin()
    {
        _min.Begin();
        _max.Begin();
    }

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        while (!x.IsEmpty)
        {
            int count = Math.Min(x.Length, _minima.Length);
            _min.Apply(index, x[..count], _minima, areFull: false);
            _max.Apply(index, x[..count], y, areFull: false);
            for (int i = 0; i < count; i++)
                y[i] -= _minima[i];
            index += count;
            x = x[count..];
            y = y[count..];
        }
    }

    protected override void WriteWindow(StateWriter target, long next)
    {
        _min.Write(target, next);
        _max.Write(target, next);
    }

    protected override bool TryReadWindow(ref StateReader source, long next) =>
        _min.TryRead(ref source, next) && _max.TryRead(ref source, next);
}
