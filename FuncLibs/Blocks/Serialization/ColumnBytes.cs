namespace FuncLibs.Blocks.Serialization;

/// <summary>What the writers of formats that go column by column have in common.</summary>
internal static class ColumnBytes
{
    /// <summary>Bytes that a block fits in.</summary>
    /// <param name="block">The block.</param>
    /// <param name="document">Bytes around everything, at most, without the digital lines.</param>
    /// <param name="channel">Bytes around the columns of a channel, at most.</param>
    /// <param name="column">Bytes around the values of a column, at most.</param>
    /// <param name="value">Bytes of a value, at most.</param>
    public static int MaxBytes(CDataBlock block, int document, int channel, int column, int value)
    {
        long bytes = document + (block.BitCount(BitGroup.In) / 8) + (block.BitCount(BitGroup.Out) / 8);
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            for (int number = 0; number < block.ChannelCount(group); number++)
            {
                int flat = block.Layout.Flat(group, number);
                int columns = group == BlockGroup.AD ? 1 : ColumnIndex.FirstSensor + block.SensorsOf(flat);
                bytes += channel + (columns * (column + ((long)value * block.PointsOf(flat))));
            }
        }

        return checked((int)bytes);
    }

    /// <summary>True for a column of one value, be it for many points.</summary>
    public static bool IsConstant(ReadOnlySpan<long> values) =>
        values.Length > 0 && values.IndexOfAnyExcept(values[0]) < 0;

    /// <summary>Writes the bytes of the lines of a group, their unused bits 0, and returns their number.</summary>
    public static int WriteBits(CDataBlock block, BitGroup group, Span<byte> target)
    {
        ReadOnlySpan<byte> bytes = block.BitBytes(group);
        bytes.CopyTo(target);
        int used = block.BitCount(group) & 7;
        if (used != 0)
            target[bytes.Length - 1] &= (byte)((1 << used) - 1);
        return bytes.Length;
    }
}
