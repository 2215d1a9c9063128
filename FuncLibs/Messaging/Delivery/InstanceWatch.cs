namespace FuncLibs.Messaging.Delivery;

/// <summary>What a heartbeat or a welcome says of the process behind a publisher.</summary>
public enum InstanceVerdict : byte
{
    /// <summary>Nothing was asked.</summary>
    None,

    /// <summary>The first process seen, or the same as before.</summary>
    Known,

    /// <summary>A new life of the publisher.</summary>
    NewEpoch,

    /// <summary>Something from a life that is over.</summary>
    Past,

    /// <summary>Alarm: a second process publishes under the same identity and epoch. Refuse it.</summary>
    Conflict,
}

/// <summary>Watches that one process at a time speaks for a publisher. Pure; owned by one thread.</summary>
public sealed class InstanceWatch
{
    private ulong _epoch;
    private Guid _instance;

    /// <summary>Conflicts so far.</summary>
    public long Conflicts { get; private set; }

    /// <summary>A heartbeat or welcome came in.</summary>
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

    /// <summary>Another publisher is watched from now on.</summary>
    public void Restart() => (_epoch, _instance) = (0, default);

    private InstanceVerdict Alarm()
    {
        Conflicts++;
        return InstanceVerdict.Conflict;
    }
}
