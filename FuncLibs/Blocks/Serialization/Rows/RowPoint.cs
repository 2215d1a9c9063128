using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>Reads one point of a row-shaped channel into its place in every column.</summary>
internal static class RowPoint
{
    /// <summary>Reads a point.</summary>
    /// <param name="document">The document, at the point.</param>
    /// <param name="row">The words of the channel from this point of its first column on.</param>
    /// <param name="stride">Words from one column to the next.</param>
    /// <param name="sensors">Sensors that every point of the channel has.</param>
    public static bool TryRead(ref MessagePackDocument document, Span<long> row, int stride, int sensors)
    {
        if (!document.TryReadArrayOf(RowsGrammar.PointItems, "a point: an array of 5"))
            return false;
        if (!document.Tokens.TryRead(out long ctrl, short.MinValue, short.MaxValue))
            return document.RefuseToken("an int16", leaf: "activeCtrl");
        if (!document.Tokens.TryRead(out double command))
            return document.RefuseToken("a float64, or a number that is exact as one", leaf: "command");
        if (!document.Tokens.TryRead(out double output))
            return document.RefuseToken("a float64, or a number that is exact as one", leaf: "output");
        if (!document.Tokens.TryRead(out long count))
            return document.RefuseToken("an int64", leaf: "count");
        row[ColumnIndex.ActiveCtrl * stride] = ctrl;
        row[ColumnIndex.Command * stride] = BitConverter.DoubleToInt64Bits(command);
        row[ColumnIndex.Output * stride] = BitConverter.DoubleToInt64Bits(output);
        row[ColumnIndex.Count * stride] = count;
        return TryReadSensors(ref document, row, stride, sensors);
    }

    private static bool TryReadSensors(ref MessagePackDocument document, Span<long> row, int stride, int sensors)
    {
        const string Leaf = "sensors";
        int start = document.Tokens.Position;
        if (!document.Tokens.TryReadArrayHeader(out int found))
            return document.RefuseToken("an array of sensor values", leaf: Leaf);
        if (found != sensors)
            return document.RefuseAt(
                start, DecodeStatus.Ragged, "as many sensors as the first point has", "sensors", found, leaf: Leaf);
        if (sensors == 0)
            return true;
        Span<long> words = row[(ColumnIndex.FirstSensor * stride)..];
        if (Float64Run.TryReadStrided(document.Tokens.Rest, words, stride, sensors))
            return document.Tokens.TryTakeRaw(sensors * Float64Run.BytesPerItem, out _);
        for (int sensor = 0; sensor < sensors; sensor++)
        {
            if (!document.Tokens.TryRead(out double value))
                return document.RefuseToken("a float64, or a number that is exact as one", leaf: Leaf);
            words[sensor * stride] = BitConverter.DoubleToInt64Bits(value);
        }

        return true;
    }
}
