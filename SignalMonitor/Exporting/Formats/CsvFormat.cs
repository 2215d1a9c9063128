using System.Text;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// CSV as RFC 4180 has it, UTF-8 without a byte order mark: <c>time,seconds</c> and the channels with their units. A
/// sample that is no number is an empty field, an infinite one <c>inf</c>.
/// </summary>
/// <param name="separator">Separator of columns, ASCII.</param>
/// <param name="decimalSign">Decimal sign, ASCII; not the separator.</param>
internal sealed class CsvFormat(char separator, char decimalSign) : IExportFormat, IRowFormat
{
    /// <inheritdoc/>
    public string Name => "csv";

    /// <inheritdoc/>
    public Task<IExportWriter> CreateAsync(string path, ExportTable table)
    {
        IEnumerable<string> names = table.Columns.Select(column => Quoted(column.Header));
        string header = string.Join(separator, ["time", "seconds", .. names]) + "\r\n";
        return Task.FromResult<IExportWriter>(new TextTableWriter(path, table, this, Encoding.UTF8.GetBytes(header)));
    }

    /// <inheritdoc/>
    public void Write(RowText text, long timeNs, long elapsedNs, ReadOnlySpan<double> values)
    {
        text.AddTime(timeNs);
        text.Add((byte)separator);
        text.AddSeconds(elapsedNs, (byte)decimalSign);
        foreach (double value in values)
        {
            text.Add((byte)separator);
            if (double.IsFinite(value))
                text.Add(value, (byte)decimalSign);
            else if (!double.IsNaN(value))
                text.Add(value > 0 ? "inf"u8 : "-inf"u8);
        }

        text.Add("\r\n"u8);
    }

    private string Quoted(string text)
    {
        if (text.AsSpan().IndexOfAny(['"', '\r', '\n', separator]) < 0)
            return text;
        return new StringBuilder(text).Replace("\"", "\"\"").Insert(0, '"').Append('"').ToString();
    }
}
