using System.Collections.Immutable;

namespace FuncLibs.Signals.Stateful;

/// <summary>A function whose result is a table that grows or changes as values come: rainflow classes, closed cycles.</summary>
public interface ITableState : ISignalState
{
    /// <summary>Names of the columns.</summary>
    ImmutableArray<string> Columns { get; }

    /// <summary>Takes values in.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="x">The values.</param>
    void Apply(long index, ReadOnlySpan<double> x);

    /// <summary>The table as it stands, a row each; takes memory, so not for the block path.</summary>
    ImmutableArray<ImmutableArray<double>> Rows();
}
