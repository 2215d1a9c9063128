using FuncLibs.MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary><c>[ActiveCtrl, Command, Output, Count, Sensors]</c>.</summary>
internal sealed class CDataFormatter() : RowFormatter<CData>(keys: 5)
{
    public static CDataFormatter Instance { get; } = new();

    protected override void WriteMembers(ref MessagePackWriter writer, CData value)
    {
        writer.Write(value.ActiveCtrl);
        writer.Write(value.Command);
        writer.Write(value.Output);
        writer.Write(value.Count);
        RowArrays.Write(ref writer, value.Sensors);
    }

    protected override bool TryReadMember(ref MessagePackReader reader, CData value, int key)
    {
        bool read;
        switch (key)
        {
            case 0:
                read = reader.TryRead(out long ctrl, short.MinValue, short.MaxValue);
                value.ActiveCtrl = (short)ctrl;
                return read;
            case 1:
                read = reader.TryRead(out double command);
                value.Command = command;
                return read;
            case 2:
                read = reader.TryRead(out double output);
                value.Output = output;
                return read;
            case 3:
                read = reader.TryRead(out long count);
                value.Count = count;
                return read;
            default:
                read = RowArrays.TryRead(ref reader, BlockLimits.Default.Columns, out double[]? sensors);
                value.Sensors = sensors;
                return read;
        }
    }
}
