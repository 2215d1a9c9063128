using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary><c>[Datas, ChannelId]</c>.</summary>
internal sealed class SingleChDatasFormatter() : RowFormatter<SingleChDatas>(keys: 2)
{
    public static SingleChDatasFormatter Instance { get; } = new();

    protected override void WriteMembers(ref MessagePackWriter writer, SingleChDatas value)
    {
        RowArrays.Write(ref writer, value.Datas, CDataFormatter.Instance);
        writer.Write(value.ChannelId);
    }

    protected override bool TryReadMember(ref MessagePackReader reader, SingleChDatas value, int key)
    {
        bool read;
        if (key == 0)
        {
            read = RowArrays.TryRead(ref reader, CDataFormatter.Instance, BlockLimits.Default.PointsPerColumn, out CData[]? datas);
            value.Datas = datas;
            return read;
        }

        read = TryReadInt32(ref reader, out int id);
        value.ChannelId = id;
        return read;
    }
}
