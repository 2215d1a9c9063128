using System.Text.Json;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Formatting;

namespace SignalMonitor.History;

/// <summary>
/// History as JSON: arrays of equal length for each signal. A bucket without samples has count 0 and null
/// everywhere; NaN and infinities that were measured are strings, as in a snapshot.
/// </summary>
internal static class HistoryJson
{
    // Written by hand: records would copy every bucket of every signal before it is written.
    public static void Write(Utf8JsonWriter json, string stream, HistoryView view)
    {
        json.WriteStartObject();
        json.WriteString("stream", stream);
        json.WriteNumber("t0", view.Table.StartNs);
        json.WriteNumber("bucketNs", view.Table.Grid.WidthNs);
        json.WriteNumber("until", view.UntilNs);
        if (!view.IsWhole)
            json.WriteBoolean("whole", false);
        json.WriteStartArray("channels");
        for (int column = 0; column < view.Names.Length; column++)
        {
            json.WriteStartObject();
            json.WriteString("name", view.Names[column]);
            json.WriteString("unit", view.Units[column]);
            WriteColumn(json, view.Table, column);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteColumn(Utf8JsonWriter json, BucketTable table, int column)
    {
        WriteArray(json, "min", table, column, bucket => bucket.Min);
        WriteArray(json, "max", table, column, bucket => bucket.Max);
        WriteArray(json, "first", table, column, bucket => bucket.First);
        WriteArray(json, "last", table, column, bucket => bucket.Last);
        json.WriteStartArray("count");
        for (int b = 0; b < table.Buckets; b++)
            json.WriteNumberValue(table[b, column].Count);
        json.WriteEndArray();
    }

    private static void WriteArray(
        Utf8JsonWriter json, string name, BucketTable table, int column, Func<Bucket, double> value)
    {
        json.WriteStartArray(name);
        for (int b = 0; b < table.Buckets; b++)
        {
            Bucket bucket = table[b, column];
            ValueJson.Write(json, bucket.Count == 0 ? null : value(bucket));
        }

        json.WriteEndArray();
    }
}
