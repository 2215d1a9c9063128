using System.Globalization;
using System.Text.Json;
using SignalMonitor.Formatting;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// A row as the dashboard reads it: its columns, its number and revision as strings, who changed it last and when.
/// </summary>
internal static class RowJson
{
    /// <summary>Writes it.</summary>
    public static void Write(Utf8JsonWriter json, Definition row) => Write(json, row, static _ => { });

    /// <summary>Writes it, followed by members that are no columns of it.</summary>
    public static void Write(Utf8JsonWriter json, Definition row, Action<Utf8JsonWriter> more)
    {
        json.WriteStartObject();
        json.WriteString("id", row.Id.ToString(CultureInfo.InvariantCulture));
        json.WriteString("key", row.Table.KeyOf(row, DefinitionKind.Separator));
        foreach (Column column in row.Table.Content.Where(column => column.Name != Table.StationColumn))
        {
            json.WritePropertyName(column.Field);
            Write(json, column.Stored(row));
        }

        json.WriteString("revision", row.Revision.ToString(CultureInfo.InvariantCulture));
        json.WriteString("changedBy", row.ChangedBy);
        json.WritePropertyName("changedUtc");
        Write(json, row.Revision > 0 ? row.ChangedUtc : null);
        more(json);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, object? value)
    {
        switch (value)
        {
            case null:
                json.WriteNullValue();
                break;
            case bool flag:
                json.WriteBooleanValue(flag);
                break;
            case long whole:
                json.WriteNumberValue(whole);
                break;
            case double number:
                ValueJson.Write(json, number);
                break;
            case DateTimeOffset time:
                json.WriteStringValue(time);
                break;
            default:
                json.WriteStringValue(Convert.ToString(value, CultureInfo.InvariantCulture));
                break;
        }
    }
}
