using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Recording;

namespace HardwareConnector.Publishing;

/// <summary>What a heartbeat says of the rigs and streams of this publisher. Any thread; does not allocate.</summary>
internal sealed class PublisherProgress(RigRegistry rigs, LinkReports link, Recorder recorder)
{
    /// <summary>Fills a heartbeat whose list of streams is empty.</summary>
    /// <param name="heartbeat">The heartbeat.</param>
    /// <param name="lastOfControl">Last sequence of the control stream.</param>
    /// <param name="lastOf">Last sequence of a stream of blocks.</param>
    public void Fill(Heartbeat heartbeat, ulong lastOfControl, Func<PublishedStream, ulong> lastOf)
    {
        PublishedRig rig = rigs.Current;
        heartbeat.Link = link.State;
        heartbeat.LastAcquiredNs = link.LastAcquiredNs;
        heartbeat.Streams.Add(ProgressOf(FrameHeader.ControlStream, lastOfControl));
        foreach (PublishedStream stream in rigs.All)
        {
            heartbeat.Streams.Add(ProgressOf(stream.Id, lastOf(stream)) with
            {
                // A stream that its rig no longer has is offline, even if the link is online.
                Link = rig.Streams.Contains(stream) ? link.All[stream.Source].State : LinkState.Offline,
                LastAcquiredNs = stream.LastAcquiredNs,
                SamplesLost = stream.SamplesLost,
            });
        }
    }

    // Marks of 0 mean that a journal is kept and has nothing of the stream yet. Without marks a consumer would assume
    // no journal, and begin this epoch without requesting missing frames of earlier ones.
    private StreamProgress ProgressOf(uint stream, ulong last) => recorder.Marks(stream) is { } marks
        ? new StreamProgress(stream, last, marks.Written, marks.Durable, marks.Oldest)
        : new StreamProgress(stream, last, Written: 0, Durable: 0);
}
