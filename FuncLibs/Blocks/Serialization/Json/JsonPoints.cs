namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Reads the points of one channel. How many there are, and how many sensors each has, is known only at the end: they
/// are written at the layout's stride, and the first that does not fit ends the pass.
/// </summary>
internal static class JsonPoints
{
    private const int DepthInPoint = 5;
    private const int UnknownYet = -1;

    public static bool TryRead(
        ref JsonDocumentState document, BlockGroup group, int channel, int flat, out ChannelShape shape)
    {
        shape = default;
        if (!document.Tokens.TryTake((byte)'['))
            return document.RefuseToken("an array of points");
        ChannelShape room = document.IsScan ? default : document.Block.Layout.Shapes(group)[channel];
        Span<long> words = default;
        int stride = 0;
        if (!document.IsScan)
        {
            document.Block.PointsOf(flat) = room.Points;
            document.Block.SensorsOf(flat) = room.Sensors;
            words = group == BlockGroup.AD
                ? document.Block.Ints(flat, ColumnIndex.Values)
                : document.Block.ChannelWords(flat);
            stride = document.Block.Layout.Stride(flat);
        }

        int sensors = group == BlockGroup.AD ? 0 : UnknownYet;
        bool isFirst = true;
        for (int point = 0; document.Tokens.TryNextItem(ref isFirst, (byte)']', out bool hasItem); point++)
        {
            document.EnterMember("datas", hasItem ? point : -1);
            if (!hasItem)
            {
                shape = new ChannelShape(point, Math.Max(0, sensors));
                return true;
            }

            if (!document.HasRoom(point, room.Points, document.Limits.PointsPerColumn, "points"))
                return false;
            Span<long> row = document.IsScan ? default : words[point..];
            if (!(group == BlockGroup.AD
                ? TryReadValue(ref document, row)
                : TryReadPoint(ref document, row, stride, room.Sensors, ref sensors)))
                return false;
        }

        return document.RefuseToken("a point, or the end of the array");
    }

    private static bool TryReadValue(ref JsonDocumentState document, Span<long> row)
    {
        bool read = JsonValues.TryReadFloat(ref document, out double value);
        if (!document.IsScan)
            row[0] = BitConverter.DoubleToInt64Bits(value);
        return read;
    }

    private static bool TryReadPoint(
        ref JsonDocumentState document, Span<long> row, int stride, int room, ref int sensors)
    {
        var members = new JsonObject(
            JsonMembers.OfPoint, "the object of a point", document.Limits.Depth - DepthInPoint);
        if (!members.TryOpen(ref document))
            return false;
        if (!document.IsScan)
        {
            for (int column = 0; column < ColumnIndex.FirstSensor; column++)
                row[column * stride] = 0;
        }

        while (true)
        {
            if (!members.TryNext(ref document, out int key))
                return false;
            if (key < 0)
                break;
            document.Leaf = Leaves[key];
            if (!(key == JsonMembers.Sensors
                ? TryReadSensors(ref document, row, stride, room, ref sensors)
                : TryReadFixed(ref document, row, stride, key)))
            {
                return false;
            }

            document.Leaf = null;
        }

        if (members.Has(JsonMembers.Sensors))
            return true;
        document.Leaf = Leaves[JsonMembers.Sensors];
        return document.Refuse(DecodeStatus.TypeMismatch, "an array of sensor values", "no such member");
    }

    private static readonly string[] Leaves = ["activeCtrl", "command", "output", "count", "sensors"];

    private static bool TryReadFixed(ref JsonDocumentState document, Span<long> row, int stride, int key)
    {
        long word;
        if (key is JsonMembers.Command or JsonMembers.Output)
        {
            if (!JsonValues.TryReadFloat(ref document, out double value))
                return false;
            word = BitConverter.DoubleToInt64Bits(value);
        }
        else if (!(key == JsonMembers.ActiveCtrl
            ? JsonValues.TryReadInt(ref document, "an int16", short.MinValue, short.MaxValue, out word)
            : JsonValues.TryReadInt(ref document, "an int64", long.MinValue, long.MaxValue, out word)))
        {
            return false;
        }

        if (!document.IsScan)
            row[ColumnOf(key) * stride] = word;
        return true;
    }

    private static int ColumnOf(int key) => key switch
    {
        JsonMembers.ActiveCtrl => ColumnIndex.ActiveCtrl,
        JsonMembers.Command => ColumnIndex.Command,
        JsonMembers.Output => ColumnIndex.Output,
        _ => ColumnIndex.Count,
    };

    // The first point sets the number of sensors of all.
    private static bool TryReadSensors(
        ref JsonDocumentState document, Span<long> row, int stride, int room, ref int sensors)
    {
        document.Tokens.Peek();
        int start = document.Tokens.Position;
        if (!document.Tokens.TryTake((byte)'['))
            return document.RefuseToken("an array of sensor values");
        bool isFirst = true;
        int found = 0;
        for (; document.Tokens.TryNextItem(ref isFirst, (byte)']', out bool hasItem); found++)
        {
            if (!hasItem)
                return TryEndSensors(ref document, start, found, ref sensors);
            if (!document.HasRoom(found, room, document.Limits.Columns, "sensors")
                || !JsonValues.TryReadFloat(ref document, out double value))
                return false;
            if (!document.IsScan)
                row[(ColumnIndex.FirstSensor + found) * stride] = BitConverter.DoubleToInt64Bits(value);
        }

        return document.RefuseToken("a sensor value, or the end of the array");
    }

    private static bool TryEndSensors(ref JsonDocumentState document, int start, int found, ref int sensors)
    {
        if (sensors == UnknownYet)
            sensors = found;
        return found == sensors
            || document.Refuse(DecodeStatus.Ragged, "as many sensors as the first point has", "sensors", found, start);
    }
}
