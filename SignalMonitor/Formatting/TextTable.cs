namespace SignalMonitor.Formatting;

/// <summary>Rows as columns of text: readable in a terminal and in a file. Texts have one line.</summary>
internal static class TextTable
{
    private const string Gap = "  ";

    /// <summary>Writes a blank line, the heads and the rows; nothing without rows.</summary>
    public static void Write(TextWriter output, string[] heads, IEnumerable<string[]> rows)
    {
        string[][] cells = [.. rows.Select(row => row.Select(OneLine).ToArray())];
        if (cells.Length == 0)
            return;
        int[] widths = [.. heads.Select((head, column) => Math.Max(head.Length, cells.Max(row => row[column].Length)))];
        output.WriteLine();
        foreach (string[] row in cells.Prepend(heads))
            output.WriteLine(string.Join(Gap, row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd());
    }

    // Formulas may have several lines.
    private static string OneLine(string text) =>
        string.Join(' ', text.Split((char[])['\r', '\n', '\t'], StringSplitOptions.RemoveEmptyEntries));
}
