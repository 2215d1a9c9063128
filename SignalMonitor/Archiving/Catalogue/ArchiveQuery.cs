using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace SignalMonitor.Archiving.Catalogue;

/// <summary>What is searched in the catalogue; everything that is given has to hold.</summary>
internal sealed partial record ArchiveQuery
{
    /// <summary>Tests of a page unless another number is given.</summary>
    public const int DefaultLimit = 50;

    /// <summary>Tests of a page at most.</summary>
    public const int MaxLimit = 200;

    private const int MaxText = 200;
    private const int MaxResults = 8;
    private const int DateLength = 10;

    /// <summary><c>SITE/RIG</c>, or the name of a rig of any site; <c>*</c> is any text; null = all.</summary>
    public string? Rig { get; init; }

    /// <summary>A part of the specimen's name in any case; with <c>*</c> a pattern for the whole of it; null =
    /// all.</summary>
    public string? Specimen { get; init; }

    /// <summary>Begin of the test, this moment included; null = any.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>Begin of the test, this moment not included; null = any.</summary>
    public DateTimeOffset? Before { get; init; }

    /// <summary>Conditions for results.</summary>
    public ImmutableArray<ResultCondition> Results
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>Where the page begins; null = at the newest test.</summary>
    public PageKey? After { get; init; }

    /// <summary>Tests of a page, 1 to <see cref="MaxLimit"/>.</summary>
    public int Limit { get; init; } = DefaultLimit;

    /// <summary>Reads what was given; empty texts are not given.</summary>
    /// <param name="get">The text of a member by its name: <c>rig</c>, <c>specimen</c>, <c>from</c>, <c>to</c>,
    /// <c>result</c>, <c>after</c>, <c>limit</c>.</param>
    /// <param name="query">The query.</param>
    /// <returns>What is wrong, beginning with the name of the member; null when nothing is.</returns>
    public static string? TryParse(Func<string, string?> get, out ArchiveQuery query)
    {
        query = new ArchiveQuery();
        string?[] texts = [.. Members.Select(name => get(name)?.Trim() is { Length: > 0 } text ? text : null)];
        for (int i = 0; i < texts.Length; i++)
        {
            if (texts[i] is { } text && FindFault(text) is { } fault)
                return $"{Members[i]}: {fault}";
        }

        (string? from, string? to, string? result, string? after, string? limit) =
            (texts[2], texts[3], texts[4], texts[5], texts[6]);
        if (TryReadTime("from", from, out DateTimeOffset? first) is { } noFrom)
            return noFrom;
        if (TryReadTime("to", to, out DateTimeOffset? last) is { } noTo)
            return noTo;
        if (first > last)
            return $"to: {to} is before from ({from})";
        if (TryReadResults(result, out ImmutableArray<ResultCondition> results) is { } noResult)
            return noResult;
        PageKey? key = null;
        if (after is not null && (key = PageKey.Parse(after)) is null)
            return "after: it is no key of a page; give that of the answer before";
        int number = DefaultLimit;
        if (limit is not null && (!int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out number)
            || number is < 1 or > MaxLimit))
            return $"limit: '{limit}' is not allowed; a whole number from 1 to {MaxLimit} is";
        query = new ArchiveQuery
        {
            Rig = texts[0],
            Specimen = texts[1],
            From = first,
            Before = EndOf(last, isDay: to?.Length == DateLength),
            Results = results,
            After = key,
            Limit = number,
        };
        return null;
    }

    private static readonly string[] Members = ["rig", "specimen", "from", "to", "result", "after", "limit"];

    private static string? FindFault(string text) =>
        text.Length > MaxText ? $"it has {text.Length} characters, more than {MaxText}"
        : text.Any(char.IsControl) || text.EnumerateRunes().Contains(Rune.ReplacementChar)
            ? "it has a character that is no text" : null;

    private static string? TryReadTime(string name, string? text, out DateTimeOffset? time)
    {
        time = null;
        if (text is null)
            return null;
        const DateTimeStyles Styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;
        if (!IsoTime().IsMatch(text)
            || !DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, Styles, out DateTimeOffset read))
            return $"{name}: '{text}' is no date; give 2026-11-28, or a time such as 2026-11-28T08:30:00Z";
        time = read;
        return null;
    }

    // The last day counts whole, and a moment with its microsecond, which is the grid of the database.
    private static DateTimeOffset? EndOf(DateTimeOffset? last, bool isDay)
    {
        TimeSpan length = isDay ? TimeSpan.FromDays(1) : TimeSpan.FromMicroseconds(1);
        return last is { } end && DateTimeOffset.MaxValue - end > length ? end + length : null;
    }

    private static string? TryReadResults(string? text, out ImmutableArray<ResultCondition> results)
    {
        results = [];
        if (text is null)
            return null;
        string[] parts = text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        if (parts.Length > MaxResults)
            return $"result: {parts.Length} conditions are more than {MaxResults}";
        List<ResultCondition> all = [];
        foreach (string part in parts)
        {
            if (Condition().Match(part) is not { Success: true } match
                || !double.TryParse(
                    match.Groups[3].ValueSpan, NumberStyles.Float, CultureInfo.InvariantCulture, out double value)
                || !double.IsFinite(value))
                return $"result: '{part}' is no condition; give NAME>=NUMBER or NAME<=NUMBER, such as Rm>=500 or "
                    + "\"Rm>=500 MPa\", several with commas";
            all.Add(new ResultCondition(
                match.Groups[1].Value, match.Groups[2].Value == ">=", value,
                match.Groups[4].Value is { Length: > 0 } unit ? unit : null));
        }

        results = [.. all];
        return null;
    }

    [GeneratedRegex(@"^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,7})?)?(Z|[+-]\d\d:\d\d)?)?$")]
    private static partial Regex IsoTime();

    [GeneratedRegex(@"^([^\s<>=,]+)\s*(>=|<=)\s*([-+0-9.eE]+)\s*([^\s<>=,].*)?$")]
    private static partial Regex Condition();
}

/// <summary>A condition for a result of a test.</summary>
/// <param name="Name">Name of the result.</param>
/// <param name="IsAtLeast">True: the value is at least this; false: at most.</param>
/// <param name="Value">The number, in the unit that the result was stored in.</param>
/// <param name="Unit">Only results in this unit; null = in any.</param>
internal sealed record ResultCondition(string Name, bool IsAtLeast, double Value, string? Unit);

/// <summary>Where a page ends: the next one begins after this test.</summary>
/// <param name="StartedUtc">Begin of the test, to the microsecond of the database.</param>
/// <param name="Id">Its id.</param>
internal sealed record PageKey(DateTimeOffset StartedUtc, string Id)
{
    private const char Separator = '-';
    private const int IdLength = 32;

    /// <summary>The key of a test that was read from the catalogue.</summary>
    public static PageKey Of(Documents.ArchivedTest test) => new(test.StartedUtc, test.Id);

    /// <summary>Reads the text of a key; null when it is none.</summary>
    public static PageKey? Parse(string text)
    {
        string[] parts = text.Split(Separator);
        return parts.Length == 2 && parts[1].Length == IdLength && parts[1].All(char.IsAsciiHexDigitLower)
            && long.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out long ticks)
            && ticks <= DateTimeOffset.MaxValue.UtcTicks
                ? new PageKey(new DateTimeOffset(ticks, TimeSpan.Zero), parts[1]) : null;
    }

    /// <inheritdoc/>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"{StartedUtc.UtcTicks}{Separator}{Id}");
}
