using FuncLibs.Signals.Expressions.Syntax;

namespace SignalMonitor.Dashboard.Api;

/// <summary>Where an error is in the text of a formula, as an editor marks it.</summary>
/// <param name="Column">Place in the whole text, from 1; line breaks count as characters.</param>
/// <param name="Length">Characters of what is there, 1 or more.</param>
internal readonly record struct ErrorPosition(int Column, int Length)
{
    /// <summary>The place of an error.</summary>
    /// <param name="text">The formula.</param>
    /// <param name="place">Line and column; a line of 0 stands for the whole.</param>
    public static ErrorPosition From(string text, TextPosition place)
    {
        int at = 0;
        for (int line = 1; line < place.Line; line++)
            at = text.IndexOf('\n', at) + 1;
        at = Math.Clamp(at + place.Column - 1, 0, Math.Max(0, text.Length - 1));
        return new ErrorPosition(at + 1, place.Line == 0 ? Math.Max(1, text.Length) : WordAt(text, at));
    }

    private static int WordAt(string text, int at)
    {
        int end = at;
        while (end < text.Length && (char.IsLetterOrDigit(text[end]) || text[end] is '_' or '.'))
            end++;
        return Math.Max(1, end - at);
    }
}
