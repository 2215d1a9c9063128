namespace FuncLibs.Messaging.Delivery;

/// <summary>Result of comparing the process behind a heartbeat or welcome with the one seen before.</summary>
public enum InstanceVerdict : byte
{
    /// <summary>Not evaluated.</summary>
    None,

    /// <summary>The first process seen, or the same as before.</summary>
    Known,

    /// <summary>The publisher started a new epoch.</summary>
    NewEpoch,

    /// <summary>A message of an earlier epoch.</summary>
    Past,

    /// <summary>Alarm: a second process publishes with the same identity and epoch. Reject it.</summary>
    Conflict,
}

/// <summary>Detects that two processes publish with one identity. Does no I/O; owned by one thread.</summary>
public sealed class InstanceWatch
{
    private ulong _epoch;
    private Guid _instance;

    /// <summary>Conflicts so far.</summary>
    public long Conflicts { get; private set; }

    /// <summary>Checks a heartbeat or welcome.</summary>
    public InstanceVerdict Observe(ulong epoch, Guid instance)
    {
        if (epoch < _epoch)
            return InstanceVerdict.Past;
        if (epoch == _epoch)
            return instance == _instance ? InstanceVerdict.Known : Alarm();
        InstanceVerdict verdict = _epoch == 0 ? InstanceVerdict.Known : InstanceVerdict.NewEpoch;
        (_epoch, _instance) = (epoch, instance);
        return verdict;
    }

    /// <summary>Starts again, for another publisher.</summary>
    public void Restart() => (_epoch, _instance) = (0, default);

    private InstanceVerdict Alarm()
    {
        Conflicts++;
        return InstanceVerdict.Conflict;
    }
}
