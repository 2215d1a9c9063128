using System.Net.WebSockets;

namespace SignalMonitor.Viewers.Foxglove;

/// <summary>One viewer: what it subscribed, and what waits to be sent to it.</summary>
/// <param name="outbox">What waits; is disposed with it.</param>
/// <param name="counters">What is counted.</param>
internal sealed class FoxgloveClient(FoxgloveOutbox outbox, ViewerCounters counters) : IDisposable
{
    private readonly Lock _gate = new();

    // Both ways: number of the subscription, number of the channel.
    private readonly Dictionary<uint, uint> _channels = [];
    private readonly Dictionary<uint, uint> _subscriptions = [];

    // Channels that it has not been told of, by number. They become messages one after the other: the text of all
    // channels of large rigs is more than may wait. Under a lock of their own: what takes a channel back is in the
    // outbox before the channel is here again, and is sent before it.
    private readonly Lock _telling = new();
    private readonly SortedDictionary<uint, FoxgloveChannel> _untold = [];

    /// <summary>What waits to be sent to it.</summary>
    public FoxgloveOutbox Outbox { get; } = outbox;

    /// <summary>Subscriptions that it has. Any thread.</summary>
    public int Subscriptions
    {
        get
        {
            lock (_gate)
                return _channels.Count;
        }
    }

    /// <summary>Receiving task: takes what the viewer says.</summary>
    /// <param name="command">What.</param>
    /// <param name="isKnown">Whether a channel is there.</param>
    public void Serve(FoxgloveCommand command, Func<uint, bool> isKnown)
    {
        switch (command)
        {
            case FoxgloveCommand.Subscribe subscribe:
                foreach ((uint id, uint channel) in subscribe.Subscriptions)
                    Subscribe(id, channel, isKnown(channel));
                break;
            case FoxgloveCommand.Unsubscribe unsubscribe:
                foreach (uint id in unsubscribe.Subscriptions)
                    Unsubscribe(id);
                break;
            case FoxgloveCommand.Other other:
                Refuse(
                    FoxgloveLevel.Warning,
                    $"op '{other.Op}' is not served here; subscribe and unsubscribe are");
                break;
        }
    }

    /// <summary>A message that is no message of the protocol ends the connection.</summary>
    public void Reject(string fault)
    {
        counters.AddRefused();
        Outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, fault);
    }

    /// <summary>Viewer thread: a value of a channel, if the viewer subscribed it.</summary>
    public void Take(uint channel, long timeNs, double value)
    {
        uint subscription;
        lock (_gate)
        {
            if (!_subscriptions.TryGetValue(channel, out subscription))
                return;
        }

        Span<byte> message = stackalloc byte[FoxgloveText.MaxDataBytes];
        int length = FoxgloveText.WriteData(message, subscription, timeNs, value);
        Outbox.AddData(message[..length]);
    }

    /// <summary>Channels that there are from here on.</summary>
    public void Advertise(IEnumerable<FoxgloveChannel> channels)
    {
        lock (_telling)
        {
            foreach (FoxgloveChannel channel in channels)
                _untold[channel.Id] = channel;
        }

        Outbox.Wake();
    }

    /// <summary>Sending task: all that waits, valid until the next call, and the message that follows it; null when
    /// there is none.</summary>
    public (ReadOnlyMemory<byte> Waiting, byte[]? Channels) TakeAll()
    {
        ReadOnlyMemory<byte> waiting;
        FoxgloveChannel[] next;
        lock (_telling)
        {
            waiting = Outbox.TakeAll();
            next = [.. _untold.Values.Take(FoxgloveLimits.AdvertisedAtOnce)];
            foreach (FoxgloveChannel channel in next)
                _untold.Remove(channel.Id);
        }

        return (waiting, next.Length == 0 ? null : FoxgloveText.Advertise(next));
    }

    /// <summary>Viewer thread: channels that are gone have no subscription.</summary>
    public void Forget(uint[] channels)
    {
        lock (_gate)
        {
            foreach (uint channel in channels)
            {
                if (_subscriptions.Remove(channel, out uint subscription))
                    _channels.Remove(subscription);
            }
        }

        lock (_telling)
        {
            uint[] told = [.. channels.Where(channel => !_untold.Remove(channel))];
            if (told.Length > 0)
                Outbox.AddText(FoxgloveText.Unadvertise(told));
        }
    }

    /// <summary>Channels that this server cannot serve.</summary>
    public void SayUnserved(int channels)
    {
        if (channels > 0)
            Outbox.AddText(FoxgloveText.Status(
                FoxgloveLevel.Warning,
                $"{channels} channels are not served: {FoxgloveLimits.Channels} had an id since the monitor started, "
                    + "which is all there may be; choose fewer with Viewers:Channels, and start it again"));
    }

    /// <inheritdoc/>
    public void Dispose() => Outbox.Dispose();

    private void Subscribe(uint id, uint channel, bool isKnown)
    {
        string? fault;
        lock (_gate)
        {
            fault = !isKnown ? $"there is no channel {channel}"
                : _channels.ContainsKey(id) ? $"subscription {id} exists; unsubscribe it first"
                : _subscriptions.ContainsKey(channel) ? $"channel {channel} is subscribed already"
                : _channels.Count >= FoxgloveLimits.Subscriptions
                    ? $"a viewer may have {FoxgloveLimits.Subscriptions} subscriptions"
                : null;
            if (fault is null)
                (_channels[id], _subscriptions[channel]) = (channel, id);
        }

        if (fault is not null)
            Refuse(FoxgloveLevel.Error, $"subscription {id} is refused: {fault}");
    }

    private void Unsubscribe(uint id)
    {
        bool removed;
        lock (_gate)
        {
            removed = _channels.Remove(id, out uint channel);
            if (removed)
                _subscriptions.Remove(channel);
        }

        if (!removed)
            Refuse(FoxgloveLevel.Warning, $"there is no subscription {id}");
    }

    private void Refuse(FoxgloveLevel level, string message)
    {
        counters.AddRefused();
        Outbox.AddText(FoxgloveText.Status(level, message));
    }
}
