using System.Buffers;
using System.Buffers.Binary;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Pyramids;

/// <summary>
/// The body of a chunk: a directory of 16 bytes a column (offset, length, CRC-32C and form of its data, u32 each), then
/// the data of column after column, so that one column is read without the others. The data are least, greatest, first
/// and last value of each bucket (f64) and their counts (i64); what is the same in all buckets is stored once. All
/// little-endian.
/// </summary>
internal static class PyramidChunk
{
    /// <summary>Bytes of the directory for each column.</summary>
    public const int EntrySize = 16;

    private const int ValuesOfBucket = 4;

    [Flags]
    private enum Form
    {
        /// <summary>Every value and count is there.</summary>
        Whole = 0,

        /// <summary>One value: that of every sample.</summary>
        OneValue = 1,

        /// <summary>One count: that of every bucket.</summary>
        OneCount = 2,

        /// <summary>No sample, and no data.</summary>
        Empty = 4,
    }

    /// <summary>Writes the body of a chunk, up to a multiple of 8 bytes.</summary>
    /// <param name="cells">The buckets, <paramref name="stride"/> of each column one after the other.</param>
    /// <param name="columns">Columns.</param>
    /// <param name="stride">Buckets of a column in <paramref name="cells"/>.</param>
    /// <param name="first">The first of them that is written.</param>
    /// <param name="rows">How many are written.</param>
    /// <param name="output">Receives the body; emptied before.</param>
    public static void Write(
        ReadOnlySpan<Bucket> cells, int columns, int stride, int first, int rows, ArrayBufferWriter<byte> output)
    {
        output.ResetWrittenCount();
        Zeros(output, columns * EntrySize);
        for (int column = 0; column < columns; column++)
        {
            int offset = output.WrittenCount;
            Form form = WriteColumn(cells.Slice((column * stride) + first, rows), output);
            ReadOnlySpan<byte> data = output.WrittenSpan[offset..];
            Span<byte> entry = Writable(output).Slice(column * EntrySize, EntrySize);
            BinaryPrimitives.WriteInt32LittleEndian(entry, offset);
            BinaryPrimitives.WriteInt32LittleEndian(entry[4..], data.Length);
            BinaryPrimitives.WriteUInt32LittleEndian(entry[8..], Crc32C.Compute(data));
            BinaryPrimitives.WriteInt32LittleEndian(entry[12..], (int)form);
        }
    }

    /// <summary>Where the data of a column are in the body.</summary>
    /// <param name="directory">The directory, checked.</param>
    /// <param name="column">The column.</param>
    public static (int Offset, int Length) Find(ReadOnlySpan<byte> directory, int column)
    {
        ReadOnlySpan<byte> entry = directory.Slice(column * EntrySize, EntrySize);
        return (BinaryPrimitives.ReadInt32LittleEndian(entry), BinaryPrimitives.ReadInt32LittleEndian(entry[4..]));
    }

    /// <summary>Reads a column; false when the data are not those of the directory.</summary>
    /// <param name="directory">The directory, checked.</param>
    /// <param name="column">The column.</param>
    /// <param name="data">Its data.</param>
    /// <param name="cells">Receives its buckets, as many as the chunk has.</param>
    public static bool TryRead(
        ReadOnlySpan<byte> directory, int column, ReadOnlySpan<byte> data, Span<Bucket> cells)
    {
        ReadOnlySpan<byte> entry = directory.Slice(column * EntrySize, EntrySize);
        var form = (Form)BinaryPrimitives.ReadInt32LittleEndian(entry[12..]);
        int values = form.HasFlag(Form.OneValue) ? 1 : ValuesOfBucket * cells.Length;
        int counts = form.HasFlag(Form.OneCount) ? 1 : cells.Length;
        int wanted = form == Form.Empty ? 0 : sizeof(double) * (values + counts);
        if (data.Length != wanted
            || BinaryPrimitives.ReadUInt32LittleEndian(entry[8..]) != Crc32C.Compute(data))
            return false;
        if (form == Form.Empty)
        {
            cells.Clear();
            return true;
        }

        ReadOnlySpan<byte> countData = data[(values * sizeof(double))..];
        for (int row = 0; row < cells.Length; row++)
        {
            long count = BinaryPrimitives.ReadInt64LittleEndian(countData[(counts == 1 ? 0 : row * sizeof(long))..]);
            cells[row] = count == 0 ? default : new Bucket(
                ValueAt(data, values, 0, row, cells.Length),
                ValueAt(data, values, 1, row, cells.Length),
                ValueAt(data, values, 2, row, cells.Length),
                ValueAt(data, values, 3, row, cells.Length),
                count);
        }

        return true;
    }

    private static double ValueAt(ReadOnlySpan<byte> data, int values, int which, int row, int rows) =>
        BinaryPrimitives.ReadDoubleLittleEndian(data[(values == 1 ? 0 : sizeof(double) * ((which * rows) + row))..]);

    private static Form WriteColumn(ReadOnlySpan<Bucket> cells, ArrayBufferWriter<byte> output)
    {
        Form form = FormOf(cells, out double value);
        if (form == Form.Empty)
            return form;
        int values = form.HasFlag(Form.OneValue) ? 1 : ValuesOfBucket * cells.Length;
        int counts = form.HasFlag(Form.OneCount) ? 1 : cells.Length;
        int length = sizeof(double) * (values + counts);
        Span<byte> data = output.GetSpan(length)[..length];
        output.Advance(length);
        if (values == 1)
            BinaryPrimitives.WriteDoubleLittleEndian(data, value);
        for (int row = 0; row < cells.Length; row++)
        {
            ref readonly Bucket cell = ref cells[row];
            if (values > 1)
            {
                Put(data, row, cell.Min);
                Put(data, row + cells.Length, cell.Max);
                Put(data, row + (2 * cells.Length), cell.First);
                Put(data, row + (3 * cells.Length), cell.Last);
            }

            if (counts > 1 || row == 0)
                BinaryPrimitives.WriteInt64LittleEndian(data[(sizeof(double) * (values + row))..], cell.Count);
        }

        return form;
    }

    private static Form FormOf(ReadOnlySpan<Bucket> cells, out double value)
    {
        value = 0;
        bool isEmpty = true;
        Form form = Form.OneValue | Form.OneCount;
        foreach (ref readonly Bucket cell in cells)
        {
            if (cell.Count != cells[0].Count)
                form &= ~Form.OneCount;
            if (cell.Count == 0)
                continue;
            value = isEmpty ? cell.First : value;
            isEmpty = false;
            if (!IsSame(cell.Min, value) || !IsSame(cell.Max, value) || !IsSame(cell.First, value)
                || !IsSame(cell.Last, value))
                form &= ~Form.OneValue;
        }

        return isEmpty ? Form.Empty : form;
    }

    // By their bits: the sign of a zero and the payload of a NaN are kept.
    private static bool IsSame(double a, double b) =>
        BitConverter.DoubleToInt64Bits(a) == BitConverter.DoubleToInt64Bits(b);

    private static void Put(Span<byte> data, int place, double value) =>
        BinaryPrimitives.WriteDoubleLittleEndian(data[(place * sizeof(double))..], value);

    private static void Zeros(ArrayBufferWriter<byte> output, int count)
    {
        output.GetSpan(count)[..count].Clear();
        output.Advance(count);
    }

    private static Span<byte> Writable(ArrayBufferWriter<byte> output) =>
        System.Runtime.InteropServices.MemoryMarshal.AsMemory(output.WrittenMemory).Span;
}
