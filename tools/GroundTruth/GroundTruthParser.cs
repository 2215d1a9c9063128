using System.Text.Json;
using FuncLibs.GroundTruth;
using FuncLibs.Runtime.Diagnostics;

namespace Tools.GroundTruth;

/// <summary>One line from its bytes. One thread.</summary>
internal sealed class GroundTruthParser
{
    private readonly GroundTruthFields _fields = new();

    /// <summary>Reads a line.</summary>
    /// <param name="line">Its bytes, without the line break.</param>
    /// <param name="parsed">The line; null when it is of a kind that is not known.</param>
    /// <returns>Column and reason; null when nothing is wrong.</returns>
    public string? Parse(ReadOnlySpan<byte> line, out GroundTruthLine? parsed)
    {
        parsed = null;
        if (Read(line) is { } fault)
            return fault;
        parsed = ParseLine(_fields.Text("kind"));
        return _fields.Fault;
    }

    // The reader of the framework throws for what is no JSON (JsonException), and for a text that is no UTF-8
    // (InvalidOperationException).
    private string? Read(ReadOnlySpan<byte> line)
    {
        _fields.Clear();
        Utf8JsonReader reader = new(line);
        try
        {
            ReadMembers(ref reader);
            return _fields.Fault;
        }
        catch (JsonException e)
        {
            return FormattableString.Invariant(
                $"column {(e.BytePositionInLine ?? 0) + 1}: this is no JSON ({ReasonOf(e)})");
        }
        catch (InvalidOperationException)
        {
            return FormattableString.Invariant($"column {reader.TokenStartIndex + 1}: this text is no UTF-8");
        }
    }

    private void ReadMembers(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            _fields.Refuse<string>("kind", "the first member of an object in braces");
            return;
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = reader.GetString()!;
            reader.Read();
            _fields.Add(name, ref reader);
        }

        // Nothing but white space may follow.
        reader.Read();
    }

    // The framework's messages end with the position, which is already there.
    private static string ReasonOf(JsonException e) =>
        OneLine.Format(e.Message.Split(". LineNumber")[0].Split(" LineNumber")[0]);

    private GroundTruthLine? ParseLine(string kind) => kind switch
    {
        GroundTruthKinds.Run => Run(),
        GroundTruthKinds.Cycle => new CycleLine(
            _fields.Text("channel"), _fields.Text("sensor"), _fields.Index("number"), _fields.Index("index"),
            _fields.Number("peak"), _fields.Index("peakIndex"), _fields.Number("valley"), _fields.Index("valleyIndex")),
        GroundTruthKinds.Property => new PropertyLine(
            _fields.Text("channel"),
            _fields.Text("name"),
            _fields.Number("value"),
            _fields.Text("unit"),
            _fields.Index("index")),
        GroundTruthKinds.Break =>
            new BreakLine(_fields.Text("channel"), _fields.Index("index"), _fields.Number("force")),
        GroundTruthKinds.Excursion => Excursion(),
        GroundTruthKinds.Mode => new ModeLine(
            _fields.Text("channel"), _fields.Text("mode"), _fields.Index("index"), _fields.NumberOrNaN("band")),
        GroundTruthKinds.Fault => Fault(),
        GroundTruthKinds.Truncated => new TruncatedLine(_fields.Index("atBytes")),
        GroundTruthKinds.End => new EndLine(
            _fields.Index("blocks"), _fields.Index("samples"), _fields.WholeOrNull("dropped") ?? 0),
        _ => null,
    };

    private RunLine? Run()
    {
        if (_fields.Count("version") != RunLine.Version)
            return _fields.Refuse<RunLine>(
                "version", FormattableString.Invariant($"{RunLine.Version}, which this program can read"));
        return new RunLine(
            _fields.Text("preset"), _fields.Unsigned("seed"), _fields.Text("stream"), _fields.Count("baseRateHz"), _fields.Count("loopHz"),
            _fields.Count("pointsPerBlock"), _fields.WholeOrNull("firstDueUtcNs"));
    }

    private ExcursionLine? Excursion()
    {
        string limit = _fields.Text("limit");
        if (limit is not (GroundTruthKinds.Upper or GroundTruthKinds.Lower))
            return _fields.Refuse<ExcursionLine>("limit", $"{GroundTruthKinds.Upper} or {GroundTruthKinds.Lower}");
        (long from, long to) = Range();
        return new ExcursionLine(
            _fields.Text("channel"), _fields.Text("sensor"), limit == GroundTruthKinds.Upper
                ? ExcursionLimit.Upper
                : ExcursionLimit.Lower,
            _fields.Number("value"), from, to);
    }

    private FaultLine Fault()
    {
        (long from, long to) = Range();
        return new FaultLine(
            _fields.Text("fault"), from, to, _fields.TextOrNull("channel"), _fields.TextOrNull("sensor"),
            _fields.TextOrNull("detail") ?? "");
    }

    private (long From, long To) Range()
    {
        (long from, long to) = (_fields.Index("from"), _fields.Index("to"));
        if (to < from)
            _fields.Refuse<long>("to", "the sample after the range, not before from");
        return (from, to);
    }
}

/// <summary>
/// The members of one line, read by name. Whoever takes a member that is missing or of another type gets a value of no
/// use and the fault of the line; the first fault stays.
/// </summary>
internal sealed class GroundTruthFields
{
    private const int MaxFields = 64;

    private readonly string[] _names = new string[MaxFields];
    private readonly object?[] _values = new object?[MaxFields];
    private readonly long[] _columns = new long[MaxFields];
    private int _count;

    /// <summary>What is wrong with the line, with its column; null while nothing is.</summary>
    public string? Fault { get; private set; }

    public void Clear() => (_count, Fault) = (0, null);

    /// <summary>Takes one member in; the reader is on its value.</summary>
    public void Add(string name, ref Utf8JsonReader reader)
    {
        if (_count == MaxFields || Place(name) >= 0)
        {
            Refuse(
                reader.TokenStartIndex,
                _count == MaxFields ? $"more than {MaxFields} members" : $"{name} is there twice");
            return;
        }

        (_names[_count], _columns[_count]) = (name, reader.TokenStartIndex);
        _values[_count++] = ValueOf(ref reader);
        reader.TrySkip();
    }

    /// <summary>A text.</summary>
    public string Text(string name) => Consume(name) is string text ? text : Refuse<string>(name, "a text") ?? "";

    /// <summary>A text, or null.</summary>
    public string? TextOrNull(string name) => Place(name) < 0 || Consume(name) is null ? null : Text(name);

    /// <summary>A whole number, 0 or more.</summary>
    public long Index(string name) =>
        Consume(name) is long and >= 0 and var index ? index : Refuse<long>(name, "a whole number, 0 or more");

    /// <summary>A whole number above 0.</summary>
    public long Count(string name) =>
        Consume(name) is long and > 0 and var count ? count : Refuse<long>(name, "a whole number above 0");

    /// <summary>A whole number of any sign, or null.</summary>
    public long? WholeOrNull(string name)
    {
        object? value = Place(name) < 0 ? null : Consume(name);
        return value is null or long ? (long?)value : Refuse<long>(name, "a whole number or null");
    }

    /// <summary>A whole number of 64 bits without sign.</summary>
    public ulong Unsigned(string name) => Consume(name) switch
    {
        ulong value => value,
        long and >= 0 and var value => (ulong)value,
        _ => Refuse<ulong>(name, "a whole number of 64 bits, 0 or more"),
    };

    /// <summary>A number, or one of the words NaN, Infinity and -Infinity.</summary>
    public double Number(string name) => Consume(name) switch
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
        Refuse(
            place < 0 ? 0 : _columns[place],
            place < 0 ? $"{name} is missing; it is {allowed}" : $"{name} must be {allowed}");
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

    private object? Consume(string name) => Place(name) is var place and >= 0 ? _values[place] : null;

    private int Place(string name) => Array.IndexOf(_names, name, 0, _count);

    private void Refuse(long at, string reason) => Fault ??= FormattableString.Invariant($"column {at + 1}: {reason}");
}
