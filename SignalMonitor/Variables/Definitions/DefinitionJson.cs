using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// A row as a JSON object with the columns of its table: in the change log and in `signals list --json`.
/// </summary>
internal static class DefinitionJson
{
    // Formulas have < and >; the text goes into a file or a database, not into a page.
    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The object as text.</summary>
    public static string Format(Definition row) => Text(writer => Write(writer, row));

    /// <summary>What is written, as text.</summary>
    public static string Text(Action<Utf8JsonWriter> write)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, Plain))
            write(writer);
        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Writes the object.</summary>
    public static void Write(Utf8JsonWriter writer, Definition row)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id", row.Id);
        writer.WriteNumber("revision", row.Revision);
        writer.WritePropertyName("changed_utc");
        WriteValue(writer, row.ChangedUtc);
        writer.WriteString("changed_by", row.ChangedBy);
        foreach (Column column in row.Table.Content)
        {
            writer.WritePropertyName(column.Name);
            WriteValue(writer, column.Stored(row));
        }

        writer.WriteEndObject();
    }

    /// <summary>Writes the value of a column.</summary>
    public static void WriteValue(Utf8JsonWriter writer, object? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNullValue();
                break;
            case bool flag:
                writer.WriteBooleanValue(flag);
                break;
            case long whole:
                writer.WriteNumberValue(whole);
                break;
            case double number when double.IsFinite(number):
                writer.WriteNumberValue(number);
                break;
            case DateTimeOffset time:
                writer.WriteStringValue(time.UtcDateTime.ToString(RowReader.TimeFormat, CultureInfo.InvariantCulture));
                break;
            default:
                writer.WriteStringValue(Convert.ToString(value, CultureInfo.InvariantCulture));
                break;
        }
    }
}
