using System.Runtime.InteropServices;

namespace FuncLibs.Runtime.Rings;

/// <summary>
/// Where one consumer waits for any of its rings, and what their producers ring when it does. Consumer:
/// <see cref="PrepareWait"/>, look at every ring once more, <see cref="Wait"/> only if all are empty,
/// <see cref="CancelWait"/>. Memory order: the consumer raises its flag with a full fence before it looks; a producer
/// stores its tail with a full fence before it reads the flag. So either the consumer sees the item, or the producer
/// sees the flag.
/// </summary>
public sealed class ConsumerSignal : IDisposable
{
    private readonly AutoResetEvent _wake = new(false);
    private PaddedFlag _parked;

    /// <summary>Consumer: it is about to wait.</summary>
    public void PrepareWait() => Interlocked.Exchange(ref _parked.Value, 1);

    /// <summary>
    /// Consumer: waits for a producer, up to <paramref name="milliseconds"/>. May return early; the rings tell.
    /// </summary>
    public void Wait(int milliseconds) => _wake.WaitOne(milliseconds);

    /// <summary>Consumer: it waits no more.</summary>
    public void CancelWait() => Volatile.Write(ref _parked.Value, 0);

    /// <summary>Any thread: lets the consumer look whether it should stop.</summary>
    public void Wake() => _wake.Set();

    /// <inheritdoc/>
    public void Dispose() => _wake.Dispose();

    /// <summary>Producer, after its item is seen: wakes the consumer if it waits.</summary>
    internal void Signal()
    {
        if (Volatile.Read(ref _parked.Value) != 0)
            _wake.Set();
    }

    // Written by the consumer, read by every producer at each write: alone on its cache lines.
    [StructLayout(LayoutKind.Explicit, Size = 192)]
    private struct PaddedFlag
    {
        [FieldOffset(64)]
        public int Value;
    }
}
