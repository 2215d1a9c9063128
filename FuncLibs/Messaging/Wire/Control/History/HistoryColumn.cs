namespace FuncLibs.Messaging.Wire.Control.History;

/// <summary>
/// The buckets of one signal: arrays of equal length. A bucket whose count is 0 is a gap, and its numbers are NaN; NaN in one with
/// samples is what was measured.
/// </summary>
/// <param name="Name">Name of the signal, as in expressions: <c>servo1.force</c>.</param>
/// <param name="Min">Least value of each bucket, NaN left out.</param>
/// <param name="Max">Greatest value, NaN left out.</param>
/// <param name="First">First sample.</param>
/// <param name="Last">Last sample.</param>
/// <param name="Counts">Samples, NaN among them.</param>
public sealed record HistoryColumn(string Name, double[] Min, double[] Max, double[] First, double[] Last, long[] Counts)
{
    private const string What = "columns[]";

    /// <summary>True when all arrays have <paramref name="buckets"/> items.</summary>
    public bool HasLength(int buckets) =>
        Min.Length == buckets && Max.Length == buckets && First.Length == buckets && Last.Length == buckets && Counts.Length == buckets;

    internal static bool TryRead(ref MapReader map, out HistoryColumn column)
    {
        column = new HistoryColumn("", [], [], [], [], []);
        if (!map.Map(What, out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key(What, out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref column))
                return false;
        }

        return map.Require("columns[].name", column.Name.Length > 0)
            && (column.HasLength(column.Counts.Length) || map.Refuse(What));
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref HistoryColumn column)
    {
        const int Most = HistoryAnswer.MaxBuckets;
        bool ok;
        if (key.SequenceEqual("name"u8))
            (ok, column) = (map.Read("columns[].name", out string name), column with { Name = name });
        else if (key.SequenceEqual("min"u8))
            (ok, column) = (map.Read("columns[].min", Most, out double[] min), column with { Min = min });
        else if (key.SequenceEqual("max"u8))
            (ok, column) = (map.Read("columns[].max", Most, out double[] max), column with { Max = max });
        else if (key.SequenceEqual("first"u8))
            (ok, column) = (map.Read("columns[].first", Most, out double[] first), column with { First = first });
        else if (key.SequenceEqual("last"u8))
            (ok, column) = (map.Read("columns[].last", Most, out double[] last), column with { Last = last });
        else if (key.SequenceEqual("count"u8))
            (ok, column) = (map.Read("columns[].count", Most, out long[] counts), column with { Counts = counts });
        else
            ok = map.Skip(What);
        return ok;
    }
}
