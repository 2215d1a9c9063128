using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Journal;

/// <summary>Sizes and times of a journal. The defaults are those of delivery.md.</summary>
public sealed record JournalOptions
{
    /// <summary>Default of <see cref="SegmentBytes"/>: 256 MiB.</summary>
    public const long DefaultSegmentBytes = 256L << 20;

    /// <summary>Default of <see cref="RingBytes"/>: 128 MiB, 3.4 s of the reference rate.</summary>
    public const int DefaultRingBytes = 128 << 20;

    /// <summary>Default of <see cref="CommitBytes"/>: 1 MiB.</summary>
    public const int DefaultCommitBytes = 1 << 20;

    /// <summary>Default of <see cref="QuotaBytes"/>: 50 GB.</summary>
    public const long DefaultQuotaBytes = 50_000_000_000;

    /// <summary>Default of <see cref="ReservedBytes"/>: 64 MiB.</summary>
    public const long DefaultReservedBytes = 64L << 20;

    /// <summary>Default of <see cref="CommitInterval"/>: 10 ms.</summary>
    public static readonly TimeSpan DefaultCommitInterval = TimeSpan.FromMilliseconds(10);

    /// <summary>Default of <see cref="RetryInterval"/>: 1 s.</summary>
    public static readonly TimeSpan DefaultRetryInterval = TimeSpan.FromSeconds(1);

    /// <summary>The options that hold unless configured otherwise.</summary>
    public static JournalOptions Default { get; } = new();

    /// <summary>
    /// Bytes of a segment at most; at most a quarter of the quota, so that retention has something to remove.
    /// </summary>
    public long SegmentBytes { get; init; } = DefaultSegmentBytes;

    /// <summary>Age at which the open segment is ended, and the next begun with the next record; zero =
    /// never.</summary>
    public TimeSpan MaxSegmentAge { get; init; } = TimeSpan.Zero;

    /// <summary>
    /// Bytes between publish and journal thread, 4 KiB to 1 GiB, a multiple of 8. Half of it is the largest record.
    /// </summary>
    public int RingBytes { get; init; } = DefaultRingBytes;

    /// <summary>Bytes that are written before the interval is over, and in one call.</summary>
    public int CommitBytes { get; init; } = DefaultCommitBytes;

    /// <summary>Time after which what waits is written, and at least between two fsyncs.</summary>
    public TimeSpan CommitInterval { get; init; } = DefaultCommitInterval;

    /// <summary>Bytes of all segments at most. One segment is always kept, even where the quota is below it.</summary>
    public long QuotaBytes { get; init; } = DefaultQuotaBytes;

    /// <summary>Age at which a segment is removed; zero = never.</summary>
    public TimeSpan MaxAge { get; init; } = TimeSpan.Zero;

    /// <summary>
    /// Bytes of the disk that stay free for state and logs: a segment is begun only where it leaves as much when it is
    /// full, and is ended when others take them.
    /// </summary>
    public long ReservedBytes { get; init; } = DefaultReservedBytes;

    /// <summary>
    /// Time between attempts to record again, between looks whether the folder is still there, and between runs of
    /// retention.
    /// </summary>
    public TimeSpan RetryInterval { get; init; } = DefaultRetryInterval;

    /// <summary>Longest payload.</summary>
    public FrameLimits Limits { get; init; } = FrameLimits.Default;

    internal long EffectiveSegmentBytes => Math.Max(Math.Min(SegmentBytes, QuotaBytes / 4), RecordLayout.Alignment);

    /// <summary>What is wrong with the options; null when they can be used.</summary>
    public string? Fault()
    {
        const int MinRing = 4096;
        const int MaxRing = 1 << 30;
        if (RingBytes is < MinRing or > MaxRing || RingBytes % RecordLayout.Alignment != 0)
            return $"the ring has {RingBytes} bytes; {MinRing} to {MaxRing} are allowed, in steps of "
                + $"{RecordLayout.Alignment}";
        if (SegmentBytes <= 0 || CommitBytes <= 0 || QuotaBytes <= 0)
            return "segment, commit and quota must be above 0";
        if (ReservedBytes < 0 || MaxAge < TimeSpan.Zero || MaxSegmentAge < TimeSpan.Zero)
            return "reserved bytes and ages must not be below 0";
        return CommitInterval > TimeSpan.Zero && RetryInterval > TimeSpan.Zero ? null : "intervals must be above 0";
    }
}
