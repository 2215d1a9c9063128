using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// One finest bucket of all columns, or a part of one: on its way from who folds blocks to who writes. Whoever has it
/// alone changes it.
/// </summary>
/// <param name="columns">The columns.</param>
internal sealed class PyramidRow(PyramidColumns columns)
{
    /// <summary>The columns.</summary>
    public PyramidColumns Columns { get; } = columns;

    /// <summary>What each column did.</summary>
    public Bucket[] Cells { get; } = new Bucket[columns.Count];

    /// <summary>Number of the bucket.</summary>
    public long Bucket { get; private set; }

    /// <summary>What was in before it.</summary>
    public PyramidPoint Start { get; private set; }

    /// <summary>What is in after it.</summary>
    public PyramidPoint End { get; set; }

    /// <summary>True once a sample is in it.</summary>
    public bool HasSamples { get; set; }

    /// <summary>Begins an empty one.</summary>
    public void Begin(long bucket, in PyramidPoint start)
    {
        (Bucket, Start, End, HasSamples) = (bucket, start, start, false);
        Cells.AsSpan().Clear();
    }
}

/// <summary>Takes the rows of a fold, in their order.</summary>
internal interface IPyramidRows
{
    /// <summary>The rows from here on have these columns.</summary>
    void Use(PyramidColumns columns);

    /// <summary>An empty row; null when none is free, and then its samples are left out.</summary>
    PyramidRow? TryRent();

    /// <summary>
    /// A row that is done; the taker has it from here on. One without samples says only what came before it.
    /// </summary>
    void Pass(PyramidRow row);
}
