using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// The frames of a stream queue. It gives none while the next message is a control map: then that is to be taken first
/// (<see cref="StreamControl"/>), so that both come in the order of the stream. Receive thread.
/// </summary>
internal sealed class StreamSubscriber(MessageQueue queue) : IFrameSubscriber, IWaitSet
{
    // By the first byte of a topic.
    private readonly bool[] _isWanted = new bool[byte.MaxValue + 1];

    /// <inheritdoc/>
    public LinkCounts Links { get; } = new();

    /// <inheritdoc/>
    public FrameFaultCounts Faults { get; } = new();

    /// <summary>0: a lost connection is opened again by the consumer, and nothing has to be asked again.</summary>
    public long Reconnects => 0;

    /// <inheritdoc/>
    public long ProtocolEnds => 0;

    /// <inheritdoc/>
    public void Subscribe(ReadOnlySpan<byte> prefix) => _isWanted[prefix[0]] = true;

    /// <inheritdoc/>
    public void Unsubscribe(ReadOnlySpan<byte> prefix) => _isWanted[prefix[0]] = false;

    /// <inheritdoc/>
    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        while (queue.Peek() is { IsControl: false } message)
        {
            bool isWanted = _isWanted[message.Topic[0]];
            bool isCopied = isWanted && message.TryCopyTo(buffer);
            queue.Take();
            if (isCopied)
                return ReceiveStatus.Frame;
            if (!isWanted)
                continue;
            Faults.Add(FrameFault.Oversize);
            return ReceiveStatus.Malformed;
        }

        return ReceiveStatus.Empty;
    }

    /// <inheritdoc/>
    public bool Maintain() => false;

    /// <inheritdoc/>
    public WaitStatus Wait(int milliseconds) => queue.Wait(milliseconds) ? WaitStatus.Ready : WaitStatus.TimedOut;

    /// <inheritdoc/>
    public void Dispose()
    {
        // The queue is the consumer's.
    }
}
