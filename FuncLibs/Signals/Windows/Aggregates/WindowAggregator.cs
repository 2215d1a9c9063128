using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Windows.Aggregates;

/// <summary>The fold of the last values, for each value. What is before the first value counts as nothing.</summary>
internal abstract class WindowAggregator
{
    // Up to here, folding each window again, side by side in wide vectors, is faster than the bookkeeping of blocks.
    private const int Short = 128;

    /// <summary>The way that suits the length.</summary>
    public static WindowAggregator Create<TAggregate>(int length)
        where TAggregate : struct, IAggregate =>
            length <= Short ? new ShortAggregator<TAggregate>(length) : new BlockAggregator<TAggregate>(length);

    /// <summary>Bytes that the fold of a length holds.</summary>
    public static long BytesOf(int length) =>
        sizeof(double) * (length <= Short ? 2L * (length + WindowGrid.Restart) : new WindowGrid(length).Capacity);

    /// <summary>Clears all values.</summary>
    public abstract void Begin();

    /// <summary>The results or the folds of the windows that end at each value.</summary>
    /// <param name="index">Of the first value; must follow the last one of the call before,
    /// but for the first after <see cref="Begin"/>.</param>
    /// <param name="x">The values.</param>
    /// <param name="y">As long; may be x itself.</param>
    /// <param name="areFull">True for results, of windows that are all full; false for bare folds.</param>
    public abstract void Apply(long index, ReadOnlySpan<double> x, Span<double> y, bool areFull);

    /// <summary>Writes what the next result depends on.</summary>
    public abstract void Write(StateWriter target, long next);

    /// <summary>Reads it again; false when there is not enough.</summary>
    public abstract bool TryRead(ref StateReader source, long next);
}
