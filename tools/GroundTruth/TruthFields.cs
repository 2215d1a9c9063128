using System.Text.Json;

namespace Tools.GroundTruth;

/// <summary>
/// The members of one line, read by name. Whoever takes a member that is missing or of another type gets a value of no use and the fault
/// of the line; the first fault stays.
/// </summary>
internal sealed class TruthFields
{
    private const int MaxFields = 64;

    private readonly string[] _names = new string[MaxFields];
    private readonly object?[] _values = new object?[MaxFields];
    private readonly long[] _columns = new long[MaxFields];
    private int _count;

    /// <summary>What is wrong with the line, with its column; null while nothing is.</summary>
    public string? Fault { get; private set; }

    public void Clear() => (_count, Fault) = (0, null);

    /// <summary>Takes one member in; the reader stands on its value.</summary>
    public void Add(string name, ref Utf8JsonReader reader)
    {
        if (_count == MaxFields || Place(name) >= 0)
        {
            Refuse(reader.TokenStartIndex, _count == MaxFields ? $"more than {MaxFields} members" : $"{name} is there twice");
            return;
        }

        (_names[_count], _columns[_count]) = (name, reader.TokenStartIndex);
        _values[_count++] = ValueOf(ref reader);
        reader.TrySkip();
    }

    /// <summary>A text.</summary>
    public string Text(string name) => Take(name) is string text ? text : Refuse<string>(name, "a text") ?? "";

    /// <summary>A text, or null.</summary>
    public string? TextOrNull(string name) => Place(name) < 0 || Take(name) is null ? null : Text(name);

    /// <summary>A whole number, 0 or more.</summary>
    public long Index(string name) => Take(name) is long and >= 0 and var index ? index : Refuse<long>(name, "a whole number, 0 or more");

    /// <summary>A whole number above 0.</summary>
    public long Count(string name) => Take(name) is long and > 0 and var count ? count : Refuse<long>(name, "a whole number above 0");

    /// <summary>A whole number of any sign, or null.</summary>
    public long? WholeOrNull(string name)
    {
        object? value = Place(name) < 0 ? null : Take(name);
        return value is null or long ? (long?)value : Refuse<long>(name, "a whole number or null");
    }

    /// <summary>A whole number of 64 bits without sign.</summary>
    public ulong Unsigned(string name) => Take(name) switch
    {
        ulong value => value,
        long and >= 0 and var value => (ulong)value,
        _ => Refuse<ulong>(name, "a whole number of 64 bits, 0 or more"),
    };

    /// <summary>A number, or one of the words NaN, Infinity and -Infinity.</summary>
    public double Number(string name) => Take(name) switch
    {
        double value => value,
        long value => value,
        ulong value => value,
        "NaN" => double.NaN,
        "Infinity" => double.PositiveInfinity,
        "-Infinity" => double.NegativeInfinity,
        _ => Refuse<double>(name, "a number, or \"NaN\", \"Infinity\" or \"-Infinity\""),
    };

    /// <summary>The same, or NaN when it is not there.</summary>
    public double NumberOrNaN(string name) => Place(name) < 0 ? double.NaN : Number(name);

    /// <summary>Notes what is wrong with the value of a member.</summary>
    public T? Refuse<T>(string name, string allowed)
    {
        int place = Place(name);
        Refuse(place < 0 ? 0 : _columns[place], place < 0 ? $"{name} is missing; it is {allowed}" : $"{name} must be {allowed}");
        return default;
    }

    private static object? ValueOf(ref Utf8JsonReader reader)
    {
        if (reader.TokenType == JsonTokenType.String)
            return reader.GetString();
        if (reader.TokenType != JsonTokenType.Number)
            return reader.TokenType == JsonTokenType.Null ? null : reader.TokenType;
        if (reader.TryGetInt64(out long whole))
            return whole;
        if (reader.TryGetUInt64(out ulong unsigned))
            return unsigned;

        // A number too large for 64 bits reads as an infinity, which is no number of the line.
        return reader.TryGetDouble(out double value) && double.IsFinite(value) ? value : reader.TokenType;
    }

    private object? Take(string name) => Place(name) is var place and >= 0 ? _values[place] : null;

    private int Place(string name) => Array.IndexOf(_names, name, 0, _count);

    private void Refuse(long at, string reason) => Fault ??= FormattableString.Invariant($"column {at + 1}: {reason}");
}
