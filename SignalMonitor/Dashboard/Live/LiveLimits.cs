using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// What one monitor gives to browsers at most. Checked before allocating; docs/wire-format.md names them.
/// </summary>
internal static class LiveLimits
{
    /// <summary>Browsers served at one time, unless configured otherwise.</summary>
    public const int Browsers = 64;

    /// <summary>Subscriptions of one browser.</summary>
    public const int Subscriptions = 128;

    /// <summary>Signals in all subscriptions of one browser together.</summary>
    public const int Signals = 1024;

    /// <summary>Streams whose values one browser watches.</summary>
    public const int Watched = 64;

    /// <summary>Bytes of a message of a browser.</summary>
    public const int MessageBytes = 64 * 1024;

    /// <summary>Characters of the name of a stream or signal in a message.</summary>
    public const int NameLength = 256;

    /// <summary>Batches that a browser may have unacknowledged.</summary>
    public const int Credit = 2;

    /// <summary>Buckets of each signal in one section; what is more comes wider.</summary>
    public const int SectionBuckets = 128;

    /// <summary>Buckets of all signals in one section, unless it has more signals.</summary>
    public const int SectionCells = 16_384;

    /// <summary>Buckets that are kept of each signal and width.</summary>
    public const int KeptBuckets = 256;

    /// <summary>Pairs in one section; what is more is decimated further.</summary>
    public const int SectionPairs = 4096;

    /// <summary>Pairs that are kept of each XY plot.</summary>
    public const int KeptPairs = 8192;

    /// <summary>Pairs a second that may be requested.</summary>
    public const int MaxPairsPerSecond = 20_000;

    /// <summary>Bytes of a batch, after which no further section is begun.</summary>
    public const int BatchBytes = 1 << 20;

    /// <summary>Bytes for the buckets, pairs and slots of all streams together.</summary>
    public const long MemoryBytes = 256L << 20;

    /// <summary>Events that a browser gets at its beginning.</summary>
    public const int FirstEvents = 200;

    /// <summary>The finest buckets: 100 ms / 2^7.</summary>
    public const long FinestNs = BucketGrid.FinestNs >> 7;

    /// <summary>The widest buckets: 100 ms * 2^16.</summary>
    public const long WidestNs = BucketGrid.FinestNs << 16;

    /// <summary>Time between two batches.</summary>
    public static readonly TimeSpan Tick = TimeSpan.FromSeconds(1 / 30.0);

    /// <summary>How long a browser may leave a batch unacknowledged, or a message unread.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <summary>
    /// The next width of the grid, <paramref name="ns"/> or wider; 0 when it is none: not above 0, or wider than the
    /// widest.
    /// </summary>
    public static long WidthFor(long ns)
    {
        if (ns is <= 0 or > WidestNs)
            return 0;
        long width = FinestNs;
        while (width < ns)
            width *= 2;
        return width;
    }
}
