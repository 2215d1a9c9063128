using System.Buffers;
using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// The file of rows that are in no chunk yet: a record for each, its body 40 bytes a column (least, greatest, first,
/// last, count). It is emptied whenever a chunk is written, and has the length of a chunk at most.
/// </summary>
internal static class PyramidRowRecord
{
    // A chunk, and a part of a row for each second.
    private const long MaxFile = 64L << 20;

    /// <summary>Writes a row.</summary>
    /// <param name="row">The row.</param>
    /// <param name="columnsId">Number of its columns.</param>
    /// <param name="number">Its number.</param>
    /// <param name="output">Receives the record; emptied before.</param>
    public static void Write(PyramidRow row, int columnsId, ulong number, ArrayBufferWriter<byte> output)
    {
        output.ResetWrittenCount();
        int length = row.Cells.Length * Bucket.Bytes;
        Span<byte> record = output.GetSpan(PyramidHead.Size + length)[..(PyramidHead.Size + length)];
        Span<byte> body = record[PyramidHead.Size..];
        for (int column = 0; column < row.Cells.Length; column++)
            Write(row.Cells[column], body[(column * Bucket.Bytes)..]);
        new PyramidHead
        {
            Kind = PyramidRecord.Row,
            ColumnsId = columnsId,
            Columns = row.Cells.Length,
            BodyLength = length,
            FirstBucket = row.Bucket,
            Rows = 1,
            BodyCrc = Crc32C.Compute(body),
            LastRow = number,
            End = row.End,
        }.Write(record);
        output.Advance(record.Length);
    }

    /// <summary>A bucket of a row.</summary>
    public static Bucket Read(ReadOnlySpan<byte> body, int column)
    {
        ReadOnlySpan<byte> cell = body.Slice(column * Bucket.Bytes, Bucket.Bytes);
        return new Bucket(
            BinaryPrimitives.ReadDoubleLittleEndian(cell),
            BinaryPrimitives.ReadDoubleLittleEndian(cell[8..]),
            BinaryPrimitives.ReadDoubleLittleEndian(cell[16..]),
            BinaryPrimitives.ReadDoubleLittleEndian(cell[24..]),
            BinaryPrimitives.ReadInt64LittleEndian(cell[32..]));
    }

    /// <summary>
    /// Reads the file of rows as it is now, whole. What is torn or damaged ends it; another thread may write it.
    /// </summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of the file.</param>
    /// <param name="rows">The rows; none when there is no such file.</param>
    public static FileOutcome ReadAll(IDiskFiles files, string name, out List<StoredRow> rows)
    {
        rows = [];
        if (!files.Exists(name))
            return FileOutcome.Ok;
        FileOutcome outcome = files.OpenToRead(name, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            outcome = file!.Length(out long length);
            if (!outcome.IsOk)
                return outcome;
            byte[] bytes = new byte[Math.Min(length, MaxFile)];
            outcome = file.Read(0, bytes, out int read);
            for (int at = 0; outcome.IsOk && PyramidHead.TryRead(bytes.AsSpan(at, read - at), out PyramidHead head);)
            {
                int end = at + PyramidHead.Size + head.BodyLength;
                if (head.Kind != PyramidRecord.Row || !head.IsInTime || end > read
                    || head.BodyLength != head.Columns * Bucket.Bytes)
                    break;
                ReadOnlyMemory<byte> body = bytes.AsMemory(at + PyramidHead.Size, head.BodyLength);
                if (Crc32C.Compute(body.Span) != head.BodyCrc)
                    break;
                rows.Add(new StoredRow(head, body));
                at = end;
            }
        }

        return outcome;
    }

    /// <summary>
    /// The rows that follow on the chunks, without a gap: those before are in chunks, and where a chunk was lost the
    /// frames have all that comes after it.
    /// </summary>
    /// <param name="rows">All rows of the file.</param>
    /// <param name="index">The chunks.</param>
    public static List<StoredRow> Following(List<StoredRow> rows, PyramidIndex index)
    {
        List<StoredRow> following = [];
        foreach (StoredRow row in rows)
        {
            ulong wanted = index.LastRow + 1 + (ulong)following.Count;
            if (row.Head.LastRow < wanted)
                continue;
            if (row.Head.LastRow != wanted || !index.HasColumns(row.Head.ColumnsId)
                || index.Columns(row.Head.ColumnsId).Count != row.Head.Columns)
                break;
            following.Add(row);
        }

        return following;
    }

    private static void Write(in Bucket bucket, Span<byte> cell)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(cell, bucket.Min);
        BinaryPrimitives.WriteDoubleLittleEndian(cell[8..], bucket.Max);
        BinaryPrimitives.WriteDoubleLittleEndian(cell[16..], bucket.First);
        BinaryPrimitives.WriteDoubleLittleEndian(cell[24..], bucket.Last);
        BinaryPrimitives.WriteInt64LittleEndian(cell[32..], bucket.Count);
    }
}

/// <summary>A row in the file of rows.</summary>
/// <param name="Head">Its head.</param>
/// <param name="Body">Its buckets.</param>
internal readonly record struct StoredRow(PyramidHead Head, ReadOnlyMemory<byte> Body);
