using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Variables.Documents;

/// <summary>A second name of a channel in a document.</summary>
public sealed record AliasDocumentEntry
{
    /// <inheritdoc cref="ChannelAlias.Alias"/>
    public required string Alias { get; init; }

    /// <inheritdoc cref="ChannelAlias.Channel"/>
    public required string Channel { get; init; }

    internal static AliasDocumentEntry Of(ChannelAlias row) => new() { Alias = row.Alias, Channel = row.Channel };

    internal ChannelAlias ToRow(string station) => new() { Station = station, Alias = Alias, Channel = Channel };
}
