namespace SignalMonitor.Sharing;

/// <summary>
/// How long a monitor stays away from a station after a fault. Doubled with each, until it has computed the station for
/// a while. One that fails whenever it has the station leaves it to the others for minutes; as the only one it tries
/// more often.
/// </summary>
internal sealed class StationPause
{
    /// <summary>The longest pause of one that could not wait for the station.</summary>
    public static readonly TimeSpan LongestOutside = TimeSpan.FromSeconds(5);

    /// <summary>The longest pause of one that had the station, and was the only one.</summary>
    public static readonly TimeSpan LongestAlone = TimeSpan.FromSeconds(15);

    /// <summary>The longest pause of one that had the station, where others take part.</summary>
    public static readonly TimeSpan LongestOfMany = TimeSpan.FromMinutes(2);

    // A station that was held so long was well: the next failure is a first one.
    private static readonly TimeSpan Well = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan FirstOutside = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan FirstAsHolder = TimeSpan.FromSeconds(2);
    private TimeSpan _last;

    /// <summary>The pause after a fault.</summary>
    /// <param name="held">How long it had the station; null = it had it not.</param>
    /// <param name="candidates">Monitors that took part, as far as known, this one included.</param>
    public TimeSpan Next(TimeSpan? held, int candidates)
    {
        TimeSpan first = held is null ? FirstOutside : FirstAsHolder;
        TimeSpan longest = held is null ? LongestOutside : candidates > 1 ? LongestOfMany : LongestAlone;
        if (held > Well)
            _last = TimeSpan.Zero;
        TimeSpan next = 2 * _last;
        return _last = next < first ? first : next > longest ? longest : next;
    }
}
