using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// Writes one block as content 2 into a span that holds the largest form of it:
/// <code>
/// document = [servo, temp, ad, bitIn, bitOut, firstSampleIndex, five counts, sampleRate]
/// servo    = nil | [[datas, channelId]...]   (temp alike)
/// datas    = [[activeCtrl, command, output, count, [sensor...]]...]
/// ad       = nil | [[[value...], channelId]...]
/// bits     = nil | [bool...]
/// </code>
/// </summary>
internal ref struct RowsWriter(Span<byte> target, CDataBlock block)
{
    private const int MaxDocumentBytes = 128;
    private const int MaxChannelBytes = 16;
    private const int MaxPointBytes = 40;

    private readonly Span<byte> _target = target;
    private int _used;

    /// <summary>Bytes that any form of this block fits in.</summary>
    public static int MaxBytes(CDataBlock block)
    {
        long bytes = MaxDocumentBytes + block.BitCount(BitGroup.In) + block.BitCount(BitGroup.Out);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int channel = 0; channel < block.ChannelCount(group); channel++)
            {
                int flat = block.Layout.Flat(group, channel);
                int numbers = group == BlockGroup.AD ? 1 : block.SensorsOf(flat);
                int point = MaxPointBytes + (Float64Run.BytesPerItem * numbers);
                bytes += MaxChannelBytes + ((long)point * block.PointsOf(flat));
            }
        }

        return checked((int)bytes);
    }

    /// <summary>Writes the document and returns its length.</summary>
    public int Write()
    {
        WriteArrayHeader(RowsGrammar.DocumentItems);
        WriteGroup(BlockGroup.Servo);
        WriteGroup(BlockGroup.Temp);
        WriteGroup(BlockGroup.AD);
        WriteBits(BitGroup.In);
        WriteBits(BitGroup.Out);
        WriteInt(block.FirstSampleIndex);
        BlockCounts counts = block.Counts;
        WriteInt(counts.Servo);
        WriteInt(counts.Temp);
        WriteInt(counts.AD);
        WriteInt(counts.BitIn);
        WriteInt(counts.BitOut);
        _used += Primitives.WriteFloat64(_target[_used..], block.SampleRateHz);
        return _used;
    }

    private void WriteGroup(BlockGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = MessagePackCode.Nil;
            return;
        }

        int channels = block.ChannelCount(group);
        WriteArrayHeader(channels);
        for (int channel = 0; channel < channels; channel++)
        {
            int flat = block.Layout.Flat(group, channel);
            WriteArrayHeader(RowsGrammar.ChannelItems);
            WriteArrayHeader(block.PointsOf(flat));
            if (group == BlockGroup.AD)
                _used += Float64Run.Write(block.Floats(flat, ColumnIndex.Values), _target[_used..]);
            else
                WritePoints(flat);
            WriteInt(block.IdOf(flat));
        }
    }

    private void WritePoints(int flat)
    {
        Span<long> words = block.ChannelWords(flat);
        int stride = block.Layout.Stride(flat);
        int points = block.PointsOf(flat);
        int sensors = block.SensorsOf(flat);
        int point = 0;
        while (point < points)
        {
            point += RowPoints.Write(
                words[point..], stride, points - point, sensors, _target[_used..], out int bytes);
            _used += bytes;

            // A few one by one, whatever stopped the steps; then steps again.
            for (int end = Math.Min(points, point + RowPoints.Step); point < end; point++)
                WritePoint(words[point..], stride, sensors);
        }
    }

    private void WritePoint(ReadOnlySpan<long> row, int stride, int sensors)
    {
        WriteArrayHeader(RowsGrammar.PointItems);
        WriteInt(row[ColumnIndex.ActiveCtrl * stride]);
        _used += Float64Run.WriteStrided(row[(ColumnIndex.Command * stride)..], stride, 2, _target[_used..]);
        WriteInt(row[ColumnIndex.Count * stride]);
        WriteArrayHeader(sensors);
        if (sensors > 0)
            _used += Float64Run.WriteStrided(
                row[(ColumnIndex.FirstSensor * stride)..], stride, sensors, _target[_used..]);
    }

    private void WriteBits(BitGroup group)
    {
        if (!block.IsPresent(group))
        {
            _target[_used++] = MessagePackCode.Nil;
            return;
        }

        int bits = block.BitCount(group);
        WriteArrayHeader(bits);
        for (int i = 0; i < bits; i++)
            _target[_used++] = block.Bit(group, i) ? MessagePackCode.True : MessagePackCode.False;
    }

    private void WriteInt(long value) => _used += Primitives.WriteInt(_target[_used..], value);

    private void WriteArrayHeader(int count) => _used += Primitives.WriteArrayHeader(_target[_used..], count);
}
