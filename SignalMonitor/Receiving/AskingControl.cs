using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace SignalMonitor.Receiving;

/// <summary>
/// The control channel of a queue whose connector can be reached: the maps of the queue, and the connector for
/// requests. A welcome of the connector is of now, and that of the queue of the place that is read: while the two are
/// of different epochs the latter is given in place of the former. Receive thread.
/// </summary>
/// <param name="queue">Control maps of the queue.</param>
/// <param name="connector">The connector.</param>
internal sealed class AskingControl(IControlClient queue, IControlClient connector) : IControlClient
{
    private (Guid Publisher, ulong Epoch) _read;
    private byte[] _hello = [];

    /// <inheritdoc/>
    public LinkCounts Links => connector.Links;

    /// <inheritdoc/>
    public FrameFaultCounts Faults => connector.Faults;

    /// <inheritdoc/>
    public long Reconnects => connector.Reconnects;

    /// <inheritdoc/>
    public SendStatus TrySend(ReadOnlySpan<byte> map)
    {
        if (ControlEnvelope.TryRead(map, out ControlEnvelope envelope, out _) && envelope.Op == ControlOp.Hello)
            _hello = map.ToArray();
        return connector.TrySend(map);
    }

    /// <inheritdoc/>
    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        ReceiveStatus status = queue.TryReceive(buffer);
        if (status == ReceiveStatus.Control && WelcomeIn(buffer) is { } read)
            _read = read;
        if (status != ReceiveStatus.Empty)
            return status;
        while (true)
        {
            status = connector.TryReceive(buffer);
            if (status != ReceiveStatus.Control || WelcomeIn(buffer) is not { } welcome || welcome == _read)
                return status;
            if (welcome.Publisher == _read.Publisher)
                queue.TrySend(_hello);
        }
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
