using System.Buffers;
using System.Text;
using System.Text.Json;
using SignalMonitor.Evaluation.Output;
using SignalMonitor.Hosting;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>One object: <c>{"preset","seed","stream","scores":[{...}],"notes":[...]}</c>; docs/score.md names the members.</summary>
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
        JsonNumbers.Write(json, "precision", score.Precision);
        JsonNumbers.Write(json, "recall", score.Recall);
        JsonNumbers.Write(json, "f1", score.F1);
        JsonNumbers.Write(json, "offsetSamples", score.OffsetSamples);
        JsonNumbers.Write(json, "worstSamples", score.WorstSamples);
        JsonNumbers.Write(json, "rmsSamples", score.RmsSamples);
        JsonNumbers.Write(json, "worstPercent", score.WorstPercent);
        JsonNumbers.Write(json, "rmsPercent", score.RmsPercent);
        json.WriteString("note", score.Note);
        json.WriteEndObject();
    }
}
