namespace FuncLibs.Hosting.Run;

/// <summary>Summary of a run of the simulator, from the end of warm-up on.</summary>
public sealed record SimulatorSummary
{
    /// <summary>Blocks sent over the link.</summary>
    public long Sent { get; init; }

    /// <summary>Ticks that were served after their deadline.</summary>
    public long Late { get; init; }

    /// <summary>Ticks that were not served.</summary>
    public long Missed { get; init; }

    /// <summary>Blocks that found no room on the link.</summary>
    public long Dropped { get; init; }
}
