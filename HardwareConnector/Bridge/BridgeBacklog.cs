using FuncLibs.Journal.Segments;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Bridge;

/// <summary>Counts the blocks that the broker has not confirmed. Bridge thread.</summary>
/// <param name="recorder">The journal.</param>
/// <param name="rigs">The streams of this epoch.</param>
/// <param name="cursor">What is confirmed.</param>
internal sealed class BridgeBacklog(Recorder recorder, RigRegistry rigs, BridgeCursor cursor)
{
    /// <summary>Blocks of this epoch, and what the journal had at the start of earlier ones.</summary>
    /// <param name="reading">The epoch that is read: those before it were read, or are gone; 0 = unknown.</param>
    public long Count(ulong reading)
    {
        ulong count = 0;
        ulong present = recorder.Journal.Epoch;
        foreach (PublishedStream stream in rigs.All)
            count += After(stream.Id, present, first: 1, stream.Last);
        if (reading >= present)
            return (long)count;
        foreach (StreamExtent extent in recorder.Journal.Recovery.Extents)
        {
            if (extent.Epoch >= reading && extent.Epoch < present && FrameHeader.IsDataStream(extent.Stream))
                count += After(extent.Stream, extent.Epoch, extent.First, extent.Last);
        }

        return (long)count;
    }

    private ulong After(uint stream, ulong epoch, ulong first, ulong last)
    {
        if (last < first)
            return 0;
        ulong all = last - first + 1;
        return cursor.PlaceOf(stream) is not { } place || place.Epoch < epoch ? all
            : place.Epoch > epoch || place.Sequence >= last ? 0
            : Math.Min(all, last - place.Sequence);
    }
}
