namespace FuncLibs.Runtime.Diagnostics;

/// <summary>The nearest known word to a mistyped one, by edit distance.</summary>
public static class Suggestion
{
    private const int LongestWord = 100; // what is longer was not mistyped

    /// <summary>
    /// ` (did you mean X?)` for the nearest candidate, nothing when none is near (a third of its letters).
    /// </summary>
    public static string For(string word, IEnumerable<string> candidates)
    {
        if (word.Length > LongestWord)
            return "";
        string? nearest = candidates.MinBy(candidate => Distance(word, candidate));
        return nearest is not null && Distance(word, nearest) <= Math.Max(2, nearest.Length / 3)
            ? $" (did you mean {nearest}?)"
            : "";
    }

    /// <summary>Insertions, deletions and replacements between two words, case ignored (Levenshtein 1965).</summary>
    public static int Distance(string left, string right)
    {
        int[] row = [.. Enumerable.Range(0, right.Length + 1)];
        for (int i = 1; i <= left.Length; i++)
        {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.Length; j++)
            {
                int replaced =
                    diagonal + (char.ToUpperInvariant(left[i - 1]) == char.ToUpperInvariant(right[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[right.Length];
    }
}
