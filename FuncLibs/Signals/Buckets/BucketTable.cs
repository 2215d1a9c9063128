namespace FuncLibs.Signals.Buckets;

/// <summary>
/// Buckets of some columns over a stretch of time, at any width: what is read out of a history. Finer buckets are
/// merged into it in the order of time. The same table may be used again and again by one thread: memory is taken only
/// to grow.
/// </summary>
public sealed class BucketTable
{
    private Bucket[] _cells = [];

    /// <summary>Width of its buckets.</summary>
    public BucketGrid Grid { get; private set; } = new(BucketGrid.FinestNs);

    /// <summary>Number of the first bucket.</summary>
    public long First { get; private set; }

    /// <summary>Buckets of each column.</summary>
    public int Buckets { get; private set; }

    /// <summary>Columns.</summary>
    public int Columns { get; private set; }

    /// <summary>When the first bucket begins, UTC ns.</summary>
    public long StartNs => Grid.StartOf(First);

    /// <summary>When the last bucket ends, UTC ns.</summary>
    public long EndNs => Grid.StartOf(First + Buckets);

    /// <summary>One bucket.</summary>
    /// <param name="bucket">0 to <see cref="Buckets"/> - 1.</param>
    /// <param name="column">0 to <see cref="Columns"/> - 1.</param>
    public ref Bucket this[int bucket, int column] => ref _cells[(bucket * Columns) + column];

    /// <summary>Restarts, with gaps only.</summary>
    public void Reset(BucketGrid grid, long first, int buckets, int columns)
    {
        (Grid, First, Buckets, Columns) = (grid, first, buckets, columns);
        int cells = checked(buckets * columns);
        if (_cells.Length < cells)
            _cells = new Bucket[cells];
        _cells.AsSpan(0, cells).Clear();
    }

    /// <summary>
    /// Merges one bucket that begins at <paramref name="startNs"/> after what is there; one outside the table is left
    /// out.
    /// </summary>
    public void Add(long startNs, int column, in Bucket bucket)
    {
        long row = Grid.IndexOf(startNs) - First;
        if (bucket.Count == 0 || row < 0 || row >= Buckets)
            return;
        ref Bucket cell = ref this[(int)row, column];
        cell = cell.Append(bucket);
    }
}
