using System.Globalization;
using System.Text.Json;

namespace Browser.Pages;

/// <summary>Buckets of one signal in the order of time: as a page draws them, or as /history has them.</summary>
internal sealed record DrawnBuckets(
    double[] FromS, double[] Min, double[] Max, double[] First, double[] Last, long[] Count)
{
    private const double NsPerS = 1e9;

    /// <summary>All drawn buckets of a signal; those of the first time plot that has it.</summary>
    public static async Task<DrawnBuckets> OfPage(DashboardPage page, string signal)
    {
        JsonElement json = await page.Read(Script(signal));
        return new(
            Numbers(json, "fromS"),
            Numbers(json, "min"),
            Numbers(json, "max"),
            Numbers(json, "first"),
            Numbers(json, "last"),
            Counts(json));
    }

    /// <summary>JavaScript that is true while a signal is drawn with a gap of more than so many seconds.</summary>
    public static string HasGap(string signal, double seconds) =>
        "(drawn => drawn?.fromS.filter((_, i) => drawn.count[i] > 0)"
        + string.Create(
            CultureInfo.InvariantCulture,
            $".some((from, i, all) => i > 0 && from - all[i - 1] > {seconds}))({Script(signal)})");

    private static string Script(string signal)
    {
        string name = JsonSerializer.Serialize(signal);
        return $"(plots => window.telemetry.buckets(plots.find(plot => plot.kind === 'time' && plot.signals.some(s => "
            + $"s.name === {name}))?.id, {name}))"
            + "(window.telemetry.plots())";
    }

    /// <summary>A channel of an answer of /history.</summary>
    public static DrawnBuckets OfHistory(JsonElement history)
    {
        JsonElement channel = history.GetProperty("channels")[0];
        double start = history.GetProperty("t0").GetInt64() / NsPerS;
        double width = history.GetProperty("bucketNs").GetInt64() / NsPerS;
        long[] counts = Counts(channel);
        double[] from = [.. Enumerable.Range(0, counts.Length).Select(bucket => start + (bucket * width))];
        return new(
            from,
            Numbers(channel, "min"),
            Numbers(channel, "max"),
            Numbers(channel, "first"),
            Numbers(channel, "last"),
            counts);
    }

    /// <summary>All buckets from one time to another as one; null when there is none with samples.</summary>
    public (double Min, double Max, double First, double Last, long Count)? Together(double fromS, double toS)
    {
        const double Tolerance = 1e-6;
        int[] within =
        [
            .. Enumerable.Range(0, FromS.Length)
                .Where(
                    bucket => FromS[bucket] >= fromS - Tolerance && FromS[bucket] < toS - Tolerance
                        && Count[bucket] > 0),
        ];
        return within.Length == 0
            ? null
            : (
                within.Min(b => Min[b]),
                within.Max(b => Max[b]),
                First[within[0]],
                Last[within[^1]],
                within.Sum(b => Count[b]));
    }

    private static double[] Numbers(JsonElement json, string name) =>
        [.. json.GetProperty(name).EnumerateArray()
            .Select(value => value.ValueKind == JsonValueKind.Number ? value.GetDouble() : double.NaN)];

    private static long[] Counts(JsonElement json) =>
        [.. json.GetProperty("count").EnumerateArray().Select(count => count.GetInt64())];
}
