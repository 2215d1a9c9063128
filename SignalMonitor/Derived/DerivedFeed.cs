using FuncLibs.Blocks;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Rings;

namespace SignalMonitor.Derived;

/// <summary>
/// The way from the compute threads to the publishing thread. It never makes computation wait: what does not fit is
/// dropped and counted, and a dropped block leaves a gap in the numbers of its stream.
/// </summary>
internal sealed class DerivedFeed : IDisposable
{
    // The ring has one producer; compute threads of several connections take turns. Held for one store.
    private readonly Lock _producers = new();
    private readonly SpscRing<DerivedItem> _ring;
    private long _dropped;

    /// <summary>An empty queue.</summary>
    /// <param name="capacity">Items; a power of two.</param>
    public DerivedFeed(int capacity) => _ring = new SpscRing<DerivedItem>(capacity);

    /// <summary>The ring, for the publishing thread.</summary>
    public SpscRing<DerivedItem> Ring => _ring;

    /// <summary>
    /// Blocks of one form that may be in use: the full ring, one being filled and one being published.
    /// </summary>
    public int BlocksInUse => _ring.Capacity + 2;

    /// <summary>Blocks and notices that did not fit.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    /// <summary>Compute thread: from here on the stream has this form.</summary>
    /// <returns>False when there was no room: nothing has changed for subscribers, try again.</returns>
    public bool TryPass(DerivedForm form) => TryWrite(new DerivedItem { Form = form });

    /// <summary>Compute thread: hands a block over; one that does not fit is returned to its pool.</summary>
    /// <param name="form">The form that was passed last for its stream.</param>
    /// <param name="block">A filled block of its pool, or null when the pool had none.</param>
    /// <param name="acquiredNs">Due time of its first sample, UTC ns.</param>
    /// <param name="flags">The flags of its frame.</param>
    public void Pass(DerivedForm form, CDataBlock? block, long acquiredNs, FrameFlags flags)
    {
        ulong sequence = form.Stream.Next();
        if (block is null)
        {
            Interlocked.Increment(ref _dropped);
            return;
        }

        DerivedItem item =
            new() { Form = form, Block = block, Sequence = sequence, AcquiredNs = acquiredNs, Flags = flags };
        if (!TryWrite(item))
            form.Pool.Return(block);
    }

    /// <summary>Any thread: publishes an event to all subscribers. Allocates: it is not the path of a block.</summary>
    /// <param name="payload">What.</param>
    /// <param name="happenedNs">When, UTC ns.</param>
    /// <param name="isReplay">True when it is of a recording.</param>
    public void Announce(IBroadcastPayload payload, long happenedNs, bool isReplay = false) => TryWrite(new DerivedItem
    {
        Payload = payload,
        AcquiredNs = happenedNs,
        Flags = isReplay ? FrameFlags.Recording : FrameFlags.None,
    });

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private bool TryWrite(in DerivedItem item)
    {
        lock (_producers)
        {
            if (_ring.TryWrite(item))
                return true;
        }

        Interlocked.Increment(ref _dropped);
        return false;
    }
}
