namespace FuncLibs.Hosting.Run;

/// <summary>Summary of a run of HardwareConnector.</summary>
public sealed record ConnectorSummary
{
    /// <summary>What it numbered, one entry for each data stream.</summary>
    public IReadOnlyList<PublishedStream> Streams { get; init; } = [];

    /// <summary>What it used.</summary>
    public WindowUsage Usage { get; init; } = new();
}
