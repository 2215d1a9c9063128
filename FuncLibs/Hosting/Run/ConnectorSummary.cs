namespace FuncLibs.Hosting.Run;

/// <summary>Summary of a run of HardwareConnector.</summary>
public sealed record ConnectorSummary
{
    /// <summary>What it numbered, one entry for each data stream.</summary>
    public IReadOnlyList<PublishedStreamSummary> Streams { get; init; } = [];

    /// <summary>The ZeroMQ that carried the data, name and version; empty when none did.</summary>
    public string Transport { get; init; } = "";

    /// <summary>What it used.</summary>
    public WindowUsage Usage { get; init; } = new();
}
