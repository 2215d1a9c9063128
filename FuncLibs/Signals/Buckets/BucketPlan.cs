using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;

namespace FuncLibs.Signals.Buckets;

/// <summary>
/// What is kept of a stream: its signals, when their samples are due, and how wide the buckets are so that a stretch of
/// time fits the memory. Immutable; made once for each description.
/// </summary>
public sealed class BucketPlan
{
    /// <summary>Signals that are kept at most; what a stream has beyond is left out.</summary>
    public const int MaxColumns = 4096;

    /// <summary>Longest stretch in seconds.</summary>
    public const int MaxSeconds = 600;

    /// <summary>Memory for the buckets of one stream in bytes.</summary>
    public const int MaxBytes = 8 << 20;

    /// <summary>Plans the history of a stream.</summary>
    /// <param name="stream">What the stream is.</param>
    /// <param name="seconds">How long a stretch is kept: 1 to <see cref="MaxSeconds"/>.</param>
    public BucketPlan(StreamDescription stream, int seconds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(seconds, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(seconds, MaxSeconds);
        Stream = stream;
        Signals = new StreamSignals(stream).All;
        if (Signals.Length > MaxColumns)
            Signals = Signals[..MaxColumns];
        Times = [.. Signals.Select(signal => TimesOf(stream, signal.Address))];
        Grid = new BucketGrid(BucketGrid.FinestNs).CoarsenTo(
            seconds, (MaxBytes / (Bucket.Bytes * Math.Max(1, Signals.Length))) - 1);

        // One more: the newest has only begun.
        Rows = (int)Grid.CountIn(seconds) + 1;
    }

    /// <summary>What the stream is.</summary>
    public StreamDescription Stream { get; }

    /// <summary>The columns, in the order of the block.</summary>
    public ImmutableArray<SignalDescription> Signals { get; }

    /// <summary>Width of a bucket.</summary>
    public BucketGrid Grid { get; }

    /// <summary>Buckets that are kept of each column.</summary>
    public int Rows { get; }

    internal ImmutableArray<SampleTimes> Times { get; }

    /// <summary>When the samples of a signal are due.</summary>
    internal static SampleTimes TimesOf(StreamDescription stream, SignalAddress address)
    {
        if (address.IsBit)
            return new SampleTimes(stream.BaseRateHz, 1, 1);
        ChannelDescription channel = stream.Channels((BlockGroup)address.Group)[address.Channel];
        return new SampleTimes(stream.BaseRateHz, channel.RateNum, channel.RateDen);
    }
}
