namespace FuncLibs.Signals.Stateful;

/// <summary>A function with memory of one column.</summary>
public interface IUnaryState : ISignalState
{
    /// <summary>One result for each value.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="x">The values.</param>
    /// <param name="y">As long as x; may be x itself.</param>
    void Apply(long index, ReadOnlySpan<double> x, Span<double> y);
}
