using System.Globalization;
using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.History;

/// <summary>What <c>GET /history</c> requests.</summary>
/// <param name="Stream">Name of the stream; null = the first.</param>
/// <param name="Channel">Name or pattern of signals.</param>
/// <param name="Seconds">How far back.</param>
/// <param name="Buckets">Buckets of each signal at most.</param>
/// <param name="UntilNs">Where the window ends, UTC ns; null = with the newest block.</param>
internal readonly record struct HistoryQuery(
    string? Stream, string Channel, int Seconds, int Buckets, long? UntilNs = null)
{
    /// <summary>Longest window: 31 days, which only a recording has.</summary>
    public const int MaxSeconds = 31 * 24 * 3600;

    private const int DefaultSeconds = 60;
    private const int DefaultBuckets = 600;

    /// <summary>
    /// Reads a query; false when a number is none or out of range, with a <paramref name="fault"/> that names it.
    /// </summary>
    public static bool TryRead(Func<string, string?> parameter, out HistoryQuery query, out string fault)
    {
        query = new HistoryQuery(parameter("stream"), parameter("channel") ?? "*", DefaultSeconds, DefaultBuckets);
        if (!TryRead(parameter, "seconds", 1, MaxSeconds, DefaultSeconds, out int seconds, out fault)
            || !TryRead(
                parameter,
                "buckets",
                HistoryReader.MinBuckets,
                HistoryAnswer.MaxBuckets,
                DefaultBuckets,
                out int buckets,
                out fault))
            return false;
        query = query with { Seconds = seconds, Buckets = buckets };
        if (parameter("until") is not { } text)
            return true;
        bool isTime = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long until) && until > 0;
        fault = isTime ? "" : $"until is '{text}'; a time is allowed, in ns since 1970";
        query = query with { UntilNs = until };
        return isTime;
    }

    private static bool TryRead(
        Func<string, string?> parameter, string name, int min, int max, int otherwise, out int value, out string fault)
    {
        value = otherwise;
        fault = "";
        if (parameter(name) is not { } text)
            return true;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value >= min
            && value <= max)
            return true;
        fault = $"{name} is '{text}'; a whole number from {min} to {max} is allowed";
        return false;
    }
}
