namespace FuncLibs.Diagnostics;

/// <summary>Reasons as part of a sentence of one line, whatever the system or a library says.</summary>
public static class OneLine
{
    /// <summary>The text without line breaks and without its full stop.</summary>
    public static string Of(string text) => text.ReplaceLineEndings(" ").TrimEnd('.');

    /// <summary>The message of an exception.</summary>
    public static string Of(Exception exception) => Of(exception.Message);
}
