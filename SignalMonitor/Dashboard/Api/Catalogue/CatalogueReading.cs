using System.Collections.Immutable;

namespace SignalMonitor.Dashboard.Api.Catalogue;

/// <summary>All streams at one moment.</summary>
/// <param name="Revision">Counts the changes in this run of the monitor, from 1.</param>
/// <param name="Streams">In the order of connections, then as they were met; one whose name another living stream took is not among
/// them.</param>
internal sealed record CatalogueReading(long Revision, ImmutableArray<CataloguedStream> Streams);
