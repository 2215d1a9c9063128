namespace FuncLibs.Runtime.Diagnostics;

/// <summary>Reasons as part of a sentence of one line, from any message of the system or a library.</summary>
public static class OneLine
{
    /// <summary>Characters that a reason has at most: a parser may quote all the rest of a file.</summary>
    public const int MaxCharacters = 300;

    private const string Left = " ... ";
    private const int Begin = 200;
    private const int End = MaxCharacters - Begin - 5;

    /// <summary>
    /// The text without line breaks, without other control characters, which a terminal would obey, and without its
    /// full stop; the middle of a long one is left out.
    /// </summary>
    public static string Format(string text)
    {
        string line = string.Concat(text.ReplaceLineEndings(" ").Select(c => char.IsControl(c) ? ' ' : c)).TrimEnd('.');
        return line.Length <= MaxCharacters ? line : line[..Begin] + Left + line[^End..];
    }

    /// <summary>The message of an exception.</summary>
    public static string Format(Exception exception) => Format(exception.Message);
}
