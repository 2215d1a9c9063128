using SignalMonitor.Receiving;

namespace SignalMonitor.Dashboard.Api.Catalogue;

/// <summary>
/// The streams, channels and calculated channels that there are, with a revision that grows when any of them changed: a browser that holds
/// the same revision need not ask. Any thread; made when somebody asks, out of what the compute threads publish.
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
                    i, stream, stream.Board?.Plan, stream.Variables?.Plan, stream.IsPast, stream.IsReplay, stream.Account().Epoch);
            }
        }
    }
}
