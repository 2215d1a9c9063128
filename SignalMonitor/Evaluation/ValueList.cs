using System.Globalization;
using System.Text;

namespace SignalMonitor.Evaluation;

/// <summary>Numbers as they are typed or are in a file: `1,2.5,-3e4,nan,inf,-inf`.</summary>
internal static class ValueList
{
    /// <summary>Most numbers of a list.</summary>
    public const int MaxValues = 1_000_000;

    private const string StandardInput = "-";
    private const char FileMark = '@';

    // The longest text of a number and a comma, for the most numbers.
    private const int MaxCharacters = 32 * MaxValues;

    /// <summary>Reads what <c>--values</c> names: a list, <c>@FILE</c>, or <c>-</c> for standard input.</summary>
    /// <param name="given">The option.</param>
    /// <param name="input">Standard input.</param>
    /// <param name="values">The numbers.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Read(string given, Stream input, out double[] values)
    {
        values = [];
        if (given != StandardInput && !given.StartsWith(FileMark))
            return Read(given, out values);
        string name = given == StandardInput ? "standard input" : given[1..];
        try
        {
            using Stream stream = given == StandardInput ? input : File.OpenRead(name);
            using StreamReader reader = new(stream);
            return TryReadAll(reader, out string text) ? Read(text, out values)
                : $"{name} has more than {MaxCharacters} characters; evaluate so many numbers from a journal";
        }
        catch (Exception e)
            when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return $"{name} cannot be read: {e.Message}";
        }
    }

    /// <summary>
    /// Reads a list: commas, blanks and line ends are between numbers; an empty text is an empty list.
    /// </summary>
    /// <param name="text">The list.</param>
    /// <param name="values">The numbers.</param>
    /// <returns>What is wrong, with the place in the list; null when nothing is.</returns>
    public static string? Read(string text, out double[] values)
    {
        values = [];
        if (string.IsNullOrWhiteSpace(text))
            return null;
        int count = text.AsSpan().Count(',') + 1;
        if (count > MaxValues)
            return TooMany($"{count}");
        List<double> read = new(count);
        foreach (string part in text.TrimEnd().Split(','))
        {
            string[] words = part.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            foreach (string word in words.Length == 0 ? [""] : words)
            {
                if (!TryRead(word, out double value))
                {
                    return $"value {read.Count + 1} of --values, '{Shortened(word)}', is no number; "
                        + "write 1.5, -2e3, nan, inf or -inf";
                }

                if (read.Count == MaxValues)
                    return TooMany($"more than {MaxValues}");
                read.Add(value);
            }
        }

        values = [.. read];
        return null;
    }

    private static string TooMany(string count) =>
        $"--values has {count} numbers; at most {MaxValues} are allowed, more can be evaluated from a journal";

    private static bool TryReadAll(StreamReader reader, out string text)
    {
        StringBuilder all = new();
        char[] part = new char[64 * 1024];
        for (int read; (read = reader.Read(part, 0, part.Length)) > 0 && all.Length <= MaxCharacters;)
            all.Append(part, 0, read);
        text = all.ToString();
        return all.Length <= MaxCharacters;
    }

    // A number too large for 64 bits would silently be read as infinite.
    private static bool TryRead(ReadOnlySpan<char> text, out double value)
    {
        ReadOnlySpan<char> unsigned = text.TrimStart("+-");
        bool isInfinite = unsigned.Equals("inf", StringComparison.OrdinalIgnoreCase)
            || unsigned.Equals("infinity", StringComparison.OrdinalIgnoreCase);
        value = text is ['-', ..] ? double.NegativeInfinity : double.PositiveInfinity;
        if (isInfinite)
            return text.Length - unsigned.Length <= 1;
        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value)
            && !double.IsInfinity(value);
    }

    private static string Shortened(string text) => text.Length <= 32 ? text : text[..32] + "...";
}
