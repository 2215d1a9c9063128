using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// Reads the pyramid of a stream, also while it is written: takes no lock and changes nothing. One thread at a time.
/// </summary>
internal sealed class PyramidFile : IDisposable
{
    private readonly IDiskFiles _files;
    private readonly string _name;
    private readonly IDiskFile _chunks;
    private readonly PyramidIndex _index = new();
    private List<StoredRow> _rows = [];

    private readonly DateTime _begunUtc;

    private PyramidFile(IDiskFiles files, string name, IDiskFile chunks)
    {
        (_files, _name, _chunks) = (files, name, chunks);
        _begunUtc = File.GetCreationTimeUtc(PathOfChunks);
    }

    /// <summary>Whose it is.</summary>
    public PyramidIdentity Identity => _index.Identity!;

    /// <summary>Name of its files, without an ending.</summary>
    public string Name => _name;

    /// <summary>False when it is gone, or another file has its place.</summary>
    public bool IsThere => new FileInfo(PathOfChunks) is { Exists: true } now
        && now.CreationTimeUtc == _begunUtc && now.Length >= _index.Length;

    /// <summary>What is in.</summary>
    public PyramidPoint End => _rows is [.., var last] ? last.Head.End : _index.End;

    /// <summary>True when every frame of the recording is in.</summary>
    public bool IsComplete => _index.IsComplete;

    /// <summary>What ends it before the end of its file; null nothing.</summary>
    public string? Damage => _index.Damage;

    /// <summary>Chunks of all levels.</summary>
    public int Chunks => _index.Chunks;

    /// <summary>True while it has no sample.</summary>
    public bool IsEmpty => _index.Chunks == 0 && _rows.Count == 0;

    /// <summary>When its first bucket begins, UTC ns; the earliest, where the clock was set back.</summary>
    public long BeginNs => _rows.Count == 0 ? _index.BeginNs
        : Math.Min(_index.BeginNs, _rows.Min(row => Finest.StartOf(row.Head.FirstBucket)));

    /// <summary>When its last bucket ends, UTC ns; the latest.</summary>
    public long EndNs => _rows.Count == 0 ? _index.EndNs
        : Math.Max(_index.EndNs, _rows.Max(row => Finest.StartOf(row.Head.FirstBucket + 1)));

    /// <summary>Bytes of chunks and rows.</summary>
    public long Bytes => _index.Length + _rows.Sum(row => (long)PyramidHead.Size + row.Head.BodyLength);

    private string PathOfChunks => Path.Combine(_files.Folder, _name + PyramidIdentity.Ending);

    private static BucketGrid Finest => PyramidLevels.GridOf(0);

    /// <summary>Opens a pyramid; the outcome says why not when it is none, or is of a later version.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of its files, without an ending.</param>
    /// <param name="file">The pyramid; null when the outcome is not ok.</param>
    public static FileOutcome Open(IDiskFiles files, string name, out PyramidFile? file)
    {
        file = null;
        FileOutcome outcome = files.OpenToRead(name + PyramidIdentity.Ending, out IDiskFile? chunks);
        if (!outcome.IsOk)
            return outcome;
        var opened = new PyramidFile(files, name, chunks!);
        outcome = opened.Refresh();
        if (outcome.IsOk && opened._index.Identity is null)
            outcome = FileOutcome.Failed(
                FileFault.Device,
                "read",
                Path.Combine(files.Folder, name + PyramidIdentity.Ending),
                opened.Damage ?? "it is empty");
        if (outcome.IsOk)
            file = opened;
        else
            opened.Dispose();
        return outcome;
    }

    /// <summary>Takes in what was written meanwhile.</summary>
    public FileOutcome Refresh()
    {
        // Rows first: those that are moved into a chunk meanwhile are in both, and count once.
        FileOutcome outcome =
            PyramidRowRecord.ReadAll(_files, _name + PyramidIdentity.RowsEnding, out List<StoredRow> rows);
        if (outcome.IsOk)
            outcome = _index.Scan(_chunks);
        _rows = PyramidRowRecord.Following(rows, _index);
        return outcome;
    }

    /// <summary>Its columns, each name once, as the newest chunks have it.</summary>
    public IEnumerable<PyramidColumn> Columns() => Enumerable.Range(1, _index.ColumnSets)
        .SelectMany(id => _index.Columns(id).All)
        .Reverse()
        .DistinctBy(column => column.Name)
        .Reverse();

    /// <summary>
    /// Merges the buckets of some columns that begin in a stretch of time into a table, from the coarsest level that
    /// fits its grid.
    /// </summary>
    /// <param name="table">Where to; its buckets are 100 ms or wider.</param>
    /// <param name="names">Which columns, one for each of the table; one that is not there has no samples.</param>
    /// <param name="fromNs">Begin of a bucket of the table, UTC ns.</param>
    /// <param name="toNs">End of a bucket of the table, UTC ns.</param>
    /// <param name="stop">Gives it up.</param>
    /// <returns>Not ok when something that is needed cannot be read, or is damaged.</returns>
    /// <exception cref="OperationCanceledException">It was given up.</exception>
    public FileOutcome AddTo(
        BucketTable table, IReadOnlyList<string> names, long fromNs, long toNs, CancellationToken stop)
    {
        var reader = new PyramidChunkReader(_chunks);
        ulong covered = 0;
        for (int level = PyramidLevels.LevelFor(table.Grid); level >= 0; level--)
        {
            IReadOnlyList<PyramidEntry> entries = _index.Level(level);
            foreach (PyramidEntry entry in entries)
            {
                if (entry.LastRow <= covered || !Overlaps(level, entry, fromNs, toNs))
                    continue;
                stop.ThrowIfCancellationRequested();
                FileOutcome outcome = Add(level, entry, reader, table, names, fromNs, toNs);
                if (!outcome.IsOk)
                    return outcome;
            }

            covered = entries is [.., var last] ? Math.Max(covered, last.LastRow) : covered;
        }

        foreach (StoredRow row in _rows)
            Add(row, table, names, fromNs, toNs);
        return FileOutcome.Ok;
    }

    /// <summary>Reads everything and checks every checksum.</summary>
    /// <param name="problems">Receives what is damaged.</param>
    /// <param name="stop">Gives it up.</param>
    public void Verify(ICollection<string> problems, CancellationToken stop)
    {
        if (Damage is { } damage)
            problems.Add($"{_name}{PyramidIdentity.Ending}: {damage}");
        var reader = new PyramidChunkReader(_chunks);
        for (int level = 0; level < PyramidLevels.Count; level++)
        {
            foreach (PyramidEntry entry in _index.Level(level))
            {
                stop.ThrowIfCancellationRequested();
                FileOutcome outcome = Check(entry, reader);
                if (!outcome.IsOk)
                    problems.Add($"{_name}{PyramidIdentity.Ending}: {outcome.Reason}");
            }
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _chunks.Dispose();

    private static bool Overlaps(int level, in PyramidEntry entry, long fromNs, long toNs)
    {
        BucketGrid grid = PyramidLevels.GridOf(level);
        return grid.StartOf(entry.FirstBucket) < toNs && grid.StartOf(entry.FirstBucket + entry.Rows) > fromNs;
    }

    private FileOutcome Check(in PyramidEntry entry, PyramidChunkReader reader)
    {
        int columns = _index.Columns(entry.ColumnsId).Count;
        FileOutcome outcome = reader.Begin(entry, columns);
        for (int column = 0; outcome.IsOk && column < columns; column++)
            outcome = reader.Read(column, out _);
        return outcome;
    }

    private FileOutcome Add(
        int level,
        in PyramidEntry entry,
        PyramidChunkReader reader,
        BucketTable table,
        IReadOnlyList<string> names,
        long fromNs,
        long toNs)
    {
        PyramidColumns columns = _index.Columns(entry.ColumnsId);
        BucketGrid grid = PyramidLevels.GridOf(level);
        bool hasBegun = false;
        for (int i = 0; i < names.Count; i++)
        {
            int column = columns.Find(names[i]);
            if (column < 0)
                continue;
            FileOutcome outcome = hasBegun ? FileOutcome.Ok : reader.Begin(entry, columns.Count);
            hasBegun = true;
            if (!outcome.IsOk)
                return outcome;
            outcome = reader.Read(column, out ReadOnlySpan<Bucket> cells);
            if (!outcome.IsOk)
                return outcome;
            for (int row = 0; row < cells.Length; row++)
            {
                long start = grid.StartOf(entry.FirstBucket + row);
                if (start >= fromNs && start < toNs)
                    table.Add(start, i, cells[row]);
            }
        }

        return FileOutcome.Ok;
    }

    private void Add(in StoredRow row, BucketTable table, IReadOnlyList<string> names, long fromNs, long toNs)
    {
        long start = Finest.StartOf(row.Head.FirstBucket);
        if (start < fromNs || start >= toNs)
            return;
        PyramidColumns columns = _index.Columns(row.Head.ColumnsId);
        for (int i = 0; i < names.Count; i++)
        {
            if (columns.Find(names[i]) is >= 0 and var column)
                table.Add(start, i, PyramidRowRecord.Read(row.Body.Span, column));
        }
    }
}
