using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// All streams that one consumer receives from one connector. They share the hold budget and the one replay that may be
/// open. The class decides what is to be sent and sends nothing itself. Driven by one thread.
/// </summary>
public sealed class ConsumerDelivery
{
    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private readonly List<StreamDelivery> _streams = [];
    private readonly OutstandingReplay _replay;
    private Welcome? _welcome;
    private long? _heardAt;
    private int _turn;

    /// <summary>Creates an instance without streams.</summary>
    public ConsumerDelivery(DeliverySettings settings, TimeProvider time)
    {
        (_settings, _time) = (settings, time);
        Budget = new HoldBudget(settings.HoldBytes, settings.HoldFrames);
        _replay = new OutstandingReplay(settings, time);
    }

    /// <summary>Memory budget of frames that are held.</summary>
    public HoldBudget Budget { get; }

    /// <summary>True while a stream needs a welcome to continue: repeat the hello periodically.</summary>
    public bool NeedsWelcome
    {
        get
        {
            foreach (StreamDelivery stream in _streams)
            {
                // A publisher that is no longer at this address cannot send a welcome.
                if (stream.NeedsWelcome && (_welcome is null || _welcome.Publisher == stream.Publisher))
                    return true;
            }

            return false;
        }
    }

    /// <summary>
    /// False while every stream reads its backlog from the journal: do not subscribe to data meanwhile. With <see
    /// cref="DeliverySettings.LiveWaits"/>: false while half of the hold budget is in use.
    /// </summary>
    public bool NeedsLive => _settings.LiveWaits ? !Budget.IsHalfUsed
        : _streams.Count == 0 || _streams.Exists(static stream => stream.NeedsLive);

    private bool IsHeard => _settings.LiveWaits
        || (_heardAt is { } at && _time.GetElapsedTime(at) < Staleness.DefaultLimit);

    /// <summary>Adds a stream that was seen for the first time or that has a saved position.</summary>
    public StreamDelivery Add(Guid publisher, uint stream, DeliveryPosition? saved = null)
    {
        StreamDelivery added = new(publisher, stream, _settings, Budget, _time, saved);
        _streams.Add(added);
        if (_welcome?.Publisher == publisher)
            added.OnWelcome(_welcome);
        return added;
    }

    /// <summary>Handles a welcome.</summary>
    public void OnWelcome(Welcome welcome)
    {
        if (_welcome?.Publisher == welcome.Publisher && welcome.Epoch < _welcome.Epoch)
            return;
        _welcome = welcome;
        foreach (StreamDelivery stream in _streams)
        {
            if (stream.Publisher == welcome.Publisher)
                stream.OnWelcome(welcome);
        }
    }

    /// <summary>Handles a heartbeat.</summary>
    public void OnHeartbeat(Guid publisher, Heartbeat heartbeat, bool endOfStream)
    {
        _heardAt = _time.GetTimestamp();
        foreach (StreamDelivery stream in _streams)
        {
            if (stream.Publisher != publisher)
                continue;

            // A heartbeat of a later epoch may omit this stream: it has published nothing in that epoch yet. The end of
            // the previous epoch still has to be read.
            StreamProgress? named = heartbeat.ProgressOf(stream.Stream);
            bool hasJournal = (named ?? heartbeat.ProgressOf(FrameHeader.ControlStream))?.Written is not null;
            if (named is not null || (stream.HasBegun && hasJournal))
                stream.OnHeartbeat(heartbeat.Epoch, named?.Last ?? 0, hasJournal, endOfStream);
        }
    }

    /// <summary>
    /// The connection was re-established: the publisher has no session for this consumer, and an open replay has ended.
    /// </summary>
    public void OnLinkLost()
    {
        _welcome = null;
        _replay.Close();
        foreach (StreamDelivery stream in _streams)
            stream.OnLinkLost();
    }

    /// <summary>A frame of the open replay was received and accepted.</summary>
    /// <param name="bytes">Size of its header and payload in bytes.</param>
    public void OnReplayed(int bytes) => _replay.Received(bytes);

    /// <summary>A replay ended.</summary>
    public void OnEnd(EndAnswer end)
    {
        if (_replay.Is(end.Id))
            _replay.Answer()?.OnReplayEnd(_replay.Range, end, heard: true);
    }

    /// <summary>A request was refused.</summary>
    public void OnError(ErrorAnswer error)
    {
        if (!_replay.Is(error.Id) || _replay.Answer() is not { } asking)
            return;
        if (error.Code != ErrorAnswer.Unsupported)
        {
            // The publisher may have dropped this session after an automatic reconnect: send a hello before the next
            // request.
            asking.OnReplayEnd(_replay.Range, end: null, heard: true);
            asking.OnLinkLost();
            return;
        }

        foreach (StreamDelivery stream in _streams)
        {
            if (stream.Publisher == asking.Publisher)
                stream.OnReplayRefused();
        }
    }

    /// <summary>Checks timeouts. Call it in each iteration of the loop.</summary>
    public void Advance()
    {
        foreach (StreamDelivery stream in _streams)
            stream.Advance(IsHeard);
    }

    /// <summary>Returns the next command for the publisher, if there is one.</summary>
    /// <param name="freshId">Id for a new request.</param>
    /// <param name="command">The command.</param>
    public bool TryTakeCommand(uint freshId, out DeliveryCommand command)
    {
        if (_replay.IsOpen)
            return _replay.TryContinue(IsHeard, out command);
        for (int i = 0; i < _streams.Count; i++)
        {
            StreamDelivery stream = _streams[(_turn + i) % _streams.Count];
            if (!stream.TryWant(out ReplayRange range))
                continue;
            _turn = (_turn + i + 1) % _streams.Count;
            command = _replay.Open(stream, freshId, range);
            return true;
        }

        command = default;
        return false;
    }
}

/// <summary>Kinds of command to the publisher.</summary>
public enum DeliveryCommandKind : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A replay request over one range.</summary>
    Replay,

    /// <summary>More credit for the open replay.</summary>
    Credit,

    /// <summary>Cancels the open replay, which delivers nothing.</summary>
    Cancel,
}

/// <summary>One request of a consumer.</summary>
/// <param name="Kind">The kind of command.</param>
/// <param name="Id">Id of the replay.</param>
/// <param name="Range">The requested range; for a replay.</param>
/// <param name="Bytes">Credit in bytes; for a replay and for credit.</param>
public readonly record struct DeliveryCommand(DeliveryCommandKind Kind, uint Id, ReplayRange Range, uint Bytes);

/// <summary>Progress of a stream, which a consumer reports to its publisher each second.</summary>
/// <param name="Epoch">The current epoch; 0 before the account begins.</param>
/// <param name="Settled">Last sequence of that epoch that was delivered or declared lost; 0 for none.</param>
/// <param name="Lag">Frames known to be published, of this epoch and later ones, that are not settled.</param>
/// <param name="DeclaredLost">Frames declared lost, over all epochs.</param>
public readonly record struct DeliveryProgress(ulong Epoch, ulong Settled, ulong Lag, ulong DeclaredLost);
