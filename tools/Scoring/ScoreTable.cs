using System.Globalization;
using SignalMonitor.Evaluation.Output;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>For people: a table, and what is to be said about single lines below it.</summary>
internal static class ScoreTable
{
    private const string None = "-";

    /// <summary>Writes it.</summary>
    public static void Write(ScoreResult result, ResultText text)
    {
        text.Add("preset ").Add(result.Run.Preset).Add(", seed ").Add(result.Run.Seed.ToString(CultureInfo.InvariantCulture)).EndLine();
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
            text.Add(string.Join("  ", row.Select((cell, column) => cell.PadRight(widths[column]))).TrimEnd()).EndLine();
        foreach (Score score in result.Scores.Where(score => score.Note.Length > 0))
            text.Add(score.Kind).Add(" ").Add(score.Name).Add(": ").Add(score.Note).EndLine();
    }

    private static string[] RowOf(Score score) =>
    [
        score.Kind, score.Name.Length == 0 ? None : score.Name, Count(score.Hits), Count(score.Extras), Count(score.Misses),
        Count(score.Edges), Text(score.Precision, "F4"), Text(score.Recall, "F4"), Text(score.F1, "F4"),
        Text(score.OffsetSamples, "F0"), Text(score.WorstSamples, "F0"), Text(score.RmsSamples, "F1"),
        Text(score.WorstPercent, "F3"), Text(score.RmsPercent, "F3"),
    ];

    private static string Count(long count) => count.ToString(CultureInfo.InvariantCulture);

    private static string Text(double value, string format) =>
        double.IsNaN(value) ? None : value.ToString(format, CultureInfo.InvariantCulture);
}
