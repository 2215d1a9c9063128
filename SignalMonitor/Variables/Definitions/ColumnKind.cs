using System.Text.Json;

namespace SignalMonitor.Variables.Definitions;

/// <summary>What the values of a column are, and how they are stored in the database and in JSON.</summary>
/// <typeparam name="T">Type of the member of the row.</typeparam>
/// <param name="Wanted">What a value must be, for messages: <c>a number</c>.</param>
/// <param name="Read">Reads the column of a database row; what is no such value is noted by the reader.</param>
/// <param name="Stored">The value as text, long, double, bool, DateTimeOffset or null.</param>
/// <param name="Parse">The value of JSON that is not null; null where it is none.</param>
internal sealed record ColumnKind<T>(
    string Wanted, Func<RowReader, string, T> Read, Func<T, object?> Stored, Func<JsonElement, object?> Parse)
{
    /// <summary>The value of a text; null where it is none. Of columns of a key.</summary>
    public Func<string, object?> ParseText { get; init; } = static _ => null;
}

/// <summary>The kinds of columns that there are.</summary>
internal static class ColumnKinds
{
    /// <summary>Text.</summary>
    public static readonly ColumnKind<string> Text = new(
        "text",
        (row, column) => row.Text(column),
        text => text,
        json => json.ValueKind == JsonValueKind.String ? json.GetString() : null)
    {
        ParseText = text => text,
    };

    /// <summary>Yes or no.</summary>
    public static readonly ColumnKind<bool> Flag = new(
        "true or false",
        (row, column) => row.Flag(column),
        flag => flag,
        json => json.ValueKind is JsonValueKind.True or JsonValueKind.False ? json.GetBoolean() : null);

    /// <summary>A whole number.</summary>
    public static readonly ColumnKind<long> Whole = new(
        "a whole number",
        (row, column) => row.Whole(column),
        number => number,
        json => json.ValueKind == JsonValueKind.Number && json.TryGetInt64(out long number) ? number : null);

    /// <summary>A whole number of 32 bits.</summary>
    public static readonly ColumnKind<int> Whole32 = new(
        "a whole number of 32 bits",
        (row, column) => row.Small(column),
        number => (long)number,
        json => json.ValueKind == JsonValueKind.Number && json.TryGetInt32(out int number) ? number : null);

    /// <summary>A number.</summary>
    public static readonly ColumnKind<double> Number =
        new("a number", (row, column) => row.Number(column), number => number, json => ParseNumber(json));

    /// <summary>A number or nothing.</summary>
    public static readonly ColumnKind<double?> NumberOrNull =
        new("a number", (row, column) => row.NumberOrNull(column), number => number, json => ParseNumber(json));

    /// <summary>A time in UTC.</summary>
    public static readonly ColumnKind<DateTimeOffset> Time =
        new("a time", (row, column) => row.Time(column), time => time, json => ParseTime(json));

    /// <summary>A time in UTC or nothing.</summary>
    public static readonly ColumnKind<DateTimeOffset?> TimeOrNull =
        new("a time", (row, column) => row.TimeOrNull(column), time => time, json => ParseTime(json));

    /// <summary>A word of an enumeration.</summary>
    public static ColumnKind<T> Word<T>()
        where T : struct, Enum => new(
            $"one of {EnumWords.Get<T>()}",
            (row, column) => row.Word<T>(column),
            member => EnumWords.Get(member),
            json => json.ValueKind == JsonValueKind.String ? Member<T>(json.GetString()!) : null)
        {
            ParseText = text => Member<T>(text),
        };

    private static object? Member<T>(string word)
        where T : struct, Enum => EnumWords.TryParse(word, out T member) ? member : null;

    private static double? ParseNumber(JsonElement json) =>
        json.ValueKind == JsonValueKind.Number && json.TryGetDouble(out double number) ? number : null;

    private static DateTimeOffset? ParseTime(JsonElement json) =>
        json.ValueKind == JsonValueKind.String && json.TryGetDateTimeOffset(out DateTimeOffset time) ? time : null;
}
