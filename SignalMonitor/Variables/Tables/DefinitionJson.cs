using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Tables;

/// <summary>
/// A row as a JSON object with the columns of its table: in the change log and in `signals list --json`.
/// </summary>
internal static class DefinitionJson
{
    // Formulas have < and >; the text goes into a file or a database, not into a page.
    private static readonly JsonWriterOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The object as text.</summary>
    public static string Of(Table table, Definition row) => Text(writer => Write(writer, table, row));

    /// <summary>What is written, as text.</summary>
    public static string Text(Action<Utf8JsonWriter> write)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream, Plain))
            write(writer);
        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }

    /// <summary>Writes the object.</summary>
    public static void Write(Utf8JsonWriter writer, Table table, Definition row)
    {
        writer.WriteStartObject();
        writer.WriteNumber("id", row.Id);
        writer.WriteNumber("revision", row.Revision);
        Write(writer, "changed_utc", row.ChangedUtc);
        writer.WriteString("changed_by", row.ChangedBy);
        foreach (Column column in table.Content)
            Write(writer, column.Name, column.Get(row));
        writer.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter writer, string name, object? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNull(name);
                break;
            case bool flag:
                writer.WriteBoolean(name, flag);
                break;
            case long whole:
                writer.WriteNumber(name, whole);
                break;
            case double number when double.IsFinite(number):
                writer.WriteNumber(name, number);
                break;
            case DateTimeOffset time:
                writer.WriteString(name, time.UtcDateTime.ToString(RowReader.TimeFormat, CultureInfo.InvariantCulture));
                break;
            default:
                writer.WriteString(name, Convert.ToString(value, CultureInfo.InvariantCulture));
                break;
        }
    }
}
