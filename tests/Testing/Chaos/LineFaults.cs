namespace Testing.Chaos;

/// <summary>What a line does to the bytes of one direction. Immutable; a line takes a new one at any time.</summary>
public sealed record LineFaults
{
    /// <summary>A good line.</summary>
    public static LineFaults None { get; } = new();

    /// <summary>Bytes arrive so much later.</summary>
    public TimeSpan Latency { get; init; }

    /// <summary>Up to so much is added to the latency, at random; order is kept, as TCP keeps it.</summary>
    public TimeSpan Jitter { get; init; }

    /// <summary>Bytes a second at most; 0 = as many as come.</summary>
    public int BytesPerSecond { get; init; }

    /// <summary>Bytes are handed on in writes of 1 to so many; 0 = as they come.</summary>
    public int SliceBytes { get; init; }

    /// <summary>Probability that a byte has one bit flipped.</summary>
    public double FlipsPerByte { get; init; }

    /// <summary>
    /// Nothing is handed on, and nothing is lost: the sender's window fills, and all of it arrives when this ends.
    /// </summary>
    public bool IsHeld { get; init; }

    /// <summary>
    /// A black gap: bytes are taken and thrown away, the connection stays. One that lost bytes is reset when this
    /// ends, because TCP never continues after a gap.
    /// </summary>
    public bool IsSwallowed { get; init; }
}
