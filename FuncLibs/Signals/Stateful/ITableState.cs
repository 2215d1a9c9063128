using System.Collections.Immutable;

namespace FuncLibs.Signals.Stateful;

/// <summary>A function whose result is a table that grows or changes as values come: rainflow classes, closed cycles.</summary>
public interface ITableState : ISignalState
{
    /// <summary>Names of the columns.</summary>
    ImmutableArray<string> Columns { get; }

    /// <summary>What the table no longer shows exactly. Does not allocate.</summary>
    TableLoss Loss { get; }

    /// <summary>Takes values in.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="x">The values.</param>
    void Apply(long index, ReadOnlySpan<double> x);

    /// <summary>The table as it stands, a row each; takes memory, so not for the block path.</summary>
    ImmutableArray<ImmutableArray<double>> Rows();
}

/// <summary>What a bounded table no longer shows exactly; <c>default</c> is nothing.</summary>
/// <param name="DroppedRows">Oldest rows that made room for newer ones.</param>
/// <param name="ClassWidth">Width of the classes that ranges and means were put into, in the unit of the signal; 0
/// exact.</param>
/// <param name="ClosedEarly">Half cycles that a full residue closed early.</param>
public readonly record struct TableLoss(long DroppedRows, double ClassWidth, long ClosedEarly)
{
    /// <summary>It in a line; null when nothing is lost.</summary>
    public string? Text()
    {
        List<string> parts = [];
        if (DroppedRows > 0)
            parts.Add(FormattableString.Invariant($"{DroppedRows} older rows were dropped"));
        if (ClassWidth > 0)
            parts.Add(FormattableString.Invariant($"ranges and means are those of classes {ClassWidth:R} wide"));
        if (ClosedEarly > 0)
            parts.Add(FormattableString.Invariant($"{ClosedEarly} half cycles were closed early"));
        return parts.Count == 0 ? null : string.Join("; ", parts);
    }
}
