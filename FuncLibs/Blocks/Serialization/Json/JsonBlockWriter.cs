namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Writes one block as content 4 into a span that holds the largest form of it, without white space, members in this
/// order:
/// <code>
/// document = {"ServoData": channels, "TempData": channels, "ADData": inputs, "BitIn": bits, "BitOut": bits,
///             "FirstSampleIndex": int, "ServoChCount": int, "TempChCount": int, "ADCount": int, "InCount": int,
///             "OutCount": int, "SampleRate": float}
/// channels = null | [{"Datas": [point...], "ChannelId": int}...]
/// point    = {"ActiveCtrl": int, "Command": float, "Output": float, "Count": int, "Sensors": [float...]}
/// inputs   = null | [{"Datas": [float...], "ChannelId": int}...]
/// bits     = null | [true | false...]
/// float    = number | "NaN" | "Infinity" | "-Infinity"
/// </code>
/// </summary>
internal ref struct JsonBlockWriter(Span<byte> target, CDataBlock block)
{
    private const int MaxDocumentBytes = 512;
    private const int MaxChannelBytes = 64;
    private const int MaxPointBytes = 160;
    private const int MaxBoolBytes = 6;

    private readonly Span<byte> _target = target;
    private int _used;

    /// <summary>Bytes that any values of this block fit in.</summary>
    public static int MaxBytes(CDataBlock block)
    {
        long bytes =
            MaxDocumentBytes + ((long)MaxBoolBytes * (block.BitCount(BitGroup.In) + block.BitCount(BitGroup.Out)));
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int channel = 0; channel < block.ChannelCount(group); channel++)
            {
                int flat = block.Layout.Flat(group, channel);
                int point = group == BlockGroup.AD
                    ? JsonFloat.MaxBytes
                    : MaxPointBytes + (JsonFloat.MaxBytes * block.SensorsOf(flat));
                bytes += MaxChannelBytes + ((long)point * block.PointsOf(flat));
            }
        }

        return checked((int)bytes);
    }

    /// <summary>Writes the document and returns its length.</summary>
    public int Write()
    {
        Put("{\"ServoData\":"u8);
        WriteGroup(BlockGroup.Servo);
        Put(",\"TempData\":"u8);
        WriteGroup(BlockGroup.Temp);
        Put(",\"ADData\":"u8);
        WriteGroup(BlockGroup.AD);
        Put(",\"BitIn\":"u8);
        WriteBits(BitGroup.In);
        Put(",\"BitOut\":"u8);
        WriteBits(BitGroup.Out);
        BlockCounts counts = block.Counts;
        Put(",\"FirstSampleIndex\":"u8, block.FirstSampleIndex);
        Put(",\"ServoChCount\":"u8, counts.Servo);
        Put(",\"TempChCount\":"u8, counts.Temp);
        Put(",\"ADCount\":"u8, counts.AD);
        Put(",\"InCount\":"u8, counts.BitIn);
        Put(",\"OutCount\":"u8, counts.BitOut);
        Put(",\"SampleRate\":"u8, block.SampleRateHz);
        Put((byte)'}');
        return _used;
    }

    private void WriteGroup(BlockGroup group)
    {
        if (!block.IsPresent(group))
        {
            Put("null"u8);
            return;
        }

        Put((byte)'[');
        for (int channel = 0; channel < block.ChannelCount(group); channel++)
        {
            int flat = block.Layout.Flat(group, channel);
            Put(channel == 0 ? "{\"Datas\":["u8 : ",{\"Datas\":["u8);
            if (group == BlockGroup.AD)
                WriteFloats(block.Ints(flat, ColumnIndex.Values), 1, block.PointsOf(flat));
            else
                WritePoints(flat);
            Put("],\"ChannelId\":"u8, block.IdOf(flat));
            Put((byte)'}');
        }

        Put((byte)']');
    }

    private void WritePoints(int flat)
    {
        ReadOnlySpan<long> words = block.ChannelWords(flat);
        int stride = block.Layout.Stride(flat);
        int sensors = block.SensorsOf(flat);
        for (int point = 0; point < block.PointsOf(flat); point++)
        {
            ReadOnlySpan<long> row = words[point..];
            Put(point == 0 ? "{\"ActiveCtrl\":"u8 : ",{\"ActiveCtrl\":"u8, row[ColumnIndex.ActiveCtrl * stride]);
            Put(",\"Command\":"u8, BitConverter.Int64BitsToDouble(row[ColumnIndex.Command * stride]));
            Put(",\"Output\":"u8, BitConverter.Int64BitsToDouble(row[ColumnIndex.Output * stride]));
            Put(",\"Count\":"u8, row[ColumnIndex.Count * stride]);
            Put(",\"Sensors\":["u8);
            if (sensors > 0)
                WriteFloats(row[(ColumnIndex.FirstSensor * stride)..], stride, sensors);
            Put("]}"u8);
        }
    }

    private void WriteFloats(ReadOnlySpan<long> words, int stride, int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (i > 0)
                Put((byte)',');
            _used += JsonFloat.Write(_target[_used..], BitConverter.Int64BitsToDouble(words[i * stride]));
        }
    }

    private void WriteBits(BitGroup group)
    {
        if (!block.IsPresent(group))
        {
            Put("null"u8);
            return;
        }

        Put((byte)'[');
        for (int i = 0; i < block.BitCount(group); i++)
        {
            if (i > 0)
                Put((byte)',');
            Put(block.Bit(group, i) ? "true"u8 : "false"u8);
        }

        Put((byte)']');
    }

    private void Put(byte text) => _target[_used++] = text;

    private void Put(ReadOnlySpan<byte> text)
    {
        text.CopyTo(_target[_used..]);
        _used += text.Length;
    }

    private void Put(ReadOnlySpan<byte> name, long value)
    {
        Put(name);
        _used += JsonFloat.Write(_target[_used..], value);
    }

    private void Put(ReadOnlySpan<byte> name, double value)
    {
        Put(name);
        _used += JsonFloat.Write(_target[_used..], value);
    }
}
