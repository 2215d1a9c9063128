using System.Globalization;

namespace SignalMonitor.Evaluation;

/// <summary>Numbers as they are typed: `1,2.5,-3e4,nan,inf,-inf`.</summary>
internal static class ValueList
{
    /// <summary>Most numbers of a list.</summary>
    public const int MaxValues = 1_000_000;

    /// <summary>Reads a list; an empty text is an empty list.</summary>
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
            return $"--values has {count} numbers; at most {MaxValues} are allowed, more can be evaluated from a journal";
        values = new double[count];
        int place = 0;
        foreach (Range range in text.AsSpan().Split(','))
        {
            if (!TryRead(text.AsSpan()[range].Trim(), out values[place++]))
                return $"value {place} of --values, '{Shortened(text[range])}', is no number; write 1.5, -2e3, nan, inf or -inf";
        }

        return null;
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
        return double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && !double.IsInfinity(value);
    }

    private static string Shortened(string text) => text.Length <= 32 ? text : text[..32] + "...";
}
