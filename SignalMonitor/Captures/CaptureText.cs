using System.Globalization;
using System.Text.Json;
using SignalMonitor.Formatting;

namespace SignalMonitor.Captures;

/// <summary>A capture as text. Numbers are the shortest that read back to the same bits.</summary>
internal static class CaptureText
{
    /// <summary>A line for each sample: its index, seconds from the break, and the columns.</summary>
    public static void WriteCsv(ResultText text, ReadCapture capture)
    {
        text.Add("index,seconds");
        foreach (CaptureColumn column in capture.Header.Columns)
            text.Add(",").Add(column.Name);
        text.EndLine();
        for (int i = 0; i < capture.Header.Points; i++)
        {
            long index = capture.Header.FirstIndex + i;
            text.Add(index).Add(",").Add((index - capture.Header.BreakIndex) / capture.Header.RateHz);
            foreach (double[] values in capture.Values)
                text.Add(",").Add(values[i]);
            text.EndLine();
        }
    }

    /// <summary>One object, with the members of the file; what JSON has no number for is a string.</summary>
    public static void WriteJson(ResultText text, ReadCapture capture)
    {
        CaptureHeader header = capture.Header;
        text.Add("{\"format\":").Add(Quoted(CaptureEncoding.Format));
        text.Add(",\"name\":").Add(Quoted(header.Name)).Add(",\"stream\":").Add(Quoted(header.Stream));
        text.Add(",\"publisher\":").Add(Quoted(header.Publisher.ToString()));
        text.Add(",\"epoch\":").Add(header.Epoch.ToString(CultureInfo.InvariantCulture));
        text.Add(",\"sequence\":").Add(header.Sequence.ToString(CultureInfo.InvariantCulture));
        text.Add(",\"channel\":").Add(Quoted(header.Channel)).Add(",\"unit\":").Add(Quoted(header.Unit));
        Number(text.Add(",\"rateHz\":"), header.RateHz);
        text.Add(",\"firstIndex\":").Add(header.FirstIndex).Add(",\"points\":").Add((long)header.Points);
        text.Add(",\"breakIndex\":").Add(header.BreakIndex).Add(",\"breakUtcNs\":").Add(header.BreakUtcNs);
        Number(text.Add(",\"force\":"), header.Force);
        Number(text.Add(",\"peakIndex\":").Add(header.PeakIndex).Add(",\"peak\":"), header.Peak);
        Number(text.Add(",\"fallPercent\":"), header.Definition.FallPercent);
        Number(text.Add(",\"withinMs\":"), header.Definition.WithinMs);
        Number(text.Add(",\"minForce\":"), header.Definition.MinForce);
        text.Add(header.IsReplay ? ",\"replay\":true" : "").Add(",\"columns\":[");
        for (int i = 0; i < header.Columns.Length; i++)
            WriteColumn(text.Add(i > 0 ? "," : ""), header.Columns[i], capture.Values[i]);
        text.Add("]}").EndLine();
    }

    /// <summary>What happened, and the columns, for people.</summary>
    public static void WriteSummary(ResultText text, ReadCapture capture)
    {
        CaptureHeader header = capture.Header;
        double fallMs = 1000 * (header.BreakIndex - header.PeakIndex) / header.RateHz;
        Line(text, $"{header.Name}: {header.Channel} of stream {header.Stream} broke at sample {header.BreakIndex}");
        if (header.IsReplay)
            Line(text, $"in a replay of a recording: it did not break then");
        string due = header.BreakUtc.ToString("yyyy-MM-dd HH:mm:ss.ffffff", CultureInfo.InvariantCulture);
        double left = Math.Abs(header.Force);
        Line(text, $"due {due} UTC, block {header.Sequence} of epoch {header.Epoch} of {header.Publisher}");
        Line(
            text,
            $"{header.Peak:G7} {header.Unit} at sample {header.PeakIndex}, {left:G7} {header.Unit} {fallMs:G4} ms later");
        Line(text, $"{header.Points} points at {header.RateHz} Hz, from sample {header.FirstIndex} on");
        for (int i = 0; i < header.Columns.Length; i++)
            WriteRange(text, header.Columns[i], capture.Values[i]);
    }

    private static void WriteRange(ResultText text, CaptureColumn column, double[] values)
    {
        double[] numbers = [.. values.Where(value => !double.IsNaN(value))];
        string range = numbers.Length == 0 ? "no values"
            : string.Create(CultureInfo.InvariantCulture, $"{numbers.Min():G7} to {numbers.Max():G7} {column.Unit}");
        string missing = numbers.Length < values.Length ? $", {values.Length - numbers.Length} missing" : "";
        Line(text, $"  {column.Name}: {range.TrimEnd()}{missing}");
    }

    private static void WriteColumn(ResultText text, CaptureColumn column, double[] values)
    {
        text.Add("{\"name\":").Add(Quoted(column.Name)).Add(",\"unit\":").Add(Quoted(column.Unit)).Add(",\"values\":[");
        for (int i = 0; i < values.Length; i++)
            Number(text.Add(i > 0 ? "," : ""), values[i]);
        text.Add("]}");
    }

    private static void Number(ResultText text, double value)
    {
        if (double.IsFinite(value))
            text.Add(value);
        else
            text.Add("\"").Add(value).Add("\"");
    }

    private static string Quoted(string value) => $"\"{JsonEncodedText.Encode(value)}\"";

    private static void Line(ResultText text, FormattableString line) =>
        text.Add(line.ToString(CultureInfo.InvariantCulture)).EndLine();
}
