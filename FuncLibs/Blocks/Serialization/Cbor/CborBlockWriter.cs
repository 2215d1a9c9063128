using System.Runtime.InteropServices;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Cbor;

/// <summary>
/// Writes one block as content 5, <see cref="ColumnsDocument"/> in CBOR with heads in their shortest form, into a span
/// that holds all of it.
/// </summary>
internal ref struct CborBlockWriter(Span<byte> target, CDataBlock block)
{
    private const int MaxDocumentBytes = 128;
    private const int MaxChannelBytes = 24;

    private readonly Span<byte> _target = target;
    private CborHeads _heads;
    private int _used;

    /// <summary>Bytes that this block fits in.</summary>
    public static int MaxBytes(CDataBlock block) => ColumnBytes.MaxBytes(
        block, MaxDocumentBytes, MaxChannelBytes, ColumnHead.Room, sizeof(long));


    /// <summary>Writes the document and returns its length.</summary>
    public int Write()
    {
        WriteHead(CborCode.Array, ColumnsDocument.Items);
        WriteInt(ColumnsDocument.Version);
        WriteInt(block.FirstSampleIndex);
        _used += CborHead.WriteFloat64(_target[_used..], block.SampleRateHz);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
            WriteGroup(group);
        WriteBits(BitGroup.In);
        WriteBits(BitGroup.Out);
        return _used;
    }

    private void WriteGroup(BlockGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = CborCode.Null;
            return;
        }

        int channels = block.ChannelCount(group);
        WriteHead(CborCode.Array, channels);
        for (int channel = 0; channel < channels; channel++)
        {
            int flat = block.Layout.Flat(group, channel);
            _heads.SetPoints(block.PointsOf(flat));
            if (group == BlockGroup.AD)
                WriteInput(flat);
            else
                WriteChannel(flat);
        }
    }

    private void WriteInput(int flat)
    {
        WriteHead(CborCode.Array, ColumnsDocument.InputItems);
        WriteInt(block.IdOf(flat));
        WriteColumn(block.Ints(flat, ColumnIndex.Values), in _heads.Floats);
    }

    private void WriteChannel(int flat)
    {
        int sensors = block.SensorsOf(flat);
        WriteHead(CborCode.Array, ColumnsDocument.ChannelItems + sensors);
        WriteInt(block.IdOf(flat));
        int points = block.PointsOf(flat);
        WriteInt(points);
        Span<long> words = block.ChannelWords(flat);
        int stride = block.Layout.Stride(flat);
        WriteInts(words.Slice(ColumnIndex.ActiveCtrl * stride, points));
        WriteInts(words.Slice(ColumnIndex.Count * stride, points));
        for (int column = ColumnIndex.Command; column < ColumnIndex.FirstSensor + sensors; column++)
            WriteColumn(words.Slice(column * stride, points), in _heads.Floats);
    }

    private void WriteInts(ReadOnlySpan<long> values)
    {
        if (ColumnBytes.IsConstant(values))
            WriteInt(values[0]);
        else
            WriteColumn(values, in _heads.Ints);
    }

    // The head is stored with room after it, so it goes down before the values.
    private void WriteColumn(ReadOnlySpan<long> values, in ColumnHead head)
    {
        Span<byte> column = _target[_used..];
        head.Store(column);
        Span<byte> body = column[head.Length..head.TotalBytes];
        ShortCopy.Copy(MemoryMarshal.AsBytes(values), body);
        _used += head.TotalBytes;
    }

    private void WriteBits(BitGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = CborCode.Null;
            return;
        }

        int bits = block.BitCount(group);
        Span<byte> bytes = block.BitBytes(group);
        WriteHead(CborCode.Array, ColumnsDocument.BitItems);
        WriteInt(bits);
        WriteHead(CborCode.Bytes, bytes.Length);
        _used += ColumnBytes.WriteBits(block, group, _target[_used..]);
    }

    private void WriteInt(long value) => _used += CborHead.WriteInt(_target[_used..], value);

    private void WriteHead(int major, int argument) =>
        _used += CborHead.Write(_target[_used..], major, (ulong)argument);
}
