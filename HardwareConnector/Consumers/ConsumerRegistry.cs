using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Consumers;

/// <summary>
/// Registry of consumers and their progress. PUB sockets hide slow subscribers, so consumers report their status. One
/// entry per name; a second consumer of the same name replaces the first. Bounded by <see cref="MaxConsumers"/>: a new
/// consumer evicts one that never reported a status, or else the one that has been gone longest. If all are active, the
/// new one is served but not registered. The positions of named lossless consumers become retention leases on the
/// journal. The control thread writes, any thread reads.
/// </summary>
public sealed class ConsumerRegistry
{
    /// <summary>Highest number of registered consumers.</summary>
    public const int MaxConsumers = 256;

    private readonly Lock _lock = new();
    private readonly Dictionary<string, ConsumerEntry> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<PeerId, ConsumerEntry> _byPeer = [];
    private readonly RigRegistry _rig;
    private readonly PublisherIdentity _identity;
    private readonly RetentionLeases _leases;
    private readonly TimeProvider _time;
    private long _ignored;
    private long _untracked;
    private long _replaced;

    /// <summary>Creates an empty registry.</summary>
    public ConsumerRegistry(RigRegistry rig, PublisherIdentity identity, Recorder recorder, TimeProvider time) =>
        (_rig, _identity, _leases, _time) = (rig, identity, recorder.Leases.Leases, time);

    /// <summary>Statuses that were implausible, or of a consumer without hello; any thread.</summary>
    public long Ignored => Volatile.Read(ref _ignored);

    /// <summary>Hellos of consumers that were not registered because the registry was full; any thread.</summary>
    public long Untracked => Volatile.Read(ref _untracked);

    /// <summary>
    /// Number of times a consumer replaced an active one of the same name: if it grows, two share a name. Any thread.
    /// </summary>
    public long Replaced => Volatile.Read(ref _replaced);

    /// <summary>Every consumer, by name. Allocates.</summary>
    public IReadOnlyList<ConsumerView> All
    {
        get
        {
            lock (_lock)
                return
                [
                    .. _byName.Values
                        .OrderBy(entry => entry.Name.Text, StringComparer.Ordinal)
                        .Select(entry => entry.View()),
                ];
        }
    }

    /// <summary>Handles a hello.</summary>
    public void Register(PeerId peer, string client, ConsumerClass consumer)
    {
        ConsumerName name = ConsumerName.Create(client);
        lock (_lock)
        {
            if (_byPeer.TryGetValue(peer, out ConsumerEntry? same) && same.Name == name && same.Class == consumer)
                return;
            Remove(same);
            Replace(_byName.GetValueOrDefault(name.Text));
            if (_byName.Count >= MaxConsumers && !TryEvict())
            {
                Volatile.Write(ref _untracked, _untracked + 1);
                return;
            }

            ConsumerEntry entry = new(peer, name, consumer, _time);
            _byName.Add(name.Text, entry);
            _byPeer.Add(peer, entry);
        }
    }

    /// <summary>Handles a status. An implausible one is ignored and counted.</summary>
    /// <returns>False for an unknown peer: it must send hello, also after an automatic reconnect.</returns>
    public bool Report(PeerId peer, in ConsumerStatus status)
    {
        PublishedStream? stream = Find(status.Stream);
        lock (_lock)
        {
            string? name = stream?.Name ?? _rig.NameOf(status.Stream);
            if (!_byPeer.TryGetValue(peer, out ConsumerEntry? entry) || name is null || !IsPossible(status, stream)
                || entry.StatusOf(status.Stream, name) is not { } known)
            {
                Volatile.Write(ref _ignored, _ignored + 1);
                return entry is not null;
            }

            entry.Heard(status.Cpu);
            known.Report(status, LagOf(status, stream), BlocksASecond(status.Stream));
            if (status.Epoch != 0 && entry.MayHoldLease && known.TryGetLease(out ulong epoch, out ulong delivered))
                _leases.Renew(entry.Name.Text, status.Stream, epoch, delivered);
            return true;
        }
    }

    /// <summary>Handles a bye. The leases remain, because the consumer may reconnect.</summary>
    public void Remove(PeerId peer)
    {
        lock (_lock)
            Remove(_byPeer.GetValueOrDefault(peer));
    }

    private bool IsPossible(in ConsumerStatus status, PublishedStream? stream) => status.Epoch < _identity.Epoch
        || (status.Epoch == _identity.Epoch && status.Delivered <= (stream?.Last ?? 0));

    private ulong LagOf(in ConsumerStatus status, PublishedStream? stream) =>
        stream is not null && status.Epoch == _identity.Epoch
            ? Math.Max(status.Lag, stream.Last - Math.Min(status.Delivered, stream.Last))
            : status.Lag;

    // A stream without a description has no rate, so no consumer is slow on it.
    private ulong BlocksASecond(uint stream)
    {
        foreach (var described in _rig.Current.Catalogue.Streams)
        {
            if (described.Id == stream && described.PointsPerBlock > 0)
                return (ulong)Math.Max(1, described.BaseRateHz / described.PointsPerBlock);
        }

        return ulong.MaxValue;
    }

    private PublishedStream? Find(uint id)
    {
        foreach (PublishedStream stream in _rig.All)
        {
            if (stream.Id == id)
                return stream;
        }

        return null;
    }

    // Consumers that never reported are evicted before those that are gone; among each, the one silent longest.
    private bool TryEvict()
    {
        ConsumerEntry? oldest = null;
        foreach (ConsumerEntry entry in _byName.Values)
        {
            bool mayGo = !entry.HasReported || entry.IsGone;
            if (mayGo
                && (oldest is null
                    || (entry.HasReported, entry.HeardAt).CompareTo((oldest.HasReported, oldest.HeardAt)) < 0))
                oldest = entry;
        }

        Remove(oldest);
        return oldest is not null;
    }

    private void Replace(ConsumerEntry? namesake)
    {
        if (namesake is { HasReported: true, IsGone: false })
            Volatile.Write(ref _replaced, _replaced + 1);
        Remove(namesake);
    }

    private void Remove(ConsumerEntry? entry)
    {
        if (entry is null)
            return;
        _byName.Remove(entry.Name.Text);
        _byPeer.Remove(entry.Peer);
    }
}

/// <summary>One registered consumer. Guarded by the lock of the registry.</summary>
internal sealed class ConsumerEntry
{
    /// <summary>Highest number of streams of one consumer.</summary>
    public const int MaxStreams = 64;

    /// <summary>Silence after which a consumer that reports each second is gone.</summary>
    public static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(5);

    private const double MaxCores = 4096;

    private readonly TimeProvider _time;
    private readonly SortedList<uint, ConsumerStreamStatus> _streams = [];
    private double _cpu;

    public ConsumerEntry(PeerId peer, ConsumerName name, ConsumerClass consumer, TimeProvider time)
    {
        (Peer, Name, Class, _time) = (peer, name, consumer, time);
        HeardAt = time.GetTimestamp();
    }

    public PeerId Peer { get; }

    public ConsumerName Name { get; }

    public ConsumerClass Class { get; }

    public long HeardAt { get; private set; }

    /// <summary>True after its first status.</summary>
    public bool HasReported => _streams.Count > 0;

    public bool IsGone => HasReported && _time.GetElapsedTime(HeardAt) >= GoneAfter;

    /// <summary>
    /// True when the journal retains data for it: it needs every block, and its name identifies it after a restart.
    /// </summary>
    public bool MayHoldLease => Class == ConsumerClass.Lossless && Name.IsValid;

    /// <summary>Its status on a stream; null when it has reported too many streams.</summary>
    public ConsumerStreamStatus? StatusOf(uint stream, string name)
    {
        if (_streams.TryGetValue(stream, out ConsumerStreamStatus? known))
            return known;
        if (_streams.Count >= MaxStreams)
            return null;
        ConsumerStreamStatus added = new(name, _time);
        _streams.Add(stream, added);
        return added;
    }

    public void Heard(double cpu)
    {
        HeardAt = _time.GetTimestamp();
        _cpu = cpu is >= 0 and <= MaxCores ? cpu : 0;
    }

    public ConsumerView View()
    {
        ConsumerPosition[] positions = [.. _streams.Values.Select(status => status.View())];
        return new ConsumerView(Name.Text, Class, StateOf(positions), _time.GetElapsedTime(HeardAt), _cpu, positions);
    }

    private ConsumerState StateOf(ConsumerPosition[] positions)
    {
        if (!HasReported)
            return ConsumerState.Unreported;
        if (IsGone)
            return ConsumerState.Gone;
        return positions.Any(position => position.IsSlow) ? ConsumerState.Slow : ConsumerState.Keeping;
    }
}

/// <summary>Status of one consumer on one stream. Guarded by the lock of <see cref="ConsumerRegistry"/>.</summary>
internal sealed class ConsumerStreamStatus
{
    /// <summary>How long a consumer counts as slow after its last lost block.</summary>
    public static readonly TimeSpan SlowAfterDrop = TimeSpan.FromSeconds(10);

    // A consumer saves its position about each second: unsaved data may be requested again after its restart.
    private static readonly TimeSpan LeaseDelay = TimeSpan.FromSeconds(10);

    private readonly TimeProvider _time;
    private bool _reported;
    private long? _droppedAt;
    private bool _isBehind;
    private (ulong Epoch, ulong Delivered, long At) _nextLease;

    public ConsumerStreamStatus(string name, TimeProvider time) => (Name, _time) = (name, time);

    public string Name { get; }

    private ConsumerStatus Last { get; set; }

    private ulong Lag { get; set; }

    private bool IsSlow => _isBehind || (_droppedAt is { } at && _time.GetElapsedTime(at) < SlowAfterDrop);

    /// <summary>Records a status.</summary>
    /// <param name="status">The status.</param>
    /// <param name="lag">Blocks behind.</param>
    /// <param name="slowLag">Blocks of one second.</param>
    public void Report(in ConsumerStatus status, ulong lag, ulong slowLag)
    {
        if (_reported && status.Dropped > Last.Dropped)
            _droppedAt = _time.GetTimestamp();
        (_reported, Last, Lag, _isBehind) = (true, status, lag, lag > slowLag);
    }

    /// <summary>
    /// The position for the retention lease: one that the consumer reported at least ten seconds ago; the first one
    /// immediately.
    /// </summary>
    public bool TryGetLease(out ulong epoch, out ulong delivered)
    {
        bool first = _nextLease.Epoch == 0;
        bool due = first || _time.GetElapsedTime(_nextLease.At) >= LeaseDelay;
        (epoch, delivered) = first ? (Last.Epoch, Last.Delivered) : (_nextLease.Epoch, _nextLease.Delivered);
        if (due)
            _nextLease = (Last.Epoch, Last.Delivered, _time.GetTimestamp());
        return due;
    }

    public ConsumerPosition View() =>
        new(Last.Stream, Name, Last.Epoch, Last.Delivered, Lag, Last.Dropped, Last.QueueBytes, IsSlow);
}
