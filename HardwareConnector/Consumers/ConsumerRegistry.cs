using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Consumers;

/// <summary>
/// Who consumes, and who does not keep up: PUB hides it, so consumers tell. One entry a name; a second consumer of the same name takes it
/// over. Bounded by <see cref="MaxConsumers"/>: for a new one the one that never told how it is, or is gone longest, gives way; if all are
/// alive the new one is not kept in mind, but served. The positions of named lossless consumers become claims on the journal. The
/// control thread writes, any thread reads.
/// </summary>
public sealed class ConsumerRegistry
{
    /// <summary>Consumers that are kept in mind.</summary>
    public const int MaxConsumers = 256;

    private readonly Lock _lock = new();
    private readonly Dictionary<string, ConsumerEntry> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<PeerId, ConsumerEntry> _byPeer = [];
    private readonly RigRegistry _rig;
    private readonly PublisherIdentity _identity;
    private readonly RetentionLeases _claims;
    private readonly TimeProvider _time;
    private long _ignored;
    private long _untracked;
    private long _replaced;

    /// <summary>An empty book.</summary>
    public ConsumerRegistry(RigRegistry rig, PublisherIdentity identity, Recorder recorder, TimeProvider time) =>
        (_rig, _identity, _claims, _time) = (rig, identity, recorder.Leases.Leases, time);

    /// <summary>Statuses that were not believed, or of a consumer that did not greet; any thread.</summary>
    public long Ignored => Volatile.Read(ref _ignored);

    /// <summary>Greetings of consumers that were not kept in mind, because the book was full; any thread.</summary>
    public long Untracked => Volatile.Read(ref _untracked);

    /// <summary>How often a consumer took the place of one of its name that was heard just before: if it grows, two share a name.
    /// Any thread.</summary>
    public long Replaced => Volatile.Read(ref _replaced);

    /// <summary>Every consumer, by name. Takes memory.</summary>
    public IReadOnlyList<ConsumerView> All
    {
        get
        {
            lock (_lock)
                return [.. _byName.Values.OrderBy(entry => entry.Name.Text, StringComparer.Ordinal).Select(entry => entry.View())];
        }
    }

    /// <summary>A consumer said hello.</summary>
    public void Register(PeerId peer, string client, ConsumerClass consumer)
    {
        ConsumerName name = ConsumerName.Create(client);
        lock (_lock)
        {
            if (_byPeer.TryGetValue(peer, out ConsumerEntry? same) && same.Name == name && same.Class == consumer)
                return;
            Forget(same);
            Replace(_byName.GetValueOrDefault(name.Text));
            if (_byName.Count >= MaxConsumers && !MakeRoom())
            {
                Volatile.Write(ref _untracked, _untracked + 1);
                return;
            }

            ConsumerEntry entry = new(peer, name, consumer, _time);
            _byName.Add(name.Text, entry);
            _byPeer.Add(peer, entry);
        }
    }

    /// <summary>A consumer said how it is. What cannot be true is not believed, and counted.</summary>
    /// <returns>False when it is a stranger: it has to say hello, again if its link came back by itself.</returns>
    public bool Report(PeerId peer, in ConsumerStatus status)
    {
        PublishedStream? stream = Find(status.Stream);
        lock (_lock)
        {
            string? name = stream?.Name ?? _rig.NameOf(status.Stream);
            if (!_byPeer.TryGetValue(peer, out ConsumerEntry? entry) || name is null || !IsPossible(status, stream)
                || entry.Standing(status.Stream, name) is not { } standing)
            {
                Volatile.Write(ref _ignored, _ignored + 1);
                return entry is not null;
            }

            entry.Heard(status.Cpu);
            standing.Report(status, LagOf(status, stream), BlocksASecond(status.Stream));
            if (status.Epoch != 0 && entry.MayClaim && standing.TryClaim(out ulong epoch, out ulong delivered))
                _claims.Renew(entry.Name.Text, status.Stream, epoch, delivered);
            return true;
        }
    }

    /// <summary>A consumer said goodbye. Its claims stay: it may come back.</summary>
    public void Remove(PeerId peer)
    {
        lock (_lock)
            Forget(_byPeer.GetValueOrDefault(peer));
    }

    private bool IsPossible(in ConsumerStatus status, PublishedStream? stream) => status.Epoch < _identity.Epoch
        || (status.Epoch == _identity.Epoch && status.Delivered <= (stream?.Last ?? 0));

    private ulong LagOf(in ConsumerStatus status, PublishedStream? stream) => stream is not null && status.Epoch == _identity.Epoch
        ? Math.Max(status.Lag, stream.Last - Math.Min(status.Delivered, stream.Last))
        : status.Lag;

    // A stream that is not described now has no rate, and nobody is slow on it.
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

    // Those that never told anything go before those that are gone; within each the one that is silent longest.
    private bool MakeRoom()
    {
        ConsumerEntry? least = null;
        foreach (ConsumerEntry entry in _byName.Values)
        {
            bool mayGo = !entry.HasReported || entry.IsGone;
            if (mayGo && (least is null || (entry.HasReported, entry.HeardAt).CompareTo((least.HasReported, least.HeardAt)) < 0))
                least = entry;
        }

        Forget(least);
        return least is not null;
    }

    private void Replace(ConsumerEntry? namesake)
    {
        if (namesake is { HasReported: true, IsGone: false })
            Volatile.Write(ref _replaced, _replaced + 1);
        Forget(namesake);
    }

    private void Forget(ConsumerEntry? entry)
    {
        if (entry is null)
            return;
        _byName.Remove(entry.Name.Text);
        _byPeer.Remove(entry.Peer);
    }
}

/// <summary>One consumer in the book. Under its lock.</summary>
internal sealed class ConsumerEntry
{
    /// <summary>Streams of one consumer that are kept in mind.</summary>
    public const int MaxStreams = 64;

    /// <summary>Silence after which a consumer that tells how it is each second is gone.</summary>
    public static readonly TimeSpan GoneAfter = TimeSpan.FromSeconds(5);

    private const double MostCores = 4096;

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

    /// <summary>True when it told how it is, at least once.</summary>
    public bool HasReported => _streams.Count > 0;

    public bool IsGone => HasReported && _time.GetElapsedTime(HeardAt) >= GoneAfter;

    /// <summary>True when what it needs is kept for it: it wants every block, and will be known again.</summary>
    public bool MayClaim => Class == ConsumerClass.Lossless && Name.IsProper;

    /// <summary>How it stands with a stream; null when it tells of too many.</summary>
    public ConsumerStreamStatus? Standing(uint stream, string name)
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
        _cpu = cpu is >= 0 and <= MostCores ? cpu : 0;
    }

    public ConsumerView View()
    {
        ConsumerPosition[] places = [.. _streams.Values.Select(standing => standing.View())];
        return new ConsumerView(Name.Text, Class, StateOf(places), _time.GetElapsedTime(HeardAt), _cpu, places);
    }

    private ConsumerState StateOf(ConsumerPosition[] places)
    {
        if (!HasReported)
            return ConsumerState.Unreported;
        if (IsGone)
            return ConsumerState.Gone;
        return places.Any(place => place.IsSlow) ? ConsumerState.Slow : ConsumerState.Keeping;
    }
}

/// <summary>How one consumer stands with one stream. Under the lock of <see cref="ConsumerRegistry"/>.</summary>
internal sealed class ConsumerStreamStatus
{
    /// <summary>A consumer that lost blocks is called slow for so long after the last one.</summary>
    public static readonly TimeSpan DropMemory = TimeSpan.FromSeconds(10);

    // A consumer saves where it is about each second: what it has in memory only may be asked for again when it comes back.
    private static readonly TimeSpan ClaimDelay = TimeSpan.FromSeconds(10);

    private readonly TimeProvider _time;
    private bool _reported;
    private long? _droppedAt;
    private bool _isBehind;
    private (ulong Epoch, ulong Delivered, long At) _claimNext;

    public ConsumerStreamStatus(string name, TimeProvider time) => (Name, _time) = (name, time);

    public string Name { get; }

    private ConsumerStatus Last { get; set; }

    private ulong Lag { get; set; }

    private bool IsSlow => _isBehind || (_droppedAt is { } at && _time.GetElapsedTime(at) < DropMemory);

    /// <summary>Takes what the consumer says.</summary>
    /// <param name="status">What it says.</param>
    /// <param name="lag">Blocks that it is behind.</param>
    /// <param name="slowLag">Blocks of one second.</param>
    public void Report(in ConsumerStatus status, ulong lag, ulong slowLag)
    {
        if (_reported && status.Dropped > Last.Dropped)
            _droppedAt = _time.GetTimestamp();
        (_reported, Last, Lag, _isBehind) = (true, status, lag, lag > slowLag);
    }

    /// <summary>
    /// The position that may be claimed now: one that the consumer was at ten seconds ago or more, at once the one that it comes with.
    /// </summary>
    public bool TryClaim(out ulong epoch, out ulong delivered)
    {
        bool first = _claimNext.Epoch == 0;
        bool due = first || _time.GetElapsedTime(_claimNext.At) >= ClaimDelay;
        (epoch, delivered) = first ? (Last.Epoch, Last.Delivered) : (_claimNext.Epoch, _claimNext.Delivered);
        if (due)
            _claimNext = (Last.Epoch, Last.Delivered, _time.GetTimestamp());
        return due;
    }

    public ConsumerPosition View() => new(Last.Stream, Name, Last.Epoch, Last.Delivered, Lag, Last.Dropped, Last.QueueBytes, IsSlow);
}
