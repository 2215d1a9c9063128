using System.Text.Json;
using System.Text.Json.Serialization;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>Units of the columns of a table, for formats whose columns have none.</summary>
internal static class ColumnUnits
{
    /// <summary>Unit by column name; dimensionless columns have an empty one.</summary>
    public static Dictionary<string, string> Get(ExportTable table)
    {
        Dictionary<string, string> units = new(StringComparer.Ordinal) { ["time_ns"] = "ns", ["seconds"] = "s" };
        foreach (ExportColumn column in table.Columns)
            units[column.Name] = column.Unit;
        return units;
    }

    /// <summary>The same as a JSON object.</summary>
    public static byte[] Json(ExportTable table) =>
        JsonSerializer.SerializeToUtf8Bytes(Get(table), ColumnUnitsContext.Default.DictionaryStringString);
}

[JsonSerializable(typeof(Dictionary<string, string>))]
internal sealed partial class ColumnUnitsContext : JsonSerializerContext;
