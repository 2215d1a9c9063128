namespace FuncLibs.Messaging.Keys;

/// <summary>The keys of a process. Without an own key its sockets are plain, and bind on loopback only.</summary>
public sealed record TransportKeys
{
    /// <summary>No keys.</summary>
    public static TransportKeys None { get; } = new();

    /// <summary>The key of this process, with its secret; null for none.</summary>
    public KeyFile? Own { get; init; }

    /// <summary>Who may connect to the sockets that this process binds; null: they are plain.</summary>
    public AllowedPeers? Allowed { get; init; }

    /// <summary>
    /// True when plain sockets may bind where other machines reach them. Anyone on the network can then read the data
    /// and send requests.
    /// </summary>
    public bool AllowInsecure { get; init; }

    /// <summary>Refusals so far; a copy with other keys counts here, too.</summary>
    public AccessCounts Counts { get; } = new();
}

/// <summary>
/// What was refused at sockets that are bound. Without keys only floods are. Any thread counts and reads.
/// </summary>
public sealed class AccessCounts
{
    private long _accepted;
    private long _unknownKeys;
    private long _missingRights;
    private long _otherMechanisms;
    private long _cut;
    private long _floods;
    private long _beyondLimit;
    private int _fullSockets;
    private string? _last;
    private string? _fault;

    /// <summary>Handshakes with an allowed key.</summary>
    public long Accepted => Volatile.Read(ref _accepted);

    /// <summary>Handshakes with a key that is not allowed.</summary>
    public long UnknownKeys => Volatile.Read(ref _unknownKeys);

    /// <summary>Handshakes and requests of an allowed key without the right for them.</summary>
    public long MissingRights => Volatile.Read(ref _missingRights);

    /// <summary>Handshakes of another mechanism than CURVE that reached the check.</summary>
    public long OtherMechanisms => Volatile.Read(ref _otherMechanisms);

    /// <summary>Connections that were cut because their key is not allowed any more.</summary>
    public long Cut => Volatile.Read(ref _cut);

    /// <summary>
    /// Connections that were cut because the peer sent more than a consumer does, with keys or without.
    /// </summary>
    public long Floods => Volatile.Read(ref _floods);

    /// <summary>Connections that were ended because their socket had as many as it takes.</summary>
    public long BeyondLimit => Volatile.Read(ref _beyondLimit);

    /// <summary>Sockets that have as many connections as they take, now.</summary>
    public int FullSockets => Volatile.Read(ref _fullSockets);

    /// <summary>All refusals for a key.</summary>
    public long Refused => UnknownKeys + MissingRights + OtherMechanisms;

    /// <summary>The newest refusal in one line; null for none.</summary>
    public string? Last => Volatile.Read(ref _last);

    /// <summary>Why keys are not checked any more, so that nobody can connect; null while they are.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    internal void AddAccepted() => Interlocked.Increment(ref _accepted);

    internal void AddUnknownKey(string address, string fingerprint) =>
        Add(ref _unknownKeys, $"{address}: the key {fingerprint} is not allowed");

    /// <summary>Counts a request or handshake of an allowed key without the right for it.</summary>
    public void AddMissingRight(string name, AccessRights right) =>
        Add(ref _missingRights, $"{name} lacks the right {AccessRightsText.ToText(right)}");

    internal void AddOtherMechanism(string address, string mechanism) =>
        Add(ref _otherMechanisms, $"{address}: the mechanism {mechanism} is not CURVE");

    /// <summary>Notes that keys are not checked any more.</summary>
    /// <param name="reason">Why, in one line.</param>
    public void SetFault(string reason) => Volatile.Write(ref _fault, reason);

    internal void AddCut() => Interlocked.Increment(ref _cut);

    internal void AddBeyondLimit() => Interlocked.Increment(ref _beyondLimit);

    internal void AddFullSockets(int change) => Interlocked.Add(ref _fullSockets, change);

    internal void AddFlood() => Interlocked.Increment(ref _floods);

    private void Add(ref long count, string line)
    {
        Interlocked.Increment(ref count);
        Volatile.Write(ref _last, line);
    }
}
