using System.Buffers.Binary;
using System.Runtime.InteropServices;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Protobuf;

/// <summary>
/// Writes one block as content 6 into a span that holds all of it: fields in the order of their numbers, defaults left
/// out, as other writers of protobuf do. A message begins with its length, so each is measured first.
/// </summary>
internal ref struct ProtobufBlockWriter(Span<byte> target, CDataBlock block)
{
    private const int MaxDocumentBytes = 128;
    private const int MaxChannelBytes = 48;
    private const int MaxColumnHeads = 16;

    private readonly Span<byte> _target = target;
    private int _used;

    /// <summary>Bytes that this block fits in.</summary>
    public static int MaxBytes(CDataBlock block) => ColumnBytes.MaxBytes(
        block, MaxDocumentBytes, MaxChannelBytes, MaxColumnHeads, sizeof(long));


    /// <summary>Writes the document and returns its length.</summary>
    public int Write()
    {
        WriteNumber(ProtobufFields.FirstSampleIndex, (ulong)block.FirstSampleIndex);

        // -0.0 is no default: its bits are not 0.
        if (BitConverter.DoubleToInt64Bits(block.SampleRateHz) != 0)
        {
            WriteTag(ProtobufFields.SampleRateHz, ProtobufWire.Fixed64);
            BinaryPrimitives.WriteDoubleLittleEndian(_target[_used..], block.SampleRateHz);
            _used += sizeof(double);
        }

        WriteGroup(BlockGroup.Servo, ProtobufFields.Servo);
        WriteGroup(BlockGroup.Temp, ProtobufFields.Temp);
        WriteGroup(BlockGroup.AD, ProtobufFields.AD);
        WriteBits(BitGroup.In, ProtobufFields.BitIn);
        WriteBits(BitGroup.Out, ProtobufFields.BitOut);
        WriteNumber(ProtobufFields.Version, ProtobufFields.DocumentVersion);
        return _used;
    }

    private void WriteGroup(BlockGroup group, int field)
    {
        if (!block.IsPresent(group))
            return;
        int bytes = 0;
        for (int channel = 0; channel < block.ChannelCount(group); channel++)
            bytes += ProtobufWire.SizeOfField(SizeOfChannel(group, block.Layout.Flat(group, channel)));
        WriteLength(field, bytes);
        for (int channel = 0; channel < block.ChannelCount(group); channel++)
        {
            int flat = block.Layout.Flat(group, channel);
            WriteLength(ProtobufFields.Channels, SizeOfChannel(group, flat));
            WriteChannel(group, flat);
        }
    }

    private readonly int SizeOfChannel(BlockGroup group, int flat)
    {
        int bytes = SizeOfNumber((ulong)(long)block.IdOf(flat));
        int column = SizeOfColumn(block.PointsOf(flat));
        if (group == BlockGroup.AD)
            return bytes + column;
        int sensors = block.SensorsOf(flat);
        return bytes + SizeOfNumber((ulong)block.PointsOf(flat))
            + SizeOfColumn(Shortest(block.Ints(flat, ColumnIndex.ActiveCtrl)).Length)
            + SizeOfColumn(Shortest(block.Ints(flat, ColumnIndex.Count)).Length)
            + (2 * column)
            + (sensors * ProtobufWire.SizeOfField(column));
    }

    private void WriteChannel(BlockGroup group, int flat)
    {
        WriteNumber(ProtobufFields.ChannelId, (ulong)(long)block.IdOf(flat));
        if (group == BlockGroup.AD)
        {
            WriteColumn(ProtobufFields.InputValues, block.Ints(flat, ColumnIndex.Values));
            return;
        }

        WriteNumber(ProtobufFields.PointCount, (ulong)block.PointsOf(flat));
        WriteColumn(ProtobufFields.ActiveCtrl, Shortest(block.Ints(flat, ColumnIndex.ActiveCtrl)));
        WriteColumn(ProtobufFields.Count, Shortest(block.Ints(flat, ColumnIndex.Count)));
        WriteColumn(ProtobufFields.Command, block.Ints(flat, ColumnIndex.Command));
        WriteColumn(ProtobufFields.Output, block.Ints(flat, ColumnIndex.Output));
        for (int sensor = 0; sensor < block.SensorsOf(flat); sensor++)
        {
            Span<long> values = block.Ints(flat, ColumnIndex.FirstSensor + sensor);
            WriteLength(ProtobufFields.Sensors, SizeOfColumn(values.Length));
            WriteColumn(ProtobufFields.Values, values);
        }
    }

    private void WriteColumn(int field, ReadOnlySpan<long> values)
    {
        if (values.IsEmpty)
            return;
        WriteLength(field, values.Length * sizeof(long));
        Span<byte> body = _target.Slice(_used, values.Length * sizeof(long));
        ShortCopy.Copy(MemoryMarshal.AsBytes(values), body);
        _used += body.Length;
    }

    private void WriteBits(BitGroup group, int field)
    {
        if (!block.IsPresent(group))
            return;
        int bits = block.BitCount(group);
        Span<byte> bytes = block.BitBytes(group);
        WriteLength(field, SizeOfNumber((ulong)bits) + (bits == 0 ? 0 : ProtobufWire.SizeOfField(bytes.Length)));
        WriteNumber(ProtobufFields.BitCount, (ulong)bits);
        if (bits == 0)
            return;
        WriteLength(ProtobufFields.BitBytes, bytes.Length);
        _used += ColumnBytes.WriteBits(block, group, _target[_used..]);
    }

    // A column of equal ints is one of them.
    private static ReadOnlySpan<long> Shortest(ReadOnlySpan<long> values) =>
        ColumnBytes.IsConstant(values) ? values[..1] : values;

    private static int SizeOfColumn(int values) =>
        values == 0 ? 0 : ProtobufWire.SizeOfField(values * sizeof(long));

    private static int SizeOfNumber(ulong value) => value == 0 ? 0 : 1 + ProtobufWire.SizeOf(value);

    private void WriteNumber(int field, ulong value)
    {
        if (value == 0)
            return;
        WriteTag(field, ProtobufWire.Varint);
        _used += ProtobufWire.WriteVarint(_target[_used..], value);
    }

    private void WriteLength(int field, int bytes)
    {
        WriteTag(field, ProtobufWire.Bytes);
        _used += ProtobufWire.WriteVarint(_target[_used..], (ulong)bytes);
    }

    private void WriteTag(int field, int wire) => _used += ProtobufWire.WriteTag(_target[_used..], field, wire);
}
