using FuncLibs.Blocks.Catalogue;
using Simulator.Presets;

namespace Simulator.Faults.Reading;

/// <summary>When a fault begins and how long it lasts, in base samples.</summary>
/// <param name="At">First sample.</param>
/// <param name="Length">Samples; <see cref="long.MaxValue"/> to the end.</param>
internal readonly record struct FaultTime(long At, long Length);

/// <summary>Turns seconds, samples and blocks into base samples.</summary>
internal sealed class FaultTimes(StreamDescription stream)
{
    // A hundred years in seconds; at the fastest base clock the sample index still fits.
    private const double MaxSeconds = 3.2e9;
    private const double MaxSamples = 9e15;
    private const double DefaultSeconds = 2;

    /// <summary>Reads the keys of time.</summary>
    public FaultTime Read(FaultKeys keys, FaultTraits traits)
    {
        double? seconds = keys.Number("atSeconds", 0, MaxSeconds, "s");
        double? sample = keys.Number("atSample", 0, MaxSamples, "base samples", isWhole: true);
        if (keys.Has("atSeconds") == keys.Has("atSample"))
            keys.Faults.Add(keys.Path, keys.Has("atSample") ? "two times" : "no time", "give atSeconds or atSample");
        long at = (long)(sample ?? Math.Floor((seconds ?? 0) * stream.BaseRateHz));
        return new FaultTime(at, traits.Length == FaultLength.Moment ? 1 : LengthOf(keys, traits));
    }

    /// <summary>Samples that a fault lasts by default.</summary>
    public long DefaultLength(FaultTraits traits) => traits.Length switch
    {
        FaultLength.Moment => 1,
        FaultLength.Block => stream.PointsPerBlock,
        FaultLength.TwoSeconds => (long)(DefaultSeconds * stream.BaseRateHz),
        _ => long.MaxValue,
    };

    /// <summary>The fault at its time; what acts on whole blocks takes all of those that it touches.</summary>
    public ScheduledFault Schedule(FaultTraits traits, FaultTime time, double amount, string path, PresetFaults faults)
    {
        long points = stream.PointsPerBlock;
        long to = time.Length > long.MaxValue - time.At ? long.MaxValue : time.At + time.Length;
        if (traits.Scope is FaultScope.Signal or FaultScope.Counter)
            return new ScheduledFault(traits, time.At, to) { Amount = amount };
        long from = time.At / points * points;
        if (to != long.MaxValue)
            to = (to + points - 1) / points * points;
        var fault = new ScheduledFault(traits, from, to) { Amount = amount };
        switch (traits.Kind)
        {
            case FaultKind.Reordered:
                return fault with { To = from + (((long)amount + 1) * points) };
            case FaultKind.Stale when (long)amount * points > from:
                faults.Add(
                    path, $"there is no block {amount} blocks before sample {from}", "a later time or a smaller age");
                return fault;
            case FaultKind.Stale:
                return fault with { Start = from - ((long)amount * points) };
            case FaultKind.AddChannel:
                return fault with { Start = 0 };
            default:
                return fault;
        }
    }

    private long LengthOf(FaultKeys keys, FaultTraits traits)
    {
        double? seconds = keys.Number("forSeconds", 1e-6, MaxSeconds, "s");
        double? samples = keys.Number("forSamples", 1, MaxSamples, "base samples", isWhole: true);
        double? blocks = keys.Number("blocks", 1, MaxSamples / stream.PointsPerBlock, "blocks", isWhole: true);
        int given = (keys.Has("forSeconds") ? 1 : 0) + (keys.Has("forSamples") ? 1 : 0) + (keys.Has("blocks") ? 1 : 0);
        if (given > 1)
            keys.Faults.Add(keys.Path, $"{given} lengths", "give one of forSeconds, forSamples, blocks");
        double? length = samples
            ?? (blocks * stream.PointsPerBlock) ?? (seconds is { } s ? Math.Ceiling(s * stream.BaseRateHz) : null);
        return length is { } counted ? (long)counted : DefaultLength(traits);
    }
}
