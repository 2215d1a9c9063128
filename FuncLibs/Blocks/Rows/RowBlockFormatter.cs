using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary>The 12 members of <see cref="RowBlock"/> by key.</summary>
internal sealed class RowBlockFormatter() : RowFormatter<RowBlock>(keys: 12)
{
    public static RowBlockFormatter Instance { get; } = new();

    protected override void WriteMembers(ref MessagePackWriter writer, RowBlock value)
    {
        RowArrays.Write(ref writer, value.ServoData, SingleChDatasFormatter.Instance);
        RowArrays.Write(ref writer, value.TempData, SingleChDatasFormatter.Instance);
        RowArrays.Write(ref writer, value.ADData, SingleADDatasFormatter.Instance);
        RowArrays.Write(ref writer, value.BitIn);
        RowArrays.Write(ref writer, value.BitOut);
        writer.Write(value.FirstSampleIndex);
        writer.Write(value.ServoChCount);
        writer.Write(value.TempChCount);
        writer.Write(value.ADCount);
        writer.Write(value.InCount);
        writer.Write(value.OutCount);
        writer.Write(value.SampleRate);
    }

    protected override bool TryReadMember(ref MessagePackReader reader, RowBlock value, int key) =>
        key < 5 ? TryReadGroup(ref reader, value, key) : TryReadNumber(ref reader, value, key);

    private static bool TryReadGroup(ref MessagePackReader reader, RowBlock value, int key)
    {
        BlockLimits limits = BlockLimits.Default;
        bool read;
        switch (key)
        {
            case 0:
                read = RowArrays.TryRead(ref reader, SingleChDatasFormatter.Instance, limits.Channels, out SingleChDatas[]? servo);
                value.ServoData = servo;
                return read;
            case 1:
                read = RowArrays.TryRead(ref reader, SingleChDatasFormatter.Instance, limits.Channels, out SingleChDatas[]? temp);
                value.TempData = temp;
                return read;
            case 2:
                read = RowArrays.TryRead(ref reader, SingleADDatasFormatter.Instance, limits.Channels, out SingleADDatas[]? inputs);
                value.ADData = inputs;
                return read;
            case 3:
                read = RowArrays.TryRead(ref reader, limits.Bits, out bool[]? bitIn);
                value.BitIn = bitIn;
                return read;
            default:
                read = RowArrays.TryRead(ref reader, limits.Bits, out bool[]? bitOut);
                value.BitOut = bitOut;
                return read;
        }
    }

    private static bool TryReadNumber(ref MessagePackReader reader, RowBlock value, int key)
    {
        bool read;
        if (key == 5)
        {
            read = reader.TryRead(out long first);
            value.FirstSampleIndex = first;
            return read;
        }

        if (key == 11)
        {
            read = reader.TryRead(out double rate);
            value.SampleRate = rate;
            return read;
        }

        read = TryReadInt32(ref reader, out int count);
        switch (key)
        {
            case 6:
                value.ServoChCount = count;
                break;
            case 7:
                value.TempChCount = count;
                break;
            case 8:
                value.ADCount = count;
                break;
            case 9:
                value.InCount = count;
                break;
            default:
                value.OutCount = count;
                break;
        }

        return read;
    }
}
