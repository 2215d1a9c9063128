namespace SignalMonitor.Dashboard.Api;

/// <summary>A note that somebody sends.</summary>
public sealed record NoteQuestion
{
    /// <summary>When, UTC ns as text; empty = now.</summary>
    public string UtcNs { get; set; } = "";

    /// <summary>Who.</summary>
    public required string By { get; init; }

    /// <summary>What.</summary>
    public required string Text { get; init; }

    /// <summary>Name of the stream that it concerns; empty = none.</summary>
    public string Stream { get; set; } = "";
}
