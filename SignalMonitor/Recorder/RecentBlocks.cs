using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Recorder;

/// <summary>
/// The last blocks of a connection: a test run is seen some time after it was started, and its recording begins before
/// that. Bounded in time and bytes, a block does not allocate. Receive thread.
/// </summary>
/// <param name="maxBytes">Bytes at most.</param>
/// <param name="window">How long a block is held at least, as far as the bytes allow.</param>
/// <param name="time">Clock.</param>
internal sealed class RecentBlocks(int maxBytes, TimeSpan window, TimeProvider time)
{
    private readonly FrameQueue<RecentBlock> _frames = new(maxBytes);
    private readonly long _windowNs = window.Ticks * UtcClock.NanosecondsPerTick;

    /// <summary>Blocks in it, the oldest at index 0.</summary>
    public int Count => _frames.Count;

    /// <summary>When the newest of those that are not held any more was received, UTC ns; null = all are.</summary>
    public long? LastRemovedNs { get; private set; }

    /// <summary>What is known of one.</summary>
    public ref readonly RecentBlock this[int index] => ref _frames.Tag(index);

    /// <summary>Its header as it was received.</summary>
    public ReadOnlySpan<byte> Header(int index) => _frames.Header(index);

    /// <summary>Its payload.</summary>
    public ReadOnlySpan<byte> Payload(int index) => _frames.Payload(index);

    /// <summary>Adds a block.</summary>
    /// <param name="frame">The block.</param>
    /// <param name="catalogue">What describes it; null unknown.</param>
    /// <param name="lostTo">Number of the recording to which it is counted as lost; 0 none.</param>
    public void Add(FrameBuffer frame, PublisherCatalogue? catalogue, long lostTo)
    {
        long nowNs = time.NowNs();
        while (_frames.Count > 0 && _frames.Tag(0).ReceivedNs < nowNs - _windowNs)
            RemoveOldest();
        RecentBlock note = new(frame.CheckedHeader, nowNs, catalogue, lostTo);
        while (!_frames.TryAdd(frame.Header, frame.Payload, note) && _frames.Count > 0)
            RemoveOldest();
    }

    private void RemoveOldest()
    {
        LastRemovedNs = _frames.Tag(0).ReceivedNs;
        _frames.RemoveOldest();
    }
}

/// <summary>A block that came lately.</summary>
/// <param name="Frame">Its header.</param>
/// <param name="ReceivedNs">When it came, UTC ns.</param>
/// <param name="Catalogue">What describes it; null unknown.</param>
/// <param name="LostTo">Number of the recording to which it is counted as lost; 0 none.</param>
internal readonly record struct RecentBlock(
    FrameHeader Frame, long ReceivedNs, PublisherCatalogue? Catalogue, long LostTo);
