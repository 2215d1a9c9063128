using FuncLibs.Messaging.Transport;

namespace SignalMonitor.Receiving;

/// <summary>
/// What a receive thread reads: over ZeroMQ the sockets of a connector, at a broker the queue of a rig. Made, used and
/// closed by that thread.
/// </summary>
/// <param name="Data">Frames.</param>
/// <param name="Control">Requests and answers.</param>
/// <param name="Wait">Waits for either.</param>
internal sealed record ConnectionSockets(IFrameSubscriber Data, IControlClient Control, IWaitSet Wait) : IDisposable
{
    /// <summary>What is closed with them; null nothing.</summary>
    public IDisposable? Owner { get; init; }

    /// <inheritdoc/>
    public void Dispose()
    {
        Control.Dispose();
        Data.Dispose();
        Owner?.Dispose();
    }
}
