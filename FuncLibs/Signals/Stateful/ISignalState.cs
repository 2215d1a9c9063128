using System.Collections.Immutable;

namespace FuncLibs.Signals.Stateful;

/// <summary>
/// A function with state: one instance for each variable and place in its expression, one thread. Values come in blocks
/// of any length, and the lengths never change a result. After the constructor, which checks its arguments, nothing
/// throws for a value and blocks do not allocate.
/// </summary>
public interface ISignalState
{
    /// <summary>How the quality of what comes out follows from what went in.</summary>
    QualityRule Quality { get; }

    /// <summary>
    /// Maximum of bytes that it holds at any time, or that <see cref="Save"/> writes, whichever is more.
    /// </summary>
    long MaxBytes => SignalState.SmallBytes;

    /// <summary>Back to the state the constructor left.</summary>
    void Reset();

    /// <summary>
    /// Samples are missing before the next one: windows and filters restart; counts, integrals and extremes continue.
    /// </summary>
    void Gap();

    /// <summary>Writes everything the next result depends on.</summary>
    void Save(StateWriter target);

    /// <summary>Takes over what <see cref="Save"/> of a function with the same arguments wrote.</summary>
    /// <returns>False when the bytes are of another function or damaged; the state is then as after
    /// <see cref="Reset"/>.</returns>
    bool TryLoad(ref StateReader source);
}

/// <summary>A function with state of one column.</summary>
public interface IUnaryState : ISignalState
{
    /// <summary>One result for each value.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="x">The values.</param>
    /// <param name="y">As long as x; may be x itself.</param>
    void Apply(long index, ReadOnlySpan<double> x, Span<double> y);
}

/// <summary>A function with state of two columns of one rate.</summary>
public interface IBinaryState : ISignalState
{
    /// <summary>One result for each pair of values.</summary>
    /// <param name="index">Index of the first value among all points of its channel since the stream began.</param>
    /// <param name="a">The first operand.</param>
    /// <param name="b">The second operand, as long as the first.</param>
    /// <param name="y">As long as both; may be either of them.</param>
    void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y);
}

/// <summary>
/// A function whose result is one value of a whole test, such as Rm: pending while it may still change, then final.
/// </summary>
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

/// <summary>
/// A function whose result is a table that grows or changes as values come: rainflow classes, closed cycles.
/// </summary>
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

    /// <summary>The table as it is, a row each; allocates, so not for the block path.</summary>
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
