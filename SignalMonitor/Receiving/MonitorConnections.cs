using FuncLibs.Hosting.Run;

namespace SignalMonitor.Receiving;

/// <summary>All connectors that this monitor follows.</summary>
public sealed class MonitorConnections : IWarmupEnd, IBlockCount, IDisposable
{
    /// <summary>Over connections that were made already.</summary>
    public MonitorConnections(IReadOnlyList<MonitorConnection> all) => All = all;

    /// <summary>The connections, in the order of configuration.</summary>
    public IReadOnlyList<MonitorConnection> All { get; }

    /// <summary>The streams of all connections.</summary>
    public IEnumerable<MonitoredStream> Streams => All.SelectMany(connection => connection.Receive.Streams.All.ToArray());

    /// <summary>Frames refused for one cause: those of streams and those that name none.</summary>
    public long Refused(BadFrame cause) =>
        All.Sum(connection => connection.Receive.State.BadOf(cause)) + Streams.Sum(stream => stream.Bad.Of(cause));

    /// <inheritdoc/>
    public long Blocks => Streams.Sum(stream => stream.Account().Delivered);

    /// <inheritdoc/>
    public void WarmupEnded()
    {
        foreach (MonitorConnection connection in All)
        {
            connection.Receive.Streams.BeginRun();
            connection.Compute.Latency.Restart();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (MonitorConnection connection in All)
            connection.Dispose();
    }
}
