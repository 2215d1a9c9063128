using FuncLibs.Messaging.Delivery;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Streams;

/// <summary>
/// The data streams of one connection, made at first sight. Bounded, because a peer may invent streams. The receive
/// thread adds; any thread reads.
/// </summary>
public sealed class StreamRegistry : IDisposable
{
    /// <summary>Streams at most.</summary>
    public const int MaxStreams = 256;

    // Held to add a stream and to end warm-up: a stream that is added meanwhile must not miss it.
    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Id), MonitoredStream> _byId = [];
    private readonly ConsumerDelivery _delivery;
    private MonitoredStream[] _all = [];
    private long _refused;
    private bool _running;

    /// <summary>An empty registry; streams are delivered by <paramref name="delivery"/>.</summary>
    public StreamRegistry(ConsumerDelivery delivery) => _delivery = delivery;

    /// <summary>Every stream, in the order in which they were met.</summary>
    public ReadOnlySpan<MonitoredStream> All => Volatile.Read(ref _all);

    /// <summary>Frames of streams beyond the limit.</summary>
    public long Refused => Volatile.Read(ref _refused);

    /// <summary>Requests the saved position of a stream that is met; null when none are kept.</summary>
    internal Func<Guid, uint, SavedStream?>? Claim { get; init; }

    /// <summary>Site/rig, where the monitor follows several; set before the first stream.</summary>
    internal string Station { get; set; } = "";

    /// <summary>
    /// Makes the variables of a stream that is met; null without a database. Set before the receive thread runs.
    /// </summary>
    internal Func<Guid, uint, string, StreamVariables>? Variables { get; set; }

    /// <summary>
    /// Makes the break triggers of a stream that is met; null none. Set before the receive thread runs.
    /// </summary>
    internal Func<Guid, uint, string, StreamBreaks>? Breaks { get; set; }

    /// <summary>Receive thread: a stream that was met before, or null.</summary>
    internal MonitoredStream? Find(Guid publisher, uint id) => _byId.GetValueOrDefault((publisher, id));

    /// <summary>Receive thread: the stream, made when it is new; null when there are too many.</summary>
    internal MonitoredStream? FindOrAdd(Guid publisher, uint id, string name)
    {
        if (Find(publisher, id) is { } known)
            return known;
        if (_byId.Count >= MaxStreams)
        {
            Volatile.Write(ref _refused, _refused + 1);
            return null;
        }

        return Add(publisher, id, name, Claim?.Invoke(publisher, id));
    }

    /// <summary>Before the receive thread runs: a stream that resumes from a saved position.</summary>
    internal void Resume(SavedStream saved) =>
        Add(saved.Position.Account.Publisher, saved.Position.Account.Stream, saved.Name, saved);

    private MonitoredStream Add(Guid publisher, uint id, string name, SavedStream? saved)
    {
        MonitoredStream stream = new(_delivery.Add(publisher, id, saved?.Position), name, saved, Station)
        {
            Variables = Variables?.Invoke(publisher, id, name),
            Breaks = Breaks?.Invoke(publisher, id, name),
        };
        _byId.Add((publisher, id), stream);
        lock (_gate)
        {
            if (_running)
                stream.BeginRun();
            Volatile.Write(ref _all, [.. _all, stream]);
        }

        return stream;
    }

    /// <summary>When nothing is received or requested any more.</summary>
    public void Dispose()
    {
        foreach (MonitoredStream stream in All)
            stream.Dispose();
    }

    /// <summary>Any thread: warm-up is over, for every stream there is and every one to come.</summary>
    public void BeginRun()
    {
        lock (_gate)
        {
            _running = true;
            foreach (MonitoredStream stream in _all)
                stream.BeginRun();
        }
    }
}
