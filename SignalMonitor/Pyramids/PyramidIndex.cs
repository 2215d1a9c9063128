using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Pyramids;

/// <summary>
/// What is in a file of chunks, by its heads: which chunks of each level, and what they cover. Scans on from where it
/// came to, so a file that grows is read once. Ends at the first record that is torn or damaged, and says so. One
/// thread at a time.
/// </summary>
internal sealed class PyramidIndex
{
    // Half a year of the most columns; 64 bytes each.
    private const int MaxChunks = 1 << 21;

    private readonly List<PyramidColumns> _columns = [];
    private readonly List<PyramidEntry>[] _levels =
        [.. Enumerable.Range(0, PyramidLevels.Count).Select(_ => new List<PyramidEntry>())];

    private int _chunks;

    /// <summary>Whose it is; null before the first record.</summary>
    public PyramidIdentity? Identity { get; private set; }

    /// <summary>Bytes of whole records.</summary>
    public long Length { get; private set; }

    /// <summary>Number of the last row that is in a chunk.</summary>
    public ulong LastRow { get; private set; }

    /// <summary>What is in its chunks.</summary>
    public PyramidPoint End { get; private set; } = PyramidPoint.Beginning;

    /// <summary>True when its last record says that every frame of the recording is in.</summary>
    public bool IsComplete { get; private set; }

    /// <summary>What ends it before the end of the file; null nothing.</summary>
    public string? Damage { get; private set; }

    /// <summary>When its first chunk begins, UTC ns; the earliest, where the clock was set back.</summary>
    public long BeginNs { get; private set; } = long.MaxValue;

    /// <summary>When its last chunk ends, UTC ns; the latest.</summary>
    public long EndNs { get; private set; } = long.MinValue;

    /// <summary>Chunks of all levels.</summary>
    public int Chunks => _chunks;

    /// <summary>Columns of the newest chunks; null before the first.</summary>
    public PyramidColumns? NewestColumns => _columns.Count == 0 ? null : _columns[^1];

    /// <summary>How many records of columns there are.</summary>
    public int ColumnSets => _columns.Count;

    /// <summary>Chunks of a level, in the order in which they were written.</summary>
    public IReadOnlyList<PyramidEntry> Level(int level) => _levels[level];

    /// <summary>Columns by their number, from 1.</summary>
    public PyramidColumns Columns(int id) => _columns[id - 1];

    /// <summary>Whether there are columns of a number.</summary>
    public bool HasColumns(int id) => id >= 1 && id <= _columns.Count;

    /// <summary>Begins with another file.</summary>
    public void Reset()
    {
        _columns.Clear();
        foreach (List<PyramidEntry> level in _levels)
            level.Clear();
        (_chunks, Identity, Length, LastRow, End, IsComplete, Damage) =
            (0, null, 0, 0, PyramidPoint.Beginning, false, null);
        (BeginNs, EndNs) = (long.MaxValue, long.MinValue);
    }

    /// <summary>Scans what was added.</summary>
    /// <param name="file">The file.</param>
    /// <returns>Not ok when the disk refused.</returns>
    public FileOutcome Scan(IDiskFile file)
    {
        FileOutcome outcome = file.Length(out long length);
        Span<byte> bytes = stackalloc byte[PyramidHead.Size];
        Damage = null;
        while (outcome.IsOk && Length < length)
        {
            outcome = file.Read(Length, bytes, out int read);
            if (!outcome.IsOk)
                break;
            if (!PyramidHead.TryRead(bytes[..read], out PyramidHead head)
                || Length + PyramidHead.Size + head.BodyLength > length)
            {
                Damage = Identity is null ? "it is no pyramid of this program, or its beginning is damaged"
                    : $"it is damaged or torn at byte {Length} of {length}";
                break;
            }

            outcome = Take(file, head, out string? fault);
            if (!outcome.IsOk || fault is not null)
            {
                Damage = fault is null ? null : $"{fault} at byte {Length}";
                break;
            }

            Length += PyramidHead.Size + head.BodyLength;
        }

        return outcome;
    }

    private FileOutcome Take(IDiskFile file, in PyramidHead head, out string? fault)
    {
        fault = null;
        IsComplete = false;
        if (Identity is null != (head.Kind == PyramidRecord.File))
        {
            fault = "a record of another kind was expected";
            return FileOutcome.Ok;
        }

        switch (head.Kind)
        {
            case PyramidRecord.File:
                if (head.Flags != PyramidIdentity.Version)
                {
                    fault = $"it has version {head.Flags}; this program reads version {PyramidIdentity.Version}";
                    return FileOutcome.Ok;
                }

                FileOutcome outcome = ReadBody(file, head, out byte[] body, out fault);
                Identity = fault is null ? PyramidIdentity.TryRead(body) : null;
                fault ??= Identity is null ? "its first record is damaged" : null;
                return outcome;
            case PyramidRecord.Columns:
                outcome = ReadBody(file, head, out body, out fault);
                PyramidColumns? columns = fault is null ? PyramidColumns.TryRead(body, head.Columns) : null;
                fault ??= columns is null || head.ColumnsId != _columns.Count + 1 ? "columns are damaged" : null;
                if (fault is null)
                    _columns.Add(columns!);
                return outcome;
            case PyramidRecord.Chunk:
                fault = FindFault(head);
                if (fault is not null)
                    return FileOutcome.Ok;
                _chunks++;
                _levels[head.Level].Add(new PyramidEntry(
                    Length + PyramidHead.Size, head.BodyLength, head.BodyCrc, head.FirstBucket, head.Rows,
                    head.ColumnsId, head.LastRow, head.End));
                if (head.Level == 0)
                {
                    (LastRow, End) = (head.LastRow, head.End);
                    BeginNs = Math.Min(BeginNs, PyramidLevels.GridOf(0).StartOf(head.FirstBucket));
                    EndNs = Math.Max(EndNs, PyramidLevels.GridOf(0).StartOf(head.FirstBucket + head.Rows));
                }

                return FileOutcome.Ok;
            case PyramidRecord.End:
                IsComplete = head.Flags == 1;
                return FileOutcome.Ok;
            default:
                fault = $"a record of kind {(int)head.Kind} is unknown";
                return FileOutcome.Ok;
        }
    }

    private string? FindFault(in PyramidHead head) =>
        !head.IsInTime ? "a chunk is of a time beyond reason"
        : _chunks == MaxChunks ? $"it has more than {MaxChunks} chunks"
        : !HasColumns(head.ColumnsId) || Columns(head.ColumnsId).Count != head.Columns || head.Rows == 0
            || head.BodyLength < head.Columns * PyramidChunk.EntrySize ? "a chunk has none of the columns before it"
        : null;

    private FileOutcome ReadBody(IDiskFile file, in PyramidHead head, out byte[] body, out string? fault)
    {
        body = new byte[head.BodyLength];
        FileOutcome outcome = file.Read(Length + PyramidHead.Size, body, out int read);
        fault = outcome.IsOk && (read < body.Length || Crc32C.Compute(body) != head.BodyCrc)
            ? "a record is damaged" : null;
        return outcome;
    }
}

/// <summary>A chunk in a file.</summary>
/// <param name="Offset">Where its body is.</param>
/// <param name="Length">Bytes of the body.</param>
/// <param name="DirectoryCrc">CRC-32C of its directory.</param>
/// <param name="FirstBucket">Number of its first bucket.</param>
/// <param name="Rows">Buckets of each column.</param>
/// <param name="ColumnsId">Number of its columns.</param>
/// <param name="LastRow">Number of the last row that is in.</param>
/// <param name="End">What is in after it.</param>
internal readonly record struct PyramidEntry(
    long Offset,
    int Length,
    uint DirectoryCrc,
    long FirstBucket,
    int Rows,
    int ColumnsId,
    ulong LastRow,
    PyramidPoint End);
