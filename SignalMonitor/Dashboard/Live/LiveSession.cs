using System.Net.WebSockets;

namespace SignalMonitor.Dashboard.Live;

/// <summary>One browser. Live thread only, except for members marked otherwise.</summary>
/// <param name="outbox">What waits to be sent to it.</param>
/// <param name="time">Clock.</param>
internal sealed class LiveSession(LiveOutbox outbox, TimeProvider time) : IDisposable
{
    private const int MaxCommands = 16;

    private readonly SemaphoreSlim _room = new(MaxCommands);
    private readonly Dictionary<string, byte[]> _shown = [];
    private uint _sent;
    private uint _acknowledged;
    private uint _acknowledgedBefore;
    private long _waitsSince;
    private int _turn;

    /// <summary>What waits to be sent to it. Any thread.</summary>
    public LiveOutbox Outbox { get; } = outbox;

    /// <summary>What it requested, in the order in which it did.</summary>
    public List<LiveSubscription> Subscriptions { get; } = [];

    /// <summary>Names of the streams whose values it requested.</summary>
    public IReadOnlyList<string> Watched { get; private set; } = [];

    /// <summary>True while it takes no batches.</summary>
    public bool IsPaused { get; set; }

    /// <summary>Signals of all subscriptions.</summary>
    public int Signals => Subscriptions.Sum(static subscription => subscription.Signals);

    /// <summary>True when a batch may be written.</summary>
    public bool MaySend =>
        !IsPaused && _sent - Volatile.Read(ref _acknowledged) < LiveLimits.Credit && Outbox.IsBatchFree;

    /// <summary>Receiving task: waits until the next command may be passed to the live thread.</summary>
    public Task WaitForRoom(CancellationToken stop) => _room.WaitAsync(stop);

    /// <summary>A command was served.</summary>
    public void Served() => _room.Release();

    /// <summary>Receiving task: all batches up to one were taken; false when that one was not sent.</summary>
    public bool Acknowledge(uint batch)
    {
        if (batch > Volatile.Read(ref _sent))
            return false;
        if (batch > _acknowledged)
            Volatile.Write(ref _acknowledged, batch);
        return true;
    }

    /// <summary>It requests values of these streams.</summary>
    public void Watch(IReadOnlyList<string> streams)
    {
        Watched = streams;
        _shown.Clear();
        Outbox.ResetValues();
    }

    /// <summary>Shows the newest values of a stream, unless they are those that it was shown last.</summary>
    public void ShowValues(string stream, byte[] values)
    {
        if (_shown.TryGetValue(stream, out byte[]? before) && ReferenceEquals(before, values))
            return;
        _shown[stream] = values;
        Outbox.ShowValues(stream, values);
    }

    /// <summary>Writes a batch of what is new, and has it sent; nothing when nothing is.</summary>
    public void Write(IReadOnlyDictionary<string, LiveStream> streams, long nowNs)
    {
        LiveBatch batch = Outbox.Batch;
        batch.Begin(_sent + 1, nowNs);
        int count = Subscriptions.Count;
        int written = 0;
        for (; written < count && batch.Length < LiveLimits.BatchBytes; written++)
        {
            LiveSubscription subscription = Subscriptions[(_turn + written) % count];
            subscription.Write(batch, streams[subscription.Stream]);
        }

        // Those that did not fit any more come first the next time.
        _turn = written < count ? (_turn + written) % count : 0;
        if (batch.IsEmpty)
            return;
        if (_sent == Volatile.Read(ref _acknowledged))
            _waitsSince = time.GetTimestamp();
        Volatile.Write(ref _sent, _sent + 1);
        Outbox.SendBatch();
    }

    /// <summary>Closes the connection when a batch has not been acknowledged for too long.</summary>
    public void Check()
    {
        uint acknowledged = Volatile.Read(ref _acknowledged);
        if (acknowledged != _acknowledgedBefore)
            (_acknowledgedBefore, _waitsSince) = (acknowledged, time.GetTimestamp());
        if (_sent != acknowledged && time.GetElapsedTime(_waitsSince) > LiveLimits.Patience)
        {
            Outbox.CloseWith(
                WebSocketCloseStatus.PolicyViolation,
                $"no batch was acknowledged in {LiveLimits.Patience.TotalSeconds:0} s");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _room.Dispose();
        Outbox.Dispose();
    }
}
