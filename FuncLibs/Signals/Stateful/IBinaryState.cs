namespace FuncLibs.Signals.Stateful;

/// <summary>A function with memory of two columns of one rate.</summary>
public interface IBinaryState : ISignalState
{
    /// <summary>One result for each pair of values.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="a">The first operand.</param>
    /// <param name="b">The second operand, as long as the first.</param>
    /// <param name="y">As long as both; may be either of them.</param>
    void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y);
}
