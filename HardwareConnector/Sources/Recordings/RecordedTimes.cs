using FuncLibs.Journal.Reading;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// Finds blocks by the time at which they were due. Blocks of an epoch lie in the order of time, so halving finds the first one; where the
/// recording machine's clock was set back, it finds one of several.
/// </summary>
internal static class RecordedTimes
{
    /// <summary>The first sequence whose block, or the next one that is kept, is due at a time or later; one behind the range when none is.</summary>
    public static ulong FirstFrom(RecordedJournal recording, in FrameRange range, long utcNs)
    {
        using RangeReader reader = recording.NewReader();
        (ulong low, ulong high) = (range.From, range.To + 1);
        while (low < high)
        {
            ulong middle = low + ((high - low) / 2);
            if (DueAt(reader, range with { From = middle }) < utcNs)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }

    private static long? DueAt(RangeReader reader, in FrameRange range)
    {
        reader.Begin(range);
        ReadStep step;
        do
            step = reader.Next();
        while (step == ReadStep.Missing);
        return step == ReadStep.Frame ? reader.Frame.AcquiredNs : null;
    }
}
