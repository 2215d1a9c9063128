namespace FuncLibs.Hosting.Run;

/// <summary>What a process used between the end of warm-up and the beginning of its stop. All zero when it stopped before.</summary>
public sealed record WindowUsage
{
    /// <summary>Seconds of the window.</summary>
    public double Seconds { get; init; }

    /// <summary>Blocks that went through.</summary>
    public long Blocks { get; init; }

    /// <summary>Bytes that each block-path thread took from the managed heap, by its own counter.</summary>
    public IReadOnlyDictionary<string, long> ThreadAllocatedBytes { get; init; } = new Dictionary<string, long>();

    /// <summary>Bytes that the whole process took from the managed heap.</summary>
    public long ProcessAllocatedBytes { get; init; }

    /// <summary>Gen-2 collections.</summary>
    public int Gen2 { get; init; }
}
