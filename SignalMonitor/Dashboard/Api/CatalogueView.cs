using System.Collections.Immutable;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Http;
using SignalMonitor.Streams;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// The streams, channels and calculated channels that there are, with a revision that grows when any of them changed: a
/// browser that holds the same revision need not ask. Any thread; made on request, out of what the compute threads
/// publish.
/// </summary>
/// <param name="connections">Where the streams are.</param>
internal sealed class CatalogueView(MonitorConnections connections)
{
    private readonly Lock _gate = new();
    private CatalogueReading _last = new(0, []);

    /// <summary>The catalogue now.</summary>
    public CatalogueReading Read()
    {
        lock (_gate)
        {
            CataloguedStream[] now = [.. Streams()];
            if (_last.Revision == 0 || !_last.Streams.AsSpan().SequenceEqual(now))
                _last = new CatalogueReading(_last.Revision + 1, [.. now]);
            return _last;
        }
    }

    private IEnumerable<CataloguedStream> Streams()
    {
        for (int i = 0; i < connections.All.Count; i++)
        {
            foreach (MonitoredStream stream in connections.All[i].Receive.Streams.All.ToArray())
            {
                if (connections.IsReplaced(stream))
                    continue;
                yield return new CataloguedStream(
                    i,
                    stream,
                    stream.Board?.Plan,
                    stream.Variables?.Plan,
                    stream.IsPast,
                    stream.IsReplay,
                    stream.Account().Epoch);
            }
        }
    }
}

/// <summary>All streams at one moment.</summary>
/// <param name="Revision">Counts the changes in this run of the monitor, from 1.</param>
/// <param name="Streams">In the order of connections, then as they were met; one whose name another living stream took
/// is not among them.</param>
internal sealed record CatalogueReading(long Revision, ImmutableArray<CataloguedStream> Streams);

/// <summary>
/// What the catalogue has of one stream, except its freshness. Another value = the catalogue has changed.
/// </summary>
/// <param name="Connection">Index of its connection, from 0.</param>
/// <param name="Stream">The stream.</param>
/// <param name="Plan">Its channels; null before its first block.</param>
/// <param name="Variables">Its calculated channels; null before its first block, and without a database.</param>
/// <param name="IsPast">No connector announces it any more, or it reads a backlog.</param>
/// <param name="IsReplay">Its source plays a recording.</param>
/// <param name="Epoch">Run of its publisher.</param>
internal sealed record CataloguedStream(
    int Connection,
    MonitoredStream Stream,
    SignalPlan? Plan,
    VariablePlan? Variables,
    bool IsPast,
    bool IsReplay,
    ulong Epoch);

/// <summary>Answers <c>GET /api/catalogue</c>.</summary>
internal static class CatalogueHttp
{
    /// <summary>Maps the route.</summary>
    public static void Map(IEndpointRouteBuilder host, CatalogueView view, MonitorConnections connections) =>
        host.MapGet(
            "/api/catalogue",
            context => HttpJson.Write(
                context,
                CatalogueDocument.Create(view.Read(), connections),
                CatalogueDocumentJson.Default.CatalogueDocument));
}
