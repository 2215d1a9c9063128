using FuncLibs.Amqp;

namespace HardwareConnector.Bridge;

/// <summary>How the bridge is. Its thread writes, any thread reads.</summary>
internal sealed class BridgeStatus
{
    private long _confirmed;
    private long _bytes;
    private long _published;
    private long _again;
    private long _missing;
    private long _sessions;
    private long _failures;
    private long _lagNs;
    private long _behind;
    private long _outstanding;
    private BridgeMoment _moment = new(BridgeState.Connecting, null);

    /// <summary>What it does, and why not more.</summary>
    public BridgeMoment Moment
    {
        get => Volatile.Read(ref _moment);
        set => Volatile.Write(ref _moment, value);
    }

    /// <summary>Frames confirmed by the broker since the start of this process.</summary>
    public long Confirmed => Volatile.Read(ref _confirmed);

    /// <summary>Their bytes, headers and payloads.</summary>
    public long ConfirmedBytes => Volatile.Read(ref _bytes);

    /// <summary>Frames published, also those that were published again.</summary>
    public long Published => Volatile.Read(ref _published);

    /// <summary>Of these, frames that were published before and not confirmed in time.</summary>
    public long PublishedAgain => Volatile.Read(ref _again);

    /// <summary>Frames that the journal did not have: consumers find the gap and declare it.</summary>
    public long Missing => Volatile.Read(ref _missing);

    /// <summary>Connections to the broker so far.</summary>
    public long Sessions => Volatile.Read(ref _sessions);

    /// <summary>Attempts and connections that ended with a fault.</summary>
    public long Failures => Volatile.Read(ref _failures);

    /// <summary>Messages published and not confirmed.</summary>
    public long Outstanding => Volatile.Read(ref _outstanding);

    /// <summary>
    /// Blocks that are published and not confirmed by the broker: of this epoch, and what the journal had of earlier
    /// ones when this process began.
    /// </summary>
    public long Behind => Volatile.Read(ref _behind);

    /// <summary>Age of the oldest frame that the broker has not confirmed, ns; 0 when it has all.</summary>
    public long LagNs => Volatile.Read(ref _lagNs);

    public void CountConfirmed(int bytes)
    {
        Volatile.Write(ref _bytes, _bytes + bytes);
        Volatile.Write(ref _confirmed, _confirmed + 1);
    }

    public void CountPublished(bool isAgain)
    {
        Volatile.Write(ref _published, _published + 1);
        Volatile.Write(ref _again, _again + (isAgain ? 1 : 0));
    }

    public void CountSession() => Volatile.Write(ref _sessions, _sessions + 1);

    public void CountFailure() => Volatile.Write(ref _failures, _failures + 1);

    public void CountMissing(long frames) => Volatile.Write(ref _missing, _missing + frames);

    public void SetLag(long lagNs, long behind, long outstanding)
    {
        Volatile.Write(ref _lagNs, lagNs);
        Volatile.Write(ref _behind, behind);
        Volatile.Write(ref _outstanding, outstanding);
    }
}

/// <summary>What the bridge does.</summary>
/// <param name="State">In one word.</param>
/// <param name="Fault">Why it cannot do more; null when it can.</param>
internal sealed record BridgeMoment(BridgeState State, BrokerFault? Fault);

/// <summary>States of the bridge.</summary>
internal enum BridgeState
{
    /// <summary>It has no connection to the broker; the journal keeps the frames.</summary>
    Connecting,

    /// <summary>The broker has everything but what is on its way.</summary>
    Live,

    /// <summary>It publishes what the journal has kept.</summary>
    Draining,

    /// <summary>The broker takes nothing, as while its disk is full; the journal keeps the frames.</summary>
    Blocked,

    /// <summary>It has ended.</summary>
    Stopped,
}
