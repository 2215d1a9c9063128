using System.Text;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// CSV as RFC 4180 has it, UTF-8 without a byte order mark: <c>time,seconds</c> and the channels with their units. A
/// sample that is no number is an empty field, an infinite one <c>inf</c>.
/// </summary>
/// <param name="separator">Separator of columns, ASCII.</param>
/// <param name="decimalSign">Decimal sign, ASCII; not the separator.</param>
/// <param name="formatters">Threads that format; 0 = the one that reads.</param>
internal sealed class CsvFormat(char separator, char decimalSign, int formatters = 0) : IResumableFormat, IRowFormat
{
    /// <inheritdoc/>
    public Task<IExportWriter> CreateAsync(string path, ExportContent content) =>
        Task.FromResult<IExportWriter>(TextTableWriter.Create(
            path, content.Tables[0], this, Header(content.Tables[0]), formatters));

    /// <inheritdoc/>
    public Task<IResumableWriter> ContinueAsync(string path, ExportContent content, long bytes) =>
        Task.FromResult<IResumableWriter>(TextTableWriter.Continue(
            path, content.Tables[0], this, Header(content.Tables[0]), formatters, bytes));

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

    private byte[] Header(ExportTable table)
    {
        IEnumerable<string> names = table.Columns.Select(column => Quoted(column.Header));
        return Encoding.UTF8.GetBytes(string.Join(separator, ["time", "seconds", .. names]) + "\r\n");
    }

    private string Quoted(string text)
    {
        if (text.AsSpan().IndexOfAny(['"', '\r', '\n', separator]) < 0)
            return text;
        return new StringBuilder(text).Replace("\"", "\"\"").Insert(0, '"').Append('"').ToString();
    }
}
