namespace FuncLibs.GroundTruth.Writing;

/// <summary>Limits of a truth file.</summary>
public sealed record TruthWriterOptions
{
    /// <summary>Default of <see cref="MaxBytes"/>: 1 GiB, about 7 million cycles.</summary>
    public const long DefaultMaxBytes = 1L << 30;

    /// <summary>Least of <see cref="MaxBytes"/>.</summary>
    public const long LeastMaxBytes = 4096;

    /// <summary>Default of <see cref="RingLines"/>.</summary>
    public const int DefaultRingLines = 8192;

    /// <summary>Bytes of the file at most, <see cref="LeastMaxBytes"/> or more; what comes behind is counted.</summary>
    public long MaxBytes { get; init; } = DefaultMaxBytes;

    /// <summary>Lines that may wait for the disk: a power of two, 2 to 65,536.</summary>
    public int RingLines { get; init; } = DefaultRingLines;

    /// <summary>
    /// True for a run as fast as possible: the block thread waits for room in the ring instead of dropping a line. False, the default,
    /// for everything that has a clock.
    /// </summary>
    public bool WaitsWhenFull { get; init; }

    /// <summary>Is told once, by the writer's own thread, why the file cannot be written any more.</summary>
    public Action<string>? OnFault { get; init; }
}
