using System.Text;
using System.Text.Json;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// One JSON object a line: <c>time</c>, <c>seconds</c> and the channels, whose keys have the unit as the header of CSV
/// has it. A sample that is no number is <c>null</c>, an infinite one a string.
/// </summary>
/// <param name="formatters">Threads that format; 0 = the one that reads.</param>
internal sealed class JsonLinesFormat(int formatters = 0) : IResumableFormat
{
    /// <inheritdoc/>
    public Task<IExportWriter> CreateAsync(string path, ExportContent content) =>
        Task.FromResult<IExportWriter>(TextTableWriter.Create(
            path, content.Tables[0], new Row(content.Tables[0]), default, formatters));

    /// <inheritdoc/>
    public Task<IResumableWriter> ContinueAsync(string path, ExportContent content, long bytes) =>
        Task.FromResult<IResumableWriter>(TextTableWriter.Continue(
            path, content.Tables[0], new Row(content.Tables[0]), default, formatters, bytes));

    private sealed class Row(ExportTable table) : IRowFormat
    {
        private readonly byte[][] _keys =
        [
            .. table.Columns.Select(column => Encoding.UTF8.GetBytes($",\"{JsonEncodedText.Encode(column.Header)}\":")),
        ];

        public void Write(RowText text, long timeNs, long elapsedNs, ReadOnlySpan<double> values)
        {
            text.Add("{\"time\":\""u8);
            text.AddTime(timeNs);
            text.Add("\",\"seconds\":"u8);
            text.AddSeconds(elapsedNs);
            for (int column = 0; column < values.Length; column++)
            {
                text.Add(_keys[column]);
                Add(text, values[column]);
            }

            text.Add("}\n"u8);
        }

        private static void Add(RowText text, double value)
        {
            if (double.IsFinite(value))
                text.Add(value);
            else if (double.IsNaN(value))
                text.Add("null"u8);
            else
                text.Add(value > 0 ? "\"Infinity\""u8 : "\"-Infinity\""u8);
        }
    }
}
