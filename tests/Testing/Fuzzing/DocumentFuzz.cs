using System.Text;
using System.Text.RegularExpressions;

namespace Testing.Fuzzing;

/// <summary>
/// Changed documents of a text format: bytes as <see cref="Mutator"/> changes them, or values at the borders of what
/// may be in their place. The same number makes the same document. 10,000 in each run, 1,000,000 with
/// TELEMETRY_TESTS_NIGHTLY=1.
/// </summary>
public static partial class DocumentFuzz
{
    private const int MaxValues = 3;

    private static readonly string[] Values =
    [
        "0", "-0.0", "-1", "1", "0.1", "1e-308", "1e308", "-1e308", "1e400", "2147483647", "2147483648",
        "9223372036854775807", "1e19",
        "null", "true", "\"\"", "\"NaN\"", "\"x\"", "[]", "[[]]", "{}",
    ];

    private static long Inputs =>
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 1_000_000 : 10_000;

    /// <summary>Reads changed documents one after the other.</summary>
    /// <param name="seeds">Sound documents.</param>
    /// <param name="read">Reads one; throws when the reader did what it must not do.</param>
    /// <exception cref="InvalidOperationException">A document made it throw; the message has its number and its
    /// text.</exception>
    public static void Run(IReadOnlyList<string> seeds, Action<byte[]> read)
    {
        for (long number = 1; number <= Inputs; number++)
        {
            byte[] document = Document(seeds, (ulong)number);
            try
            {
                read(document);
            }
            catch (Exception e)
            {
                throw new InvalidOperationException(
                    $"document {number}: {e.Message}\n{Encoding.UTF8.GetString(document)}", e);
            }
        }
    }

    private static byte[] Document(IReadOnlyList<string> seeds, ulong number)
    {
        var mutator = new Mutator(number);
        string seed = seeds[mutator.Next(seeds.Count)];
        return mutator.Next(2) == 0
            ? Encoding.UTF8.GetBytes(WithOtherValues(seed, mutator))
            : mutator.Changed(Encoding.UTF8.GetBytes(seed), Encoding.UTF8.GetBytes(seeds[mutator.Next(seeds.Count)]));
    }

    private static string WithOtherValues(string text, Mutator mutator)
    {
        for (int changes = 1 + mutator.Next(MaxValues); changes > 0; changes--)
        {
            MatchCollection places = Value().Matches(text);
            if (places.Count == 0)
                return text;
            Match place = places[mutator.Next(places.Count)];
            string other = Values[mutator.Next(Values.Length)];
            text = string.Concat(text.AsSpan(0, place.Index), other, text.AsSpan(place.Index + place.Length));
        }

        return text;
    }

    // A number or a text after a colon, a comma or a bracket.
    [GeneratedRegex(
        """(?<=[:,\[]\s*)(-?\d[\d.eE+-]*|"[^"]*"|true|false|null)(?!\s*:)""", RegexOptions.CultureInvariant)]
    private static partial Regex Value();
}
