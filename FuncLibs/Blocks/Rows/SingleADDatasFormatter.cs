using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary><c>[Datas, ChannelId]</c>.</summary>
internal sealed class SingleADDatasFormatter() : RowFormatter<SingleADDatas>(keys: 2)
{
    public static SingleADDatasFormatter Instance { get; } = new();

    protected override void WriteMembers(ref MessagePackWriter writer, SingleADDatas value)
    {
        RowArrays.Write(ref writer, value.Datas);
        writer.Write(value.ChannelId);
    }

    protected override bool TryReadMember(ref MessagePackReader reader, SingleADDatas value, int key)
    {
        bool read;
        if (key == 0)
        {
            read = RowArrays.TryRead(ref reader, BlockLimits.Default.PointsPerColumn, out double[]? datas);
            value.Datas = datas;
            return read;
        }

        read = TryReadInt32(ref reader, out int id);
        value.ChannelId = id;
        return read;
    }
}
