using System.Collections.Immutable;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>
/// Serves rows to all Foxglove viewers: each signal is a channel whose messages are <c>{"value":...}</c>. The viewer
/// thread gives rows and channels; tasks of requests join and leave.
/// </summary>
/// <param name="maxClients">Viewers at one time.</param>
internal sealed class FoxgloveSink(int maxClients) : IViewerSink
{
    private readonly Lock _gate = new();
    private readonly Guid _session = Guid.NewGuid();

    // Under the gate: written by the viewer thread; ids are never given to another channel.
    private readonly Dictionary<(string Stream, string Signal, string Unit), FoxgloveChannel> _known = [];
    private ImmutableDictionary<string, ImmutableArray<FoxgloveChannel?>> _streams =
        ImmutableDictionary<string, ImmutableArray<FoxgloveChannel?>>.Empty;

    private ImmutableHashSet<uint> _channels = [];
    private ImmutableArray<FoxgloveClient> _clients = [];

    /// <summary>What was counted.</summary>
    public ViewerCounters Counters { get; } = new();

    /// <summary>Viewers at one time.</summary>
    public int MaxClients => maxClients;

    /// <inheritdoc/>
    public bool IsWanted => Clients.Length > 0;

    /// <summary>What it did. Any thread.</summary>
    public FoxgloveStatus Status => new(Clients.Length, Counters.Messages, Counters.Dropped, Counters.Refused);

    private ImmutableArray<FoxgloveClient> Clients
    {
        get
        {
            lock (_gate)
                return _clients;
        }
    }

    /// <summary>Any thread: a viewer, which has been told what there is; null when there are too many.</summary>
    public FoxgloveClient? TryJoin()
    {
        lock (_gate)
        {
            if (_clients.Length >= maxClients)
                return null;
            FoxgloveClient client = new(new FoxgloveOutbox(Counters), Counters);
            client.Outbox.AddText(FoxgloveText.ServerInfo(_session));
            FoxgloveChannel?[] all = [.. _streams.Values.SelectMany(channels => channels)];
            client.Advertise(all.OfType<FoxgloveChannel>());
            client.SayUnserved(all.Count(channel => channel is null));
            _clients = _clients.Add(client);
            return client;
        }
    }

    /// <summary>Any thread: a viewer is gone.</summary>
    public void Leave(FoxgloveClient client)
    {
        lock (_gate)
            _clients = _clients.Remove(client);
    }

    /// <summary>Any thread: whether a channel is advertised now.</summary>
    public bool Knows(uint channel) => Volatile.Read(ref _channels).Contains(channel);

    /// <inheritdoc/>
    public void Describe(ViewerStream stream) =>
        Describe(stream.Name, stream.Columns.Select(column => (column.Name, column.Unit)));

    /// <summary>The signals of a stream are these from here on.</summary>
    /// <param name="stream">Its name.</param>
    /// <param name="signals">Their names and units, in the order of a row.</param>
    public void Describe(string stream, IEnumerable<(string Name, string Unit)> signals)
    {
        lock (_gate)
        {
            FoxgloveChannel[] before = ChannelsOf(stream);
            _streams = _streams.SetItem(
                stream, [.. signals.Select(signal => ChannelOf(stream, signal.Name, signal.Unit))]);
            FoxgloveChannel[] now = ChannelsOf(stream);
            FoxgloveChannel[] added = [.. now.Except(before)];
            uint[] gone = [.. before.Except(now).Select(channel => channel.Id)];
            Volatile.Write(
                ref _channels, _channels.Except(gone).Union(added.Select(channel => channel.Id)));
            foreach (FoxgloveClient client in _clients)
            {
                client.Forget(gone);
                client.Advertise(added);
                client.SayUnserved(_streams[stream].Count(channel => channel is null));
            }
        }
    }

    /// <inheritdoc/>
    public void Take(ViewerStream stream, long timeNs, ReadOnlySpan<double> values)
    {
        ImmutableArray<FoxgloveClient> clients = Clients;
        if (clients.IsEmpty || !_streams.TryGetValue(stream.Name, out ImmutableArray<FoxgloveChannel?> channels))
            return;
        for (int i = 0; i < values.Length; i++)
        {
            // JSON has no word for what is no number.
            if (!double.IsFinite(values[i]) || channels[i] is not { } channel)
                continue;
            foreach (FoxgloveClient client in clients)
                client.Take(channel.Id, timeNs, values[i]);
        }
    }

    /// <inheritdoc/>
    public void Flush()
    {
        foreach (FoxgloveClient client in Clients)
            client.Outbox.Flush();
    }

    private FoxgloveChannel[] ChannelsOf(string stream) =>
        _streams.TryGetValue(stream, out ImmutableArray<FoxgloveChannel?> channels)
            ? [.. channels.OfType<FoxgloveChannel>()] : [];

    private FoxgloveChannel? ChannelOf(string stream, string signal, string unit)
    {
        if (_known.TryGetValue((stream, signal, unit), out FoxgloveChannel? known))
            return known;
        if (_known.Count == FoxgloveLimits.Channels)
            return null;
        FoxgloveChannel channel = new((uint)_known.Count + 1, stream, signal, unit);
        _known.Add((stream, signal, unit), channel);
        return channel;
    }
}
