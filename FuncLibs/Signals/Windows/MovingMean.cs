using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Aggregates;

namespace FuncLibs.Signals.Windows;

/// <summary>
/// The mean of the last terms, or its root: <c>movavg</c> of the values, <c>movrms</c> of their squares.
/// </summary>
internal sealed class MovingMean<TAggregate>(string name, int length, bool isRoot) : WindowState(name, length)
    where TAggregate : struct, IAggregate
{
    private readonly WindowAggregator _aggregator = WindowAggregator.Create<TAggregate>(length);

    protected override void Begin() => _aggregator.Begin();

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        int filling = Math.Clamp(Length - 1 - Count, 0, x.Length);
        _aggregator.Apply(index, x[..filling], y[..filling], areFull: false);
        Fill(y[..filling]);
        _aggregator.Apply(index + filling, x[filling..], y[filling..], areFull: true);
    }

    protected override void WriteWindow(StateWriter target, long next) => _aggregator.Write(target, next);

    protected override bool TryReadWindow(ref StateReader source, long next) => _aggregator.TryRead(ref source, next);

    private void Fill(Span<double> y)
    {
        for (int i = 0; i < y.Length; i++)
        {
            double mean = y[i] / (Count + i + 1);
            y[i] = isRoot ? Math.Sqrt(mean) : mean;
        }
    }
}

/// <summary>The least or the greatest of the last values.</summary>
internal sealed class MovingExtreme<TAggregate>(string name, int length) : WindowState(name, length)
    where TAggregate : struct, IAggregate
{
    private readonly WindowAggregator _aggregator = WindowAggregator.Create<TAggregate>(length);

    protected override void Begin() => _aggregator.Begin();

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y) =>
        _aggregator.Apply(index, x, y, areFull: false);

    protected override void WriteWindow(StateWriter target, long next) => _aggregator.Write(target, next);

    protected override bool TryReadWindow(ref StateReader source, long next) => _aggregator.TryRead(ref source, next);
}
