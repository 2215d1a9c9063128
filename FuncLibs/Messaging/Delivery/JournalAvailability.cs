namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// Whether the publisher's journal can be asked, in the newest life of the publisher that is known. A heartbeat that carries the journal's
/// marks says that one is kept, a welcome that this consumer may ask. An answer that replay is not supported ends it for that life. A
/// publisher that sends frames for a while and never a heartbeat keeps none.
/// </summary>
internal sealed class JournalAvailability
{
    // One frame proves no more than this share of the time: after an outage the first frame may come before the first heartbeat.
    private const int Shares = 8;

    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private ulong _refusedIn;
    private ulong _welcomedIn;
    private ulong _toldIn;
    private bool _kept;
    private bool _publisherIsGone;
    private long? _frameAt;
    private TimeSpan _untold;

    public JournalAvailability(DeliverySettings settings, TimeProvider time) => (_settings, _time) = (settings, time);

    /// <summary>The lives of the publisher.</summary>
    public EpochTracker Epochs { get; } = new();

    /// <summary>Nothing can be asked: what is missing is lost.</summary>
    public bool IsNone => _publisherIsGone || _settings.OnHole == GapPolicy.Skip
        || IsNow(_refusedIn) || (IsNow(_toldIn) && !_kept) || IsSilent;

    /// <summary>The publisher says that it keeps one.</summary>
    public bool IsKept => !IsNone && IsNow(_toldIn);

    /// <summary>The publisher has greeted back.</summary>
    public bool IsWelcomed => IsNow(_welcomedIn);

    /// <summary>There is a journal, and it may be asked.</summary>
    public bool CanAsk => IsKept && IsWelcomed;

    // No heartbeat was ever heard: it is no publisher of the kind that keeps a journal.
    private bool IsSilent => _toldIn == 0 && _untold >= _settings.OfferWithin;

    /// <summary>A live frame came in.</summary>
    public void FrameReceived()
    {
        if (_toldIn != 0 || IsSilent)
            return;
        long now = _time.GetTimestamp();
        TimeSpan most = _settings.OfferWithin / Shares;
        TimeSpan since = _frameAt is { } at ? _time.GetElapsedTime(at, now) : TimeSpan.Zero;
        _untold += since < most ? since : most;
        _frameAt = now;
    }

    /// <summary>A heartbeat came in.</summary>
    public void HeartbeatReceived(ulong epoch, bool hasMarks) => (_toldIn, _kept, _publisherIsGone) = (epoch, hasMarks, false);

    /// <summary>
    /// Another publisher answers in its place: nothing can be asked until a heartbeat of this one is heard again.
    /// </summary>
    public void LosePublisher() => _publisherIsGone = true;

    /// <summary>The publisher greeted.</summary>
    public void Welcome(ulong epoch) => _welcomedIn = epoch;

    /// <summary>The link was made anew: the publisher knows this consumer no more.</summary>
    public void LoseWelcome() => _welcomedIn = 0;

    /// <summary>The publisher does not serve replay.</summary>
    public void Refuse() => _refusedIn = Epochs.Newest;

    private bool IsNow(ulong epoch) => epoch != 0 && epoch == Epochs.Newest;
}
