using System.Globalization;
using FuncLibs.Runtime.Timing;

namespace HardwareConnector.Sources.Recordings;

/// <summary>A place in a recording as a person gives it: a sequence, or a time.</summary>
/// <param name="Sequence">The sequence; 0 when it is a time.</param>
/// <param name="UtcNs">The time, ns since the Unix epoch; 0 when it is a sequence.</param>
public readonly record struct RecordedPosition(ulong Sequence, long UtcNs)
{
    /// <summary>What may be given.</summary>
    public const string Allowed = "a sequence from 1, or a UTC time such as 2026-03-01T12:00:00";

    private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

    // Nanoseconds since 1970 fit a signed number up to here.
    private static readonly DateTimeOffset Latest = new(2262, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>True when a sequence was given.</summary>
    public bool IsSequence => Sequence > 0;

    /// <summary>Reads one; false for anything else.</summary>
    public static bool TryParse(string text, out RecordedPosition place)
    {
        place = default;
        if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong sequence))
        {
            place = new RecordedPosition(sequence, 0);
            return sequence > 0;
        }

        // The T keeps out what a lenient parser would take for a date: 3.5, or a lone month.
        if (!text.Contains('T', StringComparison.Ordinal)
            || !DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, Utc, out DateTimeOffset time)
            || time <= DateTimeOffset.UnixEpoch
            || time >= Latest)
            return false;
        place = new RecordedPosition(0, (time - DateTimeOffset.UnixEpoch).Ticks * UtcClock.NanosecondsPerTick);
        return true;
    }
}
