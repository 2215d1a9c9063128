using System.Text.Json;

namespace Integration.Scoring;

/// <summary>The lines of a score.</summary>
internal sealed class Scores(JsonElement json)
{
    /// <summary>All of it, for the message of a failed test.</summary>
    public string Text => json.GetRawText();

    /// <summary>The kinds and names of its lines, as `peak servo1.force`.</summary>
    public IEnumerable<string> Names => Lines.Select(NameOf);

    private IEnumerable<JsonElement> Lines => json.GetProperty("scores").EnumerateArray();

    /// <summary>Hits of a line that has nothing else: precision and recall 1.</summary>
    public long Perfect(string name)
    {
        JsonElement line = Line(name);
        (Number(line, "extras"), Number(line, "misses"), Number(line, "wrong")).ShouldBe((0, 0, 0), line.GetRawText());
        (line.GetProperty("precision").GetDouble(), line.GetProperty("recall").GetDouble()).ShouldBe((1, 1), line.GetRawText());
        return Number(line, "hits");
    }

    /// <summary>A number of a line.</summary>
    public double Of(string name, string field) => Line(name).GetProperty(field).GetDouble();

    private JsonElement Line(string name)
    {
        JsonElement[] lines = [.. Lines.Where(line => NameOf(line) == name)];
        lines.Length.ShouldBe(1, $"{name} in {Text}");
        return lines[0];
    }

    private static long Number(JsonElement line, string field) => line.GetProperty(field).GetInt64();

    private static string NameOf(JsonElement line) =>
        $"{line.GetProperty("kind").GetString()} {line.GetProperty("name").GetString()}".Trim();
}
