using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.Receiving;

/// <summary>
/// The control channel of a queue whose connector can be reached: the maps of the queue, and the connector for
/// requests. A welcome of the connector is of now, and that of the queue of the place that is read: while the two are
/// of different epochs only the latter counts. Receive thread.
/// </summary>
/// <param name="queue">Control maps of the queue.</param>
/// <param name="connector">The connector.</param>
internal sealed class AskingControl(IControlClient queue, IControlClient connector) : IControlClient
{
    private (Guid Publisher, ulong Epoch) _read;

    /// <inheritdoc/>
    public LinkCounts Links => connector.Links;

    /// <inheritdoc/>
    public FrameFaultCounts Faults => connector.Faults;

    /// <inheritdoc/>
    public long Reconnects => connector.Reconnects;

    /// <inheritdoc/>
    public SendStatus TrySend(ReadOnlySpan<byte> map) => connector.TrySend(map);

    /// <inheritdoc/>
    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        ReceiveStatus status = queue.TryReceive(buffer);
        if (status == ReceiveStatus.Control && WelcomeIn(buffer) is { } read)
            _read = read;
        if (status != ReceiveStatus.Empty)
            return status;
        do
            status = connector.TryReceive(buffer);
        while (status == ReceiveStatus.Control && WelcomeIn(buffer) is { } welcome && welcome != _read);
        return status;
    }

    /// <inheritdoc/>
    public bool Maintain() => connector.Maintain();

    /// <inheritdoc/>
    public void Dispose()
    {
        queue.Dispose();
        connector.Dispose();
    }

    private static (Guid Publisher, ulong Epoch)? WelcomeIn(FrameBuffer buffer) =>
        ControlEnvelope.TryRead(buffer.Payload, out ControlEnvelope envelope, out _)
        && envelope.Op == ControlOp.Welcome && Welcome.Read(buffer.Payload, out _) is { } welcome
            ? (welcome.Publisher, welcome.Epoch) : null;
}

/// <summary>
/// Waits for a queue, and looks every few milliseconds whether the connector answered: the two have no wait in common.
/// </summary>
/// <param name="queue">The queue.</param>
internal sealed class AskingWait(IWaitSet queue) : IWaitSet
{
    private const int StepMs = 5;

    /// <inheritdoc/>
    public WaitStatus Wait(int milliseconds) => queue.Wait(Math.Min(milliseconds, StepMs));
}
