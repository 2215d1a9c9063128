namespace FuncLibs.Hosting.Run;

/// <summary>The account of one data stream in one epoch at a consumer, from the end of warm-up on.</summary>
public sealed record DeliveredStream
{
    /// <summary>The stream.</summary>
    public uint StreamId { get; init; }

    /// <summary>The life of the publisher.</summary>
    public ulong Epoch { get; init; }

    /// <summary>First sequence delivered after warm-up; 0 = none.</summary>
    public ulong First { get; init; }

    /// <summary>Blocks delivered, <see cref="First"/> included.</summary>
    public long Delivered { get; init; }

    /// <summary>Part of <see cref="Delivered"/>: out of the publisher's journal.</summary>
    public long Replayed { get; init; }

    /// <summary>Blocks at or after <see cref="First"/> declared lost.</summary>
    public long DeclaredLost { get; init; }

    /// <summary>Part of <see cref="DeclaredLost"/>: they were still waited for when the run ended.</summary>
    public long Missing { get; init; }

    /// <summary>Blocks that the source lost before they were numbered.</summary>
    public long LostBeforeSequence { get; init; }

    /// <summary>Whether the end-of-stream heartbeat arrived.</summary>
    public bool EndSeen { get; init; }

    /// <summary>Last sequence it said.</summary>
    public ulong EndLast { get; init; }
}
