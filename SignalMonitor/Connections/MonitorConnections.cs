using FuncLibs.Hosting.Summaries;
using SignalMonitor.Streams;

namespace SignalMonitor.Connections;

/// <summary>All connectors that this monitor follows.</summary>
public sealed class MonitorConnections : IWarmupEnd, IBlockCount, IDisposable
{
    /// <summary>Over connections that were made already.</summary>
    public MonitorConnections(IReadOnlyList<MonitorConnection> all) => All = all;

    /// <summary>The connections, in the order of configuration.</summary>
    public IReadOnlyList<MonitorConnection> All { get; }

    /// <summary>The streams of all connections.</summary>
    public IEnumerable<MonitoredStream> Streams =>
        All.SelectMany(connection => connection.Receive.Streams.All.ToArray());

    /// <summary>Frames refused for one cause: those of streams and those that name none.</summary>
    public long Refused(BadFrame cause) =>
        All.Sum(connection => connection.Receive.State.BadOf(cause)) + Streams.Sum(stream => stream.Bad.Get(cause));

    /// <summary>
    /// The stream of a name, or the first when none is given; one that is announced before one that is not. Where
    /// several stations are followed, the name at the publisher finds the first stream that has it. Null when there is
    /// none.
    /// </summary>
    public (MonitorConnection Connection, MonitoredStream Stream)? Find(string? name)
    {
        (MonitorConnection Connection, MonitoredStream Stream)? retired = null;
        foreach (MonitorConnection connection in All)
        {
            foreach (MonitoredStream stream in connection.Receive.Streams.All)
            {
                if (name is not null && stream.Name != name && stream.OwnName != name)
                    continue;
                if (!stream.IsRetired)
                    return (connection, stream);
                retired ??= (connection, stream);
            }
        }

        return retired;
    }

    /// <summary>True when a stream is of the past, and another one has its name.</summary>
    public bool IsReplaced(MonitoredStream stream) =>
        stream.IsRetired && Find(stream.Name) is { Stream.IsRetired: false };

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
