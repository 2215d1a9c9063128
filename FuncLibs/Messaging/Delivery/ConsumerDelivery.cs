using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Messaging.Delivery;

/// <summary>
/// All streams that one consumer takes from one connector: they share the hold budget and the one replay that may be open. Says what is to
/// be sent; sends nothing itself. One thread drives it.
/// </summary>
public sealed class ConsumerDelivery
{
    private readonly DeliverySettings _settings;
    private readonly TimeProvider _time;
    private readonly List<StreamDelivery> _streams = [];
    private readonly OutstandingReplay _line;
    private Welcome? _welcome;
    private long? _heardAt;
    private int _turn;

    /// <summary>Makes one without streams.</summary>
    public ConsumerDelivery(DeliverySettings settings, TimeProvider time)
    {
        (_settings, _time) = (settings, time);
        Budget = new HoldBudget(settings.HoldBytes, settings.HoldFrames);
        _line = new OutstandingReplay(settings, time);
    }

    /// <summary>What frames that wait may take.</summary>
    public HoldBudget Budget { get; }

    /// <summary>True while a welcome is needed before a stream can go on: say hello again, now and then.</summary>
    public bool NeedsWelcome
    {
        get
        {
            foreach (StreamDelivery stream in _streams)
            {
                // A publisher that is not there any more greets no more.
                if (stream.NeedsWelcome && (_welcome is null || _welcome.Publisher == stream.Publisher))
                    return true;
            }

            return false;
        }
    }

    /// <summary>False while every stream reads its backlog from the journal: do not subscribe to data then.</summary>
    public bool NeedsLive => _streams.Count == 0 || _streams.Exists(static stream => stream.NeedsLive);

    private bool IsHeard => _heardAt is { } at && _time.GetElapsedTime(at) < Staleness.DefaultLimit;

    /// <summary>A stream was met for the first time, or is known from a saved position.</summary>
    public StreamDelivery Add(Guid publisher, uint stream, DeliveryPosition? saved = null)
    {
        StreamDelivery added = new(publisher, stream, _settings, Budget, _time, saved);
        _streams.Add(added);
        if (_welcome?.Publisher == publisher)
            added.OnWelcome(_welcome);
        return added;
    }

    /// <summary>The publisher greeted.</summary>
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

    /// <summary>A heartbeat came in.</summary>
    public void OnHeartbeat(Guid publisher, Heartbeat heartbeat, bool endOfStream)
    {
        _heardAt = _time.GetTimestamp();
        foreach (StreamDelivery stream in _streams)
        {
            if (stream.Publisher != publisher)
                continue;

            // A stream that a later epoch does not have, or not yet, has published nothing in it; the end of the one
            // before is to be read.
            StreamProgress? named = heartbeat.ProgressOf(stream.Stream);
            bool hasJournal = (named ?? heartbeat.ProgressOf(FrameHeader.ControlStream))?.Written is not null;
            if (named is not null || (stream.HasBegun && hasJournal))
                stream.OnHeartbeat(heartbeat.Epoch, named?.Last ?? 0, hasJournal, endOfStream);
        }
    }

    /// <summary>The link was made anew: the publisher knows this consumer no more, and an open replay is over.</summary>
    public void OnLinkLost()
    {
        _welcome = null;
        _line.Close();
        foreach (StreamDelivery stream in _streams)
            stream.OnLinkLost();
    }

    /// <summary>A frame of the open replay came and was taken.</summary>
    /// <param name="bytes">Its header and payload.</param>
    public void OnReplayed(int bytes) => _line.Received(bytes);

    /// <summary>A replay ended.</summary>
    public void OnEnd(EndAnswer end)
    {
        if (_line.Is(end.Id))
            _line.Close()?.OnReplayEnd(_line.Range, end, heard: true);
    }

    /// <summary>A request was refused.</summary>
    public void OnError(ErrorAnswer error)
    {
        if (!_line.Is(error.Id) || _line.Close() is not { } asking)
            return;
        if (error.Code != ErrorAnswer.Unsupported)
        {
            // It may be that the publisher lost this consumer with a link that came back by itself: greet before asking again.
            asking.OnReplayEnd(_line.Range, end: null, heard: true);
            asking.OnLinkLost();
            return;
        }

        foreach (StreamDelivery stream in _streams)
        {
            if (stream.Publisher == asking.Publisher)
                stream.OnReplayRefused();
        }
    }

    /// <summary>Time passes. Call it in each turn of the loop.</summary>
    public void Advance()
    {
        foreach (StreamDelivery stream in _streams)
            stream.Advance(IsHeard);
    }

    /// <summary>Takes what is to be sent to the publisher, if anything is.</summary>
    /// <param name="freshId">Number that a new request would get.</param>
    /// <param name="command">What to send.</param>
    public bool TryTakeCommand(uint freshId, out DeliveryCommand command)
    {
        if (_line.IsOpen)
            return _line.TryContinue(IsHeard, out command);
        for (int i = 0; i < _streams.Count; i++)
        {
            StreamDelivery stream = _streams[(_turn + i) % _streams.Count];
            if (!stream.TryWant(out ReplayRange range))
                continue;
            _turn = (_turn + i + 1) % _streams.Count;
            command = _line.Open(stream, freshId, range);
            return true;
        }

        command = default;
        return false;
    }
}

/// <summary>What is to be sent to the publisher.</summary>
public enum DeliveryCommandKind : byte
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A replay request over one range.</summary>
    Replay,

    /// <summary>More credit for the open replay.</summary>
    Credit,

    /// <summary>The open replay brings nothing any more.</summary>
    Cancel,
}

/// <summary>One request of a consumer.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Id">Number of the replay.</param>
/// <param name="Range">What is wanted; for a replay.</param>
/// <param name="Bytes">Credit in bytes; for a replay and for credit.</param>
public readonly record struct DeliveryCommand(DeliveryCommandKind Kind, uint Id, ReplayRange Range, uint Bytes);

/// <summary>How far a stream is delivered: what a consumer tells its publisher each second.</summary>
/// <param name="Epoch">The epoch in force; 0 before the account begins.</param>
/// <param name="Settled">Last sequence of it that was delivered or declared lost; 0 none.</param>
/// <param name="Lag">Frames known to be published, of this epoch and later ones, that are not settled.</param>
/// <param name="DeclaredLost">Frames declared lost, over all epochs.</param>
public readonly record struct DeliveryProgress(ulong Epoch, ulong Settled, ulong Lag, ulong DeclaredLost);
