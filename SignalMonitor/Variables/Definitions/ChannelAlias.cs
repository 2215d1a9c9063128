namespace SignalMonitor.Variables.Definitions;

/// <summary>A second name of a channel: one row of `channel_alias`.</summary>
public sealed record ChannelAlias : Definition
{
    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>The name in formulas, unique in the station; not that of a variable.</summary>
    public required string Alias { get; init; }

    /// <summary>The channel: <c>servo1.force</c>.</summary>
    public required string Channel { get; init; }
}
