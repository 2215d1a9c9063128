using System.Buffers;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// Writes the pyramid of one stream: rows of the finest level go into the file of rows at once, so that a process that
/// is killed loses none; a chunk that is full goes into the file of chunks, is made durable, and is folded into the
/// level above. Opening continues what an earlier process left. After an outcome that is not ok it has to be opened
/// again. One thread.
/// </summary>
/// <remarks>
/// A chunk of a level covers the rows up to its last one. So a reader takes the chunks of a level, then those of the
/// level below that are newer than all of these, and so on, and last the rows: what is open in memory here is on the
/// disk as chunks of a finer level.
/// </remarks>
internal sealed class PyramidWriter : IDisposable
{
    private readonly IDiskFiles _files;
    private readonly long _reservedBytes;
    private readonly IDiskFile _chunks;
    private readonly IDiskFile _rows;
    private readonly PyramidIndex _index;
    private readonly List<StoredRow> _stored;
    private readonly PyramidLevel[] _levels =
        [.. Enumerable.Range(0, PyramidLevels.Count).Select(_ => new PyramidLevel())];

    private readonly ArrayBufferWriter<byte> _buffer = new();
    private readonly byte[] _head = new byte[PyramidHead.Size];
    private PyramidColumns? _columns;
    private int _columnsId;
    private long _length;
    private long _rowsLength;
    private ulong _number;
    private bool _isRestored;
    private bool _isDirty;

    private PyramidWriter(
        IDiskFiles files,
        long reservedBytes,
        (IDiskFile Chunks, IDiskFile Rows) open,
        PyramidIndex index,
        List<StoredRow> stored)
    {
        (_files, _reservedBytes, _chunks, _rows) = (files, reservedBytes, open.Chunks, open.Rows);
        (_index, _length) = (index, index.Length);
        (_columns, _columnsId) = (index.NewestColumns, index.ColumnSets);
        _stored = PyramidRowRecord.Following(stored, index);
        _rowsLength = stored.Sum(row => (long)PyramidHead.Size + row.Head.BodyLength);
        End = _stored.Count == 0 ? index.End : _stored[^1].Head.End;
        _number = _stored.Count == 0 ? index.LastRow : _stored[^1].Head.LastRow;
    }

    /// <summary>What is in.</summary>
    public PyramidPoint End { get; private set; }

    /// <summary>Bytes of its files.</summary>
    public long Bytes => _length + _rowsLength;

    /// <summary>
    /// Opens the pyramid of a stream, or begins it. What is torn or damaged is cut off: the frames have it. A file that
    /// is no pyramid of the stream is put aside.
    /// </summary>
    /// <param name="files">The folder; made when it is missing.</param>
    /// <param name="name">Name of its files, without an ending.</param>
    /// <param name="identity">Whose it is.</param>
    /// <param name="reservedBytes">Bytes of the disk that stay free.</param>
    /// <param name="writer">The writer; null when the outcome is not ok.</param>
    /// <param name="note">What was found and repaired, for the log; null nothing.</param>
    public static FileOutcome Open(
        IDiskFiles files,
        string name,
        PyramidIdentity identity,
        long reservedBytes,
        out PyramidWriter? writer,
        out string? note)
    {
        (writer, note) = (null, null);
        string chunkName = name + PyramidIdentity.Ending;
        string rowsName = name + PyramidIdentity.RowsEnding;
        FileOutcome outcome = files.CreateFolder();
        if (!outcome.IsOk)
            return outcome;
        var index = new PyramidIndex();
        outcome = OpenChunks(files, chunkName, identity, index, out IDiskFile? chunks, out note);
        if (!outcome.IsOk)
            return outcome;
        IDiskFile? rows = null;
        outcome = PyramidRowRecord.ReadAll(files, rowsName, out List<StoredRow> stored);
        if (outcome.IsOk)
            outcome = files.Exists(rowsName) ? files.OpenToWrite(rowsName, out rows) : files.Create(rowsName, out rows);
        if (!outcome.IsOk)
        {
            chunks!.Dispose();
            return outcome;
        }

        writer = new PyramidWriter(files, reservedBytes, (chunks!, rows!), index, stored);
        return FileOutcome.Ok;
    }

    /// <summary>Adds a row; its <see cref="PyramidRow.Start"/> is <see cref="End"/>, or what is between is not to be
    /// had.</summary>
    public FileOutcome Append(PyramidRow row)
    {
        FileOutcome outcome = Restore();
        if (outcome.IsOk && _columns?.HasColumnsOf(row.Columns) != true)
            outcome = BeginColumns(row.Columns);
        if (outcome.IsOk && _levels[0].IsLeftBy(row.Bucket, _columnsId))
            outcome = EndChunk();
        if (!outcome.IsOk)
            return outcome;
        PyramidRowRecord.Write(row, _columnsId, _number + 1, _buffer);
        outcome = _rows.Write(_rowsLength, _buffer.WrittenSpan);
        if (!outcome.IsOk)
            return outcome;
        _rowsLength += _buffer.WrittenCount;
        _isDirty = true;
        _levels[0].Open(row.Bucket, row.Bucket, _columns!, _columnsId);
        for (int column = 0; column < row.Cells.Length; column++)
            _levels[0].Append(row.Bucket, column, row.Cells[column]);
        Reach(++_number, row.End);
        return FileOutcome.Ok;
    }

    /// <summary>What is before a point is in, or is not to be had.</summary>
    public void Pass(in PyramidPoint point) => End = point;

    /// <summary>Makes what was added durable.</summary>
    public FileOutcome Flush()
    {
        if (!_isDirty)
            return FileOutcome.Ok;
        _isDirty = false;
        return _rows.Flush();
    }

    /// <summary>The recording is closed: everything goes into chunks.</summary>
    /// <param name="isComplete">True when every frame of the recording is in.</param>
    public FileOutcome Finish(bool isComplete)
    {
        FileOutcome outcome = Restore();
        if (outcome.IsOk)
            outcome = EndLevels();
        if (outcome.IsOk)
            outcome = Write(
                new PyramidHead { Kind = PyramidRecord.End, Flags = isComplete ? 1 : 0, LastRow = _number, End = End },
                []);
        return outcome.IsOk ? Settle() : outcome;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _chunks.Dispose();
        _rows.Dispose();
    }

    private static FileOutcome OpenChunks(
        IDiskFiles files,
        string name,
        PyramidIdentity identity,
        PyramidIndex index,
        out IDiskFile? chunks,
        out string? note)
    {
        (chunks, note) = (null, null);
        if (files.Exists(name))
        {
            FileOutcome outcome = files.OpenToWrite(name, out chunks);
            if (outcome.IsOk)
                outcome = index.Scan(chunks!);
            if (outcome.IsOk && IsOf(index, identity))
            {
                note = index.Damage is { } damage ? $"{name}: {damage}; cut, and made again of the frames" : null;
                return index.Damage is null ? FileOutcome.Ok : chunks!.Truncate(index.Length);
            }

            chunks?.Dispose();
            if (!outcome.IsOk)
                return outcome;
            note = $"{name} is no pyramid of this stream ({index.Damage ?? $"it is of {index.Identity!.Name}"}); it is "
                + $"put aside as {name}{PutAside}";
            outcome = files.Rename(name, name + PutAside);
            if (!outcome.IsOk)
                return outcome;
        }

        return Create(files, name, identity, index, out chunks);
    }

    private const string PutAside = ".aside";

    private static bool IsOf(PyramidIndex index, PyramidIdentity identity) => index.Identity is { } found
        && (found.Publisher, found.Stream) == (identity.Publisher, identity.Stream);

    private static FileOutcome Create(
        IDiskFiles files, string name, PyramidIdentity identity, PyramidIndex index, out IDiskFile? chunks)
    {
        FileOutcome outcome = files.Create(name, out chunks);
        if (!outcome.IsOk)
            return outcome;
        byte[] body = identity.ToBody();
        byte[] record = new byte[PyramidHead.Size + body.Length];
        body.CopyTo(record, PyramidHead.Size);
        new PyramidHead
        {
            Kind = PyramidRecord.File,
            Flags = PyramidIdentity.Version,
            BodyLength = body.Length,
            BodyCrc = Crc32C.Compute(body),
        }.Write(record);
        outcome = chunks!.Write(0, record);
        if (outcome.IsOk)
            outcome = chunks.Flush();
        if (outcome.IsOk)
            outcome = files.FlushFolder();
        index.Reset();
        return outcome.IsOk ? index.Scan(chunks) : outcome;
    }

    private void Reach(ulong row, in PyramidPoint end)
    {
        End = end;
        (_levels[0].LastRow, _levels[0].End) = (row, end);
    }

    // What is open in memory of each level: from the chunks of the level below, and from the rows. From the top, so
    // that what is closed meanwhile comes after what is on the disk.
    private FileOutcome Restore()
    {
        if (_isRestored)
            return FileOutcome.Ok;
        _isRestored = true;
        var reader = new PyramidChunkReader(_chunks);
        for (int level = PyramidLevels.Count - 1; level > 0; level--)
        {
            ulong covered = _index.Level(level) is [.., var last] ? last.LastRow : 0;
            foreach (PyramidEntry entry in _index.Level(level - 1))
            {
                if (entry.LastRow <= covered)
                    continue;
                FileOutcome outcome = Restore(level, entry, reader);
                if (!outcome.IsOk)
                    return outcome;
            }
        }

        foreach (StoredRow row in _stored)
        {
            FileOutcome outcome = _levels[0].IsLeftBy(row.Head.FirstBucket, row.Head.ColumnsId)
                ? Close(0) : FileOutcome.Ok;
            if (!outcome.IsOk)
                return outcome;
            PyramidColumns columns = _index.Columns(row.Head.ColumnsId);
            _levels[0].Open(row.Head.FirstBucket, row.Head.FirstBucket, columns, row.Head.ColumnsId);
            for (int column = 0; column < columns.Count; column++)
                _levels[0].Append(row.Head.FirstBucket, column, PyramidRowRecord.Read(row.Body.Span, column));
            (_levels[0].LastRow, _levels[0].End) = (row.Head.LastRow, row.Head.End);
        }

        _stored.Clear();
        return FileOutcome.Ok;
    }

    // A chunk that cannot be read is left out of the levels above; `recording repair` makes all of it again.
    private FileOutcome Restore(int level, in PyramidEntry entry, PyramidChunkReader reader)
    {
        PyramidColumns columns = _index.Columns(entry.ColumnsId);
        if (!reader.Begin(entry, columns.Count).IsOk)
            return FileOutcome.Ok;
        FileOutcome outcome = OpenAbove(level, entry.FirstBucket, entry.Rows, columns, entry.ColumnsId);
        for (int column = 0; outcome.IsOk && column < columns.Count; column++)
        {
            if (reader.Read(column, out ReadOnlySpan<Bucket> cells).IsOk)
                _levels[level].Fold(column, entry.FirstBucket, cells);
        }

        (_levels[level].LastRow, _levels[level].End) = (entry.LastRow, entry.End);
        return outcome;
    }

    private FileOutcome BeginColumns(PyramidColumns columns)
    {
        FileOutcome outcome = EndLevels();
        if (!outcome.IsOk)
            return outcome;
        _buffer.ResetWrittenCount();
        columns.Write(_buffer);
        int padding = -_buffer.WrittenCount & 7;
        _buffer.GetSpan(8)[..padding].Clear();
        _buffer.Advance(padding);
        outcome = Write(
            new PyramidHead
            {
                Kind = PyramidRecord.Columns,
                ColumnsId = _columnsId + 1,
                Columns = columns.Count,
                BodyLength = _buffer.WrittenCount,
                BodyCrc = Crc32C.Compute(_buffer.WrittenSpan),
            },
            _buffer.WrittenSpan);
        if (outcome.IsOk)
            (_columns, _columnsId) = (columns, _columnsId + 1);
        return outcome.IsOk ? Settle() : outcome;
    }

    private FileOutcome EndChunk()
    {
        FileOutcome outcome = Close(0);
        return outcome.IsOk ? Settle() : outcome;
    }

    private FileOutcome EndLevels()
    {
        FileOutcome outcome = FileOutcome.Ok;
        for (int level = 0; outcome.IsOk && level < PyramidLevels.Count; level++)
            outcome = Close(level);
        return outcome;
    }

    // The rows are let go once the chunk that has them is durable.
    private FileOutcome Settle()
    {
        FileOutcome outcome = _chunks.Flush();
        if (!outcome.IsOk || !_levels[0].IsEmpty)
            return outcome;
        _rowsLength = 0;
        _isDirty = false;
        return _rows.Truncate(0);
    }

    private FileOutcome Close(int level)
    {
        PyramidLevel from = _levels[level];
        if (from.IsEmpty)
            return FileOutcome.Ok;
        FileOutcome outcome = CheckRoom();
        if (!outcome.IsOk)
            return outcome;
        PyramidColumns columns = from.Columns;
        PyramidChunk.Write(from.Cells, columns.Count, from.Stride, from.First, from.Rows, _buffer);
        int directory = columns.Count * PyramidChunk.EntrySize;
        outcome = Write(
            new PyramidHead
            {
                Kind = PyramidRecord.Chunk,
                Level = level,
                ColumnsId = from.ColumnsId,
                Columns = columns.Count,
                BodyLength = _buffer.WrittenCount,
                FirstBucket = from.FirstBucket,
                Rows = from.Rows,
                BodyCrc = Crc32C.Compute(_buffer.WrittenSpan[..directory]),
                LastRow = from.LastRow,
                End = from.End,
            },
            _buffer.WrittenSpan);
        if (outcome.IsOk && level + 1 < PyramidLevels.Count)
            outcome = FoldInto(level + 1, from);
        from.Clear();
        return outcome;
    }

    private FileOutcome FoldInto(int level, PyramidLevel below)
    {
        FileOutcome outcome = OpenAbove(level, below.FirstBucket, below.Rows, below.Columns, below.ColumnsId);
        if (!outcome.IsOk)
            return outcome;
        for (int column = 0; column < below.Columns.Count; column++)
            _levels[level].Fold(
                column, below.FirstBucket, below.Cells.Slice((column * below.Stride) + below.First, below.Rows));
        (_levels[level].LastRow, _levels[level].End) = (below.LastRow, below.End);
        return FileOutcome.Ok;
    }

    private FileOutcome OpenAbove(int level, long firstBelow, int rows, PyramidColumns columns, int columnsId)
    {
        long first = firstBelow >> PyramidLevels.FactorBits;
        long last = (firstBelow + rows - 1) >> PyramidLevels.FactorBits;
        FileOutcome outcome =
            _levels[level].IsLeftBy(first, columnsId) ? Close(level) : FileOutcome.Ok;
        if (outcome.IsOk)
            _levels[level].Open(first, last, columns, columnsId);
        return outcome;
    }

    private FileOutcome CheckRoom()
    {
        FileOutcome outcome = _files.FreeBytes(out long free);
        return outcome.IsOk && free < _reservedBytes
            ? FileOutcome.Failed(
                FileFault.Full,
                "write the pyramid in",
                _files.Folder,
                $"{free} bytes are free, {_reservedBytes} are reserved")
            : outcome;
    }

    private FileOutcome Write(in PyramidHead head, ReadOnlySpan<byte> body)
    {
        head.Write(_head);
        FileOutcome outcome = _chunks.Write(_length, _head);
        if (outcome.IsOk && !body.IsEmpty)
            outcome = _chunks.Write(_length + PyramidHead.Size, body);
        if (outcome.IsOk)
            _length += PyramidHead.Size + body.Length;
        return outcome;
    }
}
