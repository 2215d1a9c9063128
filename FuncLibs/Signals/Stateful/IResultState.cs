namespace FuncLibs.Signals.Stateful;

/// <summary>A function whose result is one value of a whole test, such as Rm: pending while it may still change, then final.</summary>
public interface IResultState : ISignalState
{
    /// <summary>The value so far; NaN while there is none.</summary>
    double Value { get; }

    /// <summary>True when no further value can change it.</summary>
    bool IsFinal { get; }

    /// <summary>Why there is no value, one line with what to do; null when there is one. Does not allocate.</summary>
    string? Missing { get; }

    /// <summary>Takes values in.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="a">The first column, such as stress.</param>
    /// <param name="b">The second, as long as the first; empty for a function of one column.</param>
    void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b);
}
