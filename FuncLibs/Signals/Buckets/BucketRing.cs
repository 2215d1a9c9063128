namespace FuncLibs.Signals.Buckets;

/// <summary>
/// The newest buckets of some columns, a bounded stretch of time: row by row, the columns of a bucket side by side,
/// because a block touches one row of all columns. Rows that no sample fell into be gaps. One thread at a time.
/// </summary>
internal sealed class BucketRing
{
    private readonly Bucket[] _cells;

    /// <summary>An empty ring; allocates everything now.</summary>
    public BucketRing(int columns, int rows)
    {
        Columns = columns;
        Rows = rows;
        _cells = new Bucket[columns * rows];
    }

    /// <summary>Columns of a row.</summary>
    public int Columns { get; }

    /// <summary>Rows that are kept.</summary>
    public int Rows { get; }

    /// <summary>The newest bucket; null before the first.</summary>
    public long? Newest { get; private set; }

    /// <summary>True when a bucket is so far back that time must have been set back.</summary>
    public bool IsBehind(long bucket) => bucket <= Newest - Rows;

    /// <summary>Clears everything.</summary>
    public void Clear()
    {
        _cells.AsSpan().Clear();
        Newest = null;
    }

    /// <summary>
    /// The row of a bucket, to write into; moves on to it when it is newer than all others. Not for one that is behind.
    /// </summary>
    public Span<Bucket> Row(long bucket)
    {
        long newest = Newest ?? bucket - 1;
        if (bucket > newest)
        {
            if (bucket - newest >= Rows)
                _cells.AsSpan().Clear();
            for (long fresh = Math.Max(newest, bucket - Rows) + 1; fresh <= bucket; fresh++)
                RowOf(fresh).Clear();
            Newest = bucket;
        }

        return RowOf(bucket);
    }

    /// <summary>The row of a bucket as it is; empty when it is not kept.</summary>
    public ReadOnlySpan<Bucket> Find(long bucket) =>
        Newest is { } newest && bucket <= newest && bucket > newest - Rows ? RowOf(bucket) : default;

    private Span<Bucket> RowOf(long bucket)
    {
        int row = (int)(((bucket % Rows) + Rows) % Rows);
        return _cells.AsSpan(row * Columns, Columns);
    }
}
