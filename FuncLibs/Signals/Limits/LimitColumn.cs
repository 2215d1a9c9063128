using FuncLibs.Signals.Buckets;

namespace FuncLibs.Signals.Limits;

/// <summary>What one block brings of one variable. Lives on the stack; the spans belong to the caller.</summary>
public readonly ref struct LimitColumn
{
    /// <summary>A column.</summary>
    /// <param name="firstIndex">Index of the first value among all points of its channel since the stream
    /// began.</param>
    /// <param name="rateHz">Values a second, above 0.</param>
    /// <param name="endNs">Due time of the block's end, which is that of the value after the last: UTC ns.</param>
    /// <param name="values">The values; may be empty.</param>
    /// <param name="qualities">Quality of each; empty: all good.</param>
    /// <exception cref="ArgumentException">There is not one quality for each value.</exception>
    public LimitColumn(
        long firstIndex,
        double rateHz,
        long endNs,
        ReadOnlySpan<double> values,
        ReadOnlySpan<Quality> qualities = default)
    {
        if (!qualities.IsEmpty && qualities.Length != values.Length)
            throw new ArgumentException(
                $"{values.Length} values have {qualities.Length} qualities; one each, or none.", nameof(qualities));
        (FirstIndex, RateHz, EndNs) = (firstIndex, rateHz, endNs);
        Values = values;
        Qualities = qualities;
    }

    /// <summary>Index of the first value.</summary>
    public long FirstIndex { get; }

    /// <summary>Values a second.</summary>
    public double RateHz { get; }

    /// <summary>Due time of <see cref="EndIndex"/>, UTC ns.</summary>
    public long EndNs { get; }

    /// <summary>The values.</summary>
    public ReadOnlySpan<double> Values { get; }

    /// <summary>Quality of each value, or empty.</summary>
    public ReadOnlySpan<Quality> Qualities { get; }

    /// <summary>Index after the last value.</summary>
    public long EndIndex => FirstIndex + Values.Length;

    /// <summary>False for NaN, and for what is stale or invalid: such a value neither raises nor clears.</summary>
    public bool IsUsable(int at) => !double.IsNaN(Values[at]) && (Qualities.IsEmpty || Qualities[at] < Quality.Stale);

    /// <summary>
    /// When a sample is due, UTC ns, on the grid of <see cref="SampleTimes"/>: the same whatever block it came in. May
    /// are before or after the block.
    /// </summary>
    public long NsOf(long index)
    {
        SampleTimes times = new(RateHz, 1, 1);
        return index <= EndIndex ? EndNs - times.OffsetNs(index, EndIndex - index)
            : EndNs + times.OffsetNs(EndIndex, index - EndIndex);
    }

    /// <summary>
    /// The first sample that is due at <paramref name="ns"/> or later, and not before this block; its end when that
    /// is after it.
    /// </summary>
    public long IndexAt(long ns) =>
        FirstIndex + new SampleTimes(RateHz, 1, 1).CountBefore(FirstIndex, ns - NsOf(FirstIndex), Values.Length);
}
