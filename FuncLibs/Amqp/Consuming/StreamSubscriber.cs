using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// The frames of a stream queue. It gives none while the next message is a control map: then that is to be taken first
/// (<see cref="StreamControl"/>), so that both come in the order of the stream. It gives none either while the next one
/// is of a kind that was unsubscribed: the queue keeps it, with what is after it, until it is subscribed again. Receive
/// thread.
/// </summary>
internal sealed class StreamSubscriber(MessageQueue queue) : IFrameSubscriber, IWaitSet
{
    // By the first byte of a topic.
    private readonly bool[] _isWanted = new bool[byte.MaxValue + 1];
    private readonly bool[] _isLeft = new bool[byte.MaxValue + 1];

    /// <inheritdoc/>
    public LinkCounts Links { get; } = new();

    /// <inheritdoc/>
    public FrameFaultCounts Faults { get; } = new();

    /// <summary>0: a lost connection is opened again by the consumer, and nothing has to be asked again.</summary>
    public long Reconnects => 0;

    /// <inheritdoc/>
    public long ProtocolEnds => 0;

    /// <inheritdoc/>
    public void Subscribe(ReadOnlySpan<byte> prefix) =>
        (_isWanted[prefix[0]], _isLeft[prefix[0]]) = (true, false);

    /// <inheritdoc/>
    public void Unsubscribe(ReadOnlySpan<byte> prefix) =>
        (_isWanted[prefix[0]], _isLeft[prefix[0]]) = (false, true);

    /// <inheritdoc/>
    public ReceiveStatus TryReceive(FrameBuffer buffer)
    {
        while (queue.Peek() is { IsControl: false } message && !_isLeft[message.Topic[0]])
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

    /// <summary>Waits for a message; while one is left in the queue, for what comes behind it.</summary>
    public WaitStatus Wait(int milliseconds)
    {
        if (queue.Peek() is not { IsControl: false } message || !_isLeft[message.Topic[0]])
            return queue.Wait(milliseconds) ? WaitStatus.Ready : WaitStatus.TimedOut;
        queue.WaitForMore(milliseconds);
        return WaitStatus.TimedOut;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // The queue is the consumer's.
    }
}
