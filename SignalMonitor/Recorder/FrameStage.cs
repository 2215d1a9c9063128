using System.Runtime.InteropServices;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Frames on their way from the receive thread to the recorder's: bounded, what does not fit is lost and counted. Two
/// queues change places, so that neither thread waits for the other's work.
/// </summary>
/// <param name="maxBytes">Bytes of each of the two at most.</param>
internal sealed class FrameStage(int maxBytes)
{
    private readonly Lock _gate = new();
    private FrameQueue<StagedFrame> _filling = new(maxBytes);
    private FrameQueue<StagedFrame> _taken = new(maxBytes);
    private long _added;
    private long _lost;

    /// <summary>Frames that were added so far; any thread.</summary>
    public long Added => Volatile.Read(ref _added);

    /// <summary>Blocks that did not fit; any thread.</summary>
    public long Lost => Volatile.Read(ref _lost);

    /// <summary>Receive thread: adds a frame; false when it is lost.</summary>
    public bool TryAdd(ReadOnlySpan<byte> header, ReadOnlySpan<byte> payload, in StagedFrame note)
    {
        lock (_gate)
        {
            if (_filling.TryAdd(header, payload, note))
            {
                Volatile.Write(ref _added, _added + 1);
                return true;
            }
        }

        Volatile.Write(ref _lost, _lost + 1);
        return false;
    }

    /// <summary>Recorder: what was added, until the next call; the caller removes what it is done with.</summary>
    public FrameQueue<StagedFrame> Take()
    {
        if (_taken.Count > 0)
            return _taken;
        lock (_gate)
            (_filling, _taken) = (_taken, _filling);
        return _taken;
    }
}

/// <summary>What is known of a frame beside its bytes.</summary>
/// <param name="Header">Its header.</param>
/// <param name="Catalogue">What describes it; null unknown.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct StagedFrame(FrameHeader Header, PublisherCatalogue? Catalogue);
