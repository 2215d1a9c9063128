using System.Text.Json;
using FuncLibs.GroundTruth;
using FuncLibs.GroundTruth.Lines;
using FuncLibs.Runtime.Diagnostics;

namespace Tools.GroundTruth;

/// <summary>One line from its bytes. One thread.</summary>
internal sealed class TruthParser
{
    private readonly TruthFields _fields = new();

    /// <summary>Reads a line.</summary>
    /// <param name="line">Its bytes, without the line break.</param>
    /// <param name="parsed">The line; null when it is of a kind that is not known.</param>
    /// <returns>Column and reason; null when nothing is wrong.</returns>
    public string? Parse(ReadOnlySpan<byte> line, out TruthLine? parsed)
    {
        parsed = null;
        if (Read(line) is { } fault)
            return fault;
        parsed = Of(_fields.Text("kind"));
        return _fields.Fault;
    }

    // The reader of the framework throws for what is no JSON (JsonException), and for a text that is no UTF-8 (InvalidOperationException).
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
            return FormattableString.Invariant($"column {(e.BytePositionInLine ?? 0) + 1}: this is no JSON ({ReasonOf(e)})");
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

    // The framework's sentences end with the position, which is said already.
    private static string ReasonOf(JsonException e) => OneLine.Format(e.Message.Split(". LineNumber")[0].Split(" LineNumber")[0]);

    private TruthLine? Of(string kind) => kind switch
    {
        TruthKinds.Run => Run(),
        TruthKinds.Cycle => new CycleLine(
            _fields.Text("channel"), _fields.Text("sensor"), _fields.Index("number"), _fields.Index("index"),
            _fields.Number("peak"), _fields.Index("peakIndex"), _fields.Number("valley"), _fields.Index("valleyIndex")),
        TruthKinds.Property => new PropertyLine(
            _fields.Text("channel"), _fields.Text("name"), _fields.Number("value"), _fields.Text("unit"), _fields.Index("index")),
        TruthKinds.Break => new BreakLine(_fields.Text("channel"), _fields.Index("index"), _fields.Number("force")),
        TruthKinds.Excursion => Excursion(),
        TruthKinds.Mode => new ModeLine(
            _fields.Text("channel"), _fields.Text("mode"), _fields.Index("index"), _fields.NumberOrNaN("band")),
        TruthKinds.Fault => Fault(),
        TruthKinds.Truncated => new TruncatedLine(_fields.Index("atBytes")),
        TruthKinds.End => new EndLine(
            _fields.Index("blocks"), _fields.Index("samples"), _fields.WholeOrNull("dropped") ?? 0),
        _ => null,
    };

    private RunLine? Run()
    {
        if (_fields.Count("version") != RunLine.Version)
            return _fields.Refuse<RunLine>("version", FormattableString.Invariant($"{RunLine.Version}, which this program can read"));
        return new RunLine(
            _fields.Text("preset"), _fields.Unsigned("seed"), _fields.Text("stream"), _fields.Count("baseRateHz"), _fields.Count("loopHz"),
            _fields.Count("pointsPerBlock"), _fields.WholeOrNull("firstDueUtcNs"));
    }

    private ExcursionLine? Excursion()
    {
        string limit = _fields.Text("limit");
        if (limit is not (TruthKinds.Upper or TruthKinds.Lower))
            return _fields.Refuse<ExcursionLine>("limit", $"{TruthKinds.Upper} or {TruthKinds.Lower}");
        (long from, long to) = Range();
        return new ExcursionLine(
            _fields.Text("channel"), _fields.Text("sensor"), limit == TruthKinds.Upper ? TruthLimit.Upper : TruthLimit.Lower,
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
            _fields.Refuse<long>("to", "the sample behind the range, not before from");
        return (from, to);
    }
}
