namespace FuncLibs.Messaging.Transport;

/// <summary>A socket that a wait set of the same transport can wait for.</summary>
public interface IPollable : IDisposable
{
    /// <summary>What happened to its connections.</summary>
    LinkCounts Links { get; }
}

/// <summary>Waits for several sockets of one thread.</summary>
public interface IWaitSet
{
    /// <summary>Waits until one of the sockets has something, or the time is over.</summary>
    WaitStatus Wait(int milliseconds);
}
