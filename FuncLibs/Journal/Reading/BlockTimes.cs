namespace FuncLibs.Journal.Reading;

/// <summary>
/// Finds blocks by the time at which they were due. Blocks of an epoch are in the order of time, so halving finds the
/// first one; where the recording machine's clock was set back, it finds one of several.
/// </summary>
public static class BlockTimes
{
    /// <summary>
    /// The first sequence whose block, or the next one that is kept, is due at a time or later; one after the range
    /// when none is.
    /// </summary>
    /// <param name="reader">A reader of the journal; it is restarted.</param>
    /// <param name="range">One stream and epoch.</param>
    /// <param name="utcNs">The time, UTC ns.</param>
    public static ulong FirstFrom(RangeReader reader, in FrameRange range, long utcNs)
    {
        (ulong low, ulong high) = (range.From, range.To + 1);
        while (low < high)
        {
            ulong middle = low + ((high - low) / 2);
            if (AcquiredAt(reader, range with { From = middle }) < utcNs)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    /// <summary>Whether any block of some ranges is kept: a range may be within a gap.</summary>
    /// <param name="reader">A reader of the journal; it is restarted.</param>
    /// <param name="ranges">Ranges of one stream.</param>
    public static bool HasAny(RangeReader reader, IEnumerable<FrameRange> ranges)
    {
        foreach (FrameRange range in ranges)
        {
            if (AcquiredAt(reader, range) is not null)
                return true;
        }

        return false;
    }

    /// <summary>Due time of the first block of a range that is kept, UTC ns; null when none is.</summary>
    public static long? AcquiredAt(RangeReader reader, in FrameRange range)
    {
        reader.Begin(range);
        ReadStep step;
        do
            step = reader.Next();
        while (step == ReadStep.Missing);
        return step == ReadStep.Frame ? reader.Frame.AcquiredNs : null;
    }
}
