using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>The chunk of one level that is being filled. Allocates with the first bucket.</summary>
internal sealed class PyramidLevel
{
    private Bucket[] _cells = [];
    private PyramidColumns? _columns;
    private long _base;
    private int _first;
    private int _last;

    /// <summary>True while nothing is in it.</summary>
    public bool IsEmpty => _columns is null;

    /// <summary>Number of the chunk.</summary>
    public long Chunk { get; private set; }

    /// <summary>Its columns; not while it is empty.</summary>
    public PyramidColumns Columns => _columns!;

    /// <summary>Number of its columns in the file.</summary>
    public int ColumnsId { get; private set; }

    /// <summary>Number of the last row that is in.</summary>
    public ulong LastRow { get; set; }

    /// <summary>What is in after it.</summary>
    public PyramidPoint End { get; set; }

    /// <summary>Buckets of a column in <see cref="Cells"/>.</summary>
    public int Stride => PyramidLevels.RowsOf(Columns.Count);

    /// <summary>The buckets, column by column.</summary>
    public ReadOnlySpan<Bucket> Cells => _cells.AsSpan(0, Columns.Count * Stride);

    /// <summary>First bucket of the chunk that has samples, from its beginning.</summary>
    public int First => _first;

    /// <summary>Buckets from there to the last that has samples.</summary>
    public int Rows => _last - _first + 1;

    /// <summary>Number of the first bucket.</summary>
    public long FirstBucket => _base + _first;

    /// <summary>Whether a bucket belongs to another chunk than this.</summary>
    public bool IsLeftBy(long bucket, int columnsId) => !IsEmpty
        && (columnsId != ColumnsId || PyramidLevels.ChunkOf(bucket, Stride) != Chunk);

    /// <summary>The buckets of a stretch get samples now; all are of one chunk.</summary>
    public void Open(long firstBucket, long lastBucket, PyramidColumns columns, int columnsId)
    {
        if (IsEmpty)
            Begin(firstBucket, columns, columnsId);
        _first = Math.Min(_first, (int)(firstBucket - _base));
        _last = Math.Max(_last, (int)(lastBucket - _base));
    }

    /// <summary>Adds to a bucket what comes after all that is in it.</summary>
    public void Append(long bucket, int column, in Bucket more)
    {
        ref Bucket cell = ref _cells[(column * Stride) + (int)(bucket - _base)];
        cell = cell.Append(more);
    }

    /// <summary>Adds a column of a chunk of the level below.</summary>
    public void Fold(int column, long firstBucket, ReadOnlySpan<Bucket> below)
    {
        for (int row = 0; row < below.Length; row++)
            Append((firstBucket + row) >> PyramidLevels.FactorBits, column, below[row]);
    }

    /// <summary>Clears everything.</summary>
    public void Clear() => _columns = null;

    private void Begin(long bucket, PyramidColumns columns, int columnsId)
    {
        (_columns, ColumnsId) = (columns, columnsId);
        int cells = columns.Count * Stride;
        if (_cells.Length < cells)
            _cells = new Bucket[cells];
        _cells.AsSpan(0, cells).Clear();
        Chunk = PyramidLevels.ChunkOf(bucket, Stride);
        _base = Chunk * Stride;
        (_first, _last) = (int.MaxValue, -1);
    }
}
