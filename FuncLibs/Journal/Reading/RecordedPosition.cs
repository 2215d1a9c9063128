using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Journal.Reading;

/// <summary>A position in a recording as a user gives it: a sequence, or a time.</summary>
/// <param name="Sequence">The sequence; 0 for a time.</param>
/// <param name="UtcNs">The time, ns since the Unix epoch; 0 for a sequence.</param>
public readonly record struct RecordedPosition(ulong Sequence, long UtcNs)
{
    /// <summary>The allowed forms, for messages.</summary>
    public const string Allowed = "a sequence from 1, or a UTC time such as 2026-03-01T12:00:00";

    private const DateTimeStyles Utc = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal;

    // Nanoseconds since 1970 fit into a long up to here.
    private static readonly DateTimeOffset Latest = new(2262, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>True when a sequence was given.</summary>
    public bool IsSequence => Sequence > 0;

    /// <summary>Parses a position; false for anything else.</summary>
    public static bool TryParse(string text, out RecordedPosition position)
    {
        position = default;
        if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong sequence))
        {
            position = new RecordedPosition(sequence, 0);
            return sequence > 0;
        }

        // Requiring the T rejects what a lenient parser would accept as a date: 3.5, or a month alone.
        if (!text.Contains('T', StringComparison.Ordinal)
            || !DateTimeOffset.TryParse(text, CultureInfo.InvariantCulture, Utc, out DateTimeOffset time)
            || time <= DateTimeOffset.UnixEpoch
            || time >= Latest)
            return false;
        position = new RecordedPosition(0, UtcClock.NsOf(time));
        return true;
    }

    /// <summary>The part from, or up to and including, this position; empty ranges are left out.</summary>
    /// <param name="reader">A reader of the recording; it is restarted. Only a time needs it.</param>
    /// <param name="ranges">Ranges of one stream.</param>
    /// <param name="isFrom">True when the position is the first block, false when it is the last.</param>
    public ImmutableArray<FrameRange> Cut(RangeReader reader, ImmutableArray<FrameRange> ranges, bool isFrom)
    {
        ImmutableArray<FrameRange>.Builder cut = ImmutableArray.CreateBuilder<FrameRange>(ranges.Length);
        foreach (FrameRange range in ranges)
        {
            FrameRange part = Cut(reader, range, isFrom);
            if (part.From <= part.To)
                cut.Add(part);
        }

        return cut.ToImmutable();
    }

    private FrameRange Cut(RangeReader reader, in FrameRange range, bool isFrom)
    {
        if (isFrom)
            return range with { From = Math.Max(range.From, FirstFrom(reader, range, UtcNs)) };
        ulong last = IsSequence ? Sequence : FirstFrom(reader, range, UtcNs + 1) - 1;
        return range with { To = Math.Min(range.To, last) };
    }

    private ulong FirstFrom(RangeReader reader, in FrameRange range, long utcNs) =>
        IsSequence ? Sequence : BlockTimes.FirstFrom(reader, range, utcNs);
}
