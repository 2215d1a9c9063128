namespace SignalMonitor.Dashboard.Api;

/// <summary>A formula that somebody types.</summary>
public sealed record ExpressionQuestion
{
    /// <summary>Name of the stream that it is for.</summary>
    public required string Stream { get; init; }

    /// <summary>The formula.</summary>
    public required string Expression { get; init; }

    /// <summary>Unit that its values are to have; empty = as the formula gives it.</summary>
    public string Unit { get; set; } = "";

    /// <summary>Name of the calculated channel that it is to be; empty = none yet.</summary>
    public string Name { get; set; } = "";

    /// <summary>Of a preview: how far back, s.</summary>
    public int Seconds { get; set; } = DefaultSeconds;

    private const int DefaultSeconds = 60;
}
