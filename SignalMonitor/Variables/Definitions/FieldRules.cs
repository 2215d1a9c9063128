using System.Text.RegularExpressions;

namespace SignalMonitor.Variables.Definitions;

/// <summary>Rules that the columns of several tables share; each gives its fault, or none.</summary>
internal static partial class FieldRules
{
    /// <summary>
    /// Characters of a formula. What is longer is nothing a person edits, and the compiler refuses it too.
    /// </summary>
    public const int MaxExpression = 65_536;

    /// <summary>Characters of a note.</summary>
    public const int MaxNote = 2_000;

    /// <summary>Characters of the name of who edits.</summary>
    public const int MaxAuthor = 64;

    private const int MaxShown = 40;

    /// <summary>Site/rig, each a level of the topic.</summary>
    public static FieldFault? Station(string text) => StationPattern().IsMatch(text)
        ? null : new("station", $"'{Shown(text)}' is no station; write SITE/RIG, each 1 to 24 of a-z 0-9 _ -");

    /// <summary>A name that can be used in a formula and is not taken by a channel or the language.</summary>
    public static FieldFault? Name(string column, string text) =>
        !NamePattern().IsMatch(text) ? new(
            column, $"'{Shown(text)}' is no name; a letter, then up to 63 letters, digits and _")
        : TakenPattern().IsMatch(text) ? new(
            column, $"'{text}' is taken by a channel or by the language; choose another name")
        : null;

    /// <summary>A variable, or a channel such as <c>servo1.force</c>.</summary>
    public static FieldFault? Signal(string column, string text) => SignalPattern().IsMatch(text)
        ? null : new(
            column, $"'{Shown(text)}' is no name of a variable or channel, such as force_abs, servo1.force or ad7");

    /// <summary>A unit as it is written; empty where that is allowed.</summary>
    public static FieldFault? Unit(string column, string text) => UnitPattern().IsMatch(text)
        ? null : new(column, $"'{Shown(text)}' is no unit; up to 24 characters without spaces, such as kN or N/mm2");

    /// <summary>Text in one line.</summary>
    public static FieldFault? Line(string column, string text, int min, int max) =>
        text.Length >= min && text.Length <= max && !text.Any(char.IsControl)
            ? null : new(column, $"'{Shown(text)}' is not allowed; {min} to {max} characters in one line");

    /// <summary>Text that may have several lines.</summary>
    public static FieldFault? Lines(string column, string text, int min, int max) =>
        text.Trim().Length >= min && text.Length <= max
            && !text.Any(c => char.IsControl(c) && c is not ('\n' or '\r' or '\t'))
            ? null : new(
                column,
                $"{text.Length} characters, '{Shown(text)}'; allowed are {min} to {max} without control characters");

    /// <summary>Free text.</summary>
    public static FieldFault? Note(string column, string text) => Lines(column, text, 0, MaxNote);

    /// <summary>The name of a break trigger, which is part of file names too.</summary>
    public static FieldFault? TriggerName(string column, string text) => TriggerNamePattern().IsMatch(text)
        ? null : new(column, $"'{text}' is no name; a letter, then up to 31 letters, digits, - and _");

    /// <summary>Signals, each once.</summary>
    public static FieldFault? Signals(string column, string[] names, int max)
    {
        if (names.Length > max)
            return new(column, $"{names.Length} signals; at most {max}");
        string? twice =
            names.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(same => same.Count() > 1)?.Key;
        return twice is not null ? new(column, $"'{twice}' is given more than once; each signal once")
            : names.Select(name => Signal(column, name)).FirstOrDefault(fault => fault is not null);
    }

    /// <summary>A finite number in a range.</summary>
    public static FieldFault? Number(string column, double value, double min, double max, string unit = "") =>
        value >= min && value <= max
            ? null : new(column, FormattableString.Invariant($"{value}{unit} is not allowed; {min} to {max}{unit}"));

    /// <summary>A value that the enumeration has.</summary>
    public static FieldFault? Word<T>(string column, T value)
        where T : struct, Enum =>
        EnumWords.Has(value) ? null : new(column, $"'{value}' is not allowed; one of {EnumWords.Get<T>()}");

    private static string Shown(string text)
    {
        string line = string.Concat(text.Take(MaxShown).Select(c => char.IsControl(c) ? '?' : c));
        return text.Length > MaxShown ? line + "..." : line;
    }

    [GeneratedRegex("^[a-z0-9_-]{1,24}/[a-z0-9_-]{1,24}\\z")]
    private static partial Regex StationPattern();

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9_]{0,63}\\z")]
    private static partial Regex NamePattern();

    [GeneratedRegex("^((servo|temp|ad|bitin|bitout)[0-9]*|run|x|and|or|not|if|nan|inf|pi|true|false)\\z")]
    private static partial Regex TakenPattern();

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9_]{0,63}(\\.[a-z0-9_]{1,64})?\\z")]
    private static partial Regex SignalPattern();

    [GeneratedRegex("^[A-Za-z][A-Za-z0-9_-]{0,31}\\z")]
    private static partial Regex TriggerNamePattern();

    [GeneratedRegex("^[^\\s\\p{C}'\"]{0,24}\\z")]
    private static partial Regex UnitPattern();
}
