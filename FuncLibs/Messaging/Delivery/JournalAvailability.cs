namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Whether the publisher's journal can be queried, in the newest known epoch of the publisher. Journal marks in a
/// heartbeat show that a journal is kept; a welcome shows that this consumer may query it. An answer that replay is not
/// supported rules it out for the epoch. A publisher that sends frames for a while without any heartbeat keeps no
/// journal.
/// </summary>
internal sealed class JournalAvailability
{
    // One frame counts for at most this share of the time: after an outage the first frame may arrive before the first
    // heartbeat.
    private const int Shares = 8;

    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private ulong _refusedIn;
    private ulong _welcomedIn;
    private ulong _reportedIn;
    private bool _kept;
    private bool _publisherIsGone;
    private long? _frameAt;
    private TimeSpan _unreportedFor;

    public JournalAvailability(DeliverySettings settings, TimeProvider time) => (_settings, _time) = (settings, time);

    /// <summary>The epochs of the publisher.</summary>
    public EpochTracker Epochs { get; } = new();

    /// <summary>No journal can be queried: what is missing is lost.</summary>
    public bool IsNone => _publisherIsGone || _settings.OnGap == GapPolicy.Skip
        || IsNow(_refusedIn) || (!LiveWaits && ((IsNow(_reportedIn) && !_kept) || IsSilent));

    /// <summary>The publisher reports that it keeps a journal.</summary>
    public bool IsKept => !IsNone && (LiveWaits || IsNow(_reportedIn));

    /// <inheritdoc cref="DeliverySettings.LiveWaits"/>
    public bool LiveWaits => _settings.LiveWaits;

    /// <summary>The publisher has answered the hello.</summary>
    public bool IsWelcomed => IsNow(_welcomedIn);

    /// <summary>There is a journal, and this consumer may query it.</summary>
    public bool CanAsk => IsKept && IsWelcomed;

    // Without any heartbeat, the publisher is not of a kind that keeps a journal.
    private bool IsSilent => _reportedIn == 0 && _unreportedFor >= _settings.AvailabilityTimeout;

    /// <summary>Handles a live frame.</summary>
    public void FrameReceived()
    {
        if (_reportedIn != 0 || IsSilent)
            return;
        long now = _time.GetTimestamp();
        TimeSpan max = _settings.AvailabilityTimeout / Shares;
        TimeSpan since = _frameAt is { } at ? _time.GetElapsedTime(at, now) : TimeSpan.Zero;
        _unreportedFor += since < max ? since : max;
        _frameAt = now;
    }

    /// <summary>Handles a heartbeat.</summary>
    public void HeartbeatReceived(ulong epoch, bool hasMarks) =>
        (_reportedIn, _kept, _publisherIsGone) = (epoch, hasMarks, false);

    /// <summary>
    /// Another publisher answers at the address: the journal is unavailable until the next heartbeat of this one.
    /// </summary>
    public void LosePublisher() => _publisherIsGone = true;

    /// <summary>Handles a welcome.</summary>
    public void Welcome(ulong epoch) => _welcomedIn = epoch;

    /// <summary>The connection was re-established: the publisher has no session for this consumer.</summary>
    public void LoseWelcome() => _welcomedIn = 0;

    /// <summary>The publisher does not serve replay.</summary>
    public void Refuse() => _refusedIn = Epochs.Newest;

    private bool IsNow(ulong epoch) => epoch != 0 && epoch == Epochs.Newest;
}
