using FuncLibs.Signals.Expressions.Syntax;

namespace SignalMonitor.Evaluation;

/// <summary>Shows a place in an expression: the line, and a caret under the place.</summary>
internal static class Caret
{
    private const int Before = 60;
    private const int Behind = 20;
    private const string Indent = "  ";

    /// <summary>
    /// Two lines; null for a place that was not written. Of a long line only what is around the place.
    /// </summary>
    public static string? Under(string text, TextPosition place)
    {
        string[] lines = text.Split('\n');
        if (place.Line < 1 || place.Line > lines.Length || place.Column < 1)
            return null;
        string line = lines[place.Line - 1].TrimEnd('\r');
        int at = Math.Min(place.Column - 1, line.Length);
        int start = Math.Max(0, at - Before);
        int end = Math.Min(line.Length, at + Behind);
        return $"{Indent}{Plain(line[start..end])}{Environment.NewLine}{Indent}{new string(' ', at - start)}^";
    }

    // A tab or an escape would put the caret elsewhere.
    private static string Plain(string text) => string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
}
