using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using SignalMonitor.Formatting;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>For people: a table, with remarks on single lines below it.</summary>
internal static class ScoreTable
{
    private const string None = "-";

    /// <summary>Writes it.</summary>
    public static void Write(ScoreResult result, ResultText text)
    {
        text
            .Add("preset ")
            .Add(result.Run.Preset)
            .Add(", seed ")
            .Add(result.Run.Seed.ToString(CultureInfo.InvariantCulture))
            .EndLine();
        string[][] rows =
        [
            [
                "kind", "name", "hits", "extras", "misses", "edges",
                "precision", "recall", "F1", "offset", "worst", "rms", "worst %", "rms %",
            ],
            .. result.Scores.Select(RowOf),
        ];
        int[] widths = [.. Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length))];
        foreach (string[] row in rows)
            text
                .Add(string.Join("  ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd())
                .EndLine();
        foreach (Score score in result.Scores.Where(score => score.Note.Length > 0))
            text.Add(score.Kind).Add(" ").Add(score.Name).Add(": ").Add(score.Note).EndLine();
    }

    private static string[] RowOf(Score score) =>
    [
        score.Kind, score.Name.Length == 0 ? None : score.Name, Count(score.Hits), Count(score.Extras),
        Count(score.Misses),
        Count(score.Edges), Text(score.Precision, "F4"), Text(score.Recall, "F4"), Text(score.F1, "F4"),
        Text(score.OffsetSamples, "F0"), Text(score.WorstSamples, "F0"), Text(score.RmsSamples, "F1"),
        Text(score.WorstPercent, "F3"), Text(score.RmsPercent, "F3"),
    ];

    private static string Count(long count) => count.ToString(CultureInfo.InvariantCulture);

    private static string Text(double value, string format) =>
        double.IsNaN(value) ? None : value.ToString(format, CultureInfo.InvariantCulture);
}

/// <summary>A line for each score. Numbers that there are none of are NaN.</summary>
internal static class ScoreCsv
{
    private const string Head = "kind,name,hits,extras,misses,wrong,edges,precision,recall,f1,"
        + "offsetSamples,worstSamples,rmsSamples,worstPercent,rmsPercent";

    /// <summary>Writes it.</summary>
    public static void Write(ScoreResult result, ResultText text)
    {
        text.Add(Head).EndLine();
        foreach (Score score in result.Scores)
        {
            text.Add(score.Kind).Add(",").Add(score.Name);
            ReadOnlySpan<long> counts = [score.Hits, score.Extras, score.Misses, score.Wrong, score.Edges];
            foreach (long count in counts)
                text.Add(",").Add(count);
            ReadOnlySpan<double> numbers =
            [
                score.Precision, score.Recall, score.F1,
                score.OffsetSamples, score.WorstSamples, score.RmsSamples, score.WorstPercent, score.RmsPercent,
            ];
            foreach (double number in numbers)
                text.Add(",").Add(number);
            text.EndLine();
        }
    }
}

/// <summary>
/// One object: <c>{"preset","seed","stream","scores":[{...}],"notes":[...]}</c>; docs/score.md names the members.
/// </summary>
internal static class ScoreJson
{
    /// <summary>Writes it.</summary>
    public static void Write(ScoreResult result, ResultText text)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer))
            Write(result, json);
        text.Add(Encoding.UTF8.GetString(buffer.WrittenSpan)).EndLine();
    }

    private static void Write(ScoreResult result, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("preset", result.Run.Preset);
        json.WriteNumber("seed", result.Run.Seed);
        json.WriteString("stream", result.Run.Stream);
        json.WriteStartArray("scores");
        foreach (Score score in result.Scores)
            Write(score, json);
        json.WriteEndArray();
        json.WriteStartArray("notes");
        foreach (string note in result.Notes)
            json.WriteStringValue(note);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Score score, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteString("kind", score.Kind);
        json.WriteString("name", score.Name);
        json.WriteNumber("hits", score.Hits);
        json.WriteNumber("extras", score.Extras);
        json.WriteNumber("misses", score.Misses);
        json.WriteNumber("wrong", score.Wrong);
        json.WriteNumber("edges", score.Edges);
        ValueJson.Write(json, "precision", score.Precision);
        ValueJson.Write(json, "recall", score.Recall);
        ValueJson.Write(json, "f1", score.F1);
        ValueJson.Write(json, "offsetSamples", score.OffsetSamples);
        ValueJson.Write(json, "worstSamples", score.WorstSamples);
        ValueJson.Write(json, "rmsSamples", score.RmsSamples);
        ValueJson.Write(json, "worstPercent", score.WorstPercent);
        ValueJson.Write(json, "rmsPercent", score.RmsPercent);
        json.WriteString("note", score.Note);
        json.WriteEndObject();
    }
}
