using System.Data;
using System.Globalization;

namespace SignalMonitor.Variables.Definitions;

/// <summary>
/// Reads the columns of one row by name. A value that is none of its type gives a harmless one and is noted: the first
/// such column makes the row a broken one. What providers write differently (bool as 0 and 1, times as text) is read
/// here.
/// </summary>
internal sealed class RowReader(IDataRecord row, string[] columns)
{
    /// <summary>How times are written where a provider has only text.</summary>
    public const string TimeFormat = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    /// <summary>The first column that could not be read; null = all could.</summary>
    public FieldFault? Fault { get; private set; }

    /// <summary>A whole number.</summary>
    public long Whole(string column) =>
        Value(column) is long value ? value : (long)Refuse(column, "a whole number", 0L);

    /// <summary>A whole number of 32 bits.</summary>
    public int Small(string column) =>
        Value(column) is long value and >= int.MinValue and <= int.MaxValue
            ? (int)value
            : (int)Refuse(column, "a whole number", 0);

    /// <summary>A number.</summary>
    public double Number(string column) => Value(column) switch
    {
        double value => value,
        long whole => whole,
        _ => (double)Refuse(column, "a number", 0.0),
    };

    /// <summary>A number or nothing.</summary>
    public double? NumberOrNull(string column) => Value(column) is null ? null : Number(column);

    /// <summary>Text.</summary>
    public string Text(string column) => Value(column) as string ?? (string)Refuse(column, "text", "");

    /// <summary>Yes or no.</summary>
    public bool Flag(string column) => Value(column) switch
    {
        bool value => value,
        0L => false,
        1L => true,
        _ => (bool)Refuse(column, "yes or no (1 or 0)", false),
    };

    /// <summary>A time in UTC.</summary>
    public DateTimeOffset Time(string column) => Value(column) switch
    {
        DateTime { Kind: DateTimeKind.Utc } value => new DateTimeOffset(value),
        string text when DateTimeOffset.TryParseExact(
            text, TimeFormat, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out DateTimeOffset value) =>
                value,
        _ => (DateTimeOffset)Refuse(column, "a time in UTC", default(DateTimeOffset)),
    };

    /// <summary>A time or nothing.</summary>
    public DateTimeOffset? TimeOrNull(string column) => Value(column) is null ? null : Time(column);

    /// <summary>A word of an enumeration.</summary>
    public T Word<T>(string column)
        where T : struct, Enum =>
        Value(column) is string text && EnumWords.TryParse(text, out T member)
            ? member : (T)Refuse(column, $"one of {EnumWords.Get<T>()}", default(T));

    private object? Value(string column) =>
        row[Array.IndexOf(columns, column)] is var value and not DBNull ? value : null;

    private object Refuse(string column, string allowed, object harmless)
    {
        const int MaxShown = 40;
        string text = Convert.ToString(Value(column), CultureInfo.InvariantCulture) ?? "";
        string shown = string.Concat(text.Take(MaxShown).Select(c => char.IsControl(c) ? '?' : c));
        Fault ??= new FieldFault(column, Value(column) is null ? "nothing is there; it should be "
            + $"{allowed}" : $"'{shown}' is not {allowed}");
        return harmless;
    }
}
