using FuncLibs.Messaging.RigLink;

namespace HardwareConnector.Sources.Links;

/// <summary>
/// Receives event frames of a rig, over all its connections. An invalid one is only counted. Above <see
/// cref="MaxPerSecond"/> in a second the rest is counted unread, because each event becomes a frame for every consumer
/// and a record of the journal. Source thread.
/// </summary>
internal sealed class RigEventIntake(SourceFeed feed, TimeProvider time)
{
    /// <summary>Highest number of events passed on within a second.</summary>
    public const int MaxPerSecond = 100;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private long? _since;
    private int _read;

    /// <summary>Handles the body of an event frame.</summary>
    public void Accept(ReadOnlySpan<byte> body)
    {
        if (!MayRead())
        {
            feed.Events.CountLost();
            return;
        }

        if (LinkEvent.Read(body, out string fault) is not { } happened)
        {
            feed.Events.CountUnusable(fault);
            return;
        }

        int stream = feed.Description!.IndexOf(happened.Stream);
        if (stream < 0)
            feed.Events.CountUnusable($"the hello has no stream {happened.Stream}");
        else
            feed.ReportState(stream, happened);
    }

    private bool MayRead()
    {
        if (_since is not { } since || time.GetElapsedTime(since) >= Second)
            (_since, _read) = (time.GetTimestamp(), 0);
        if (_read == MaxPerSecond)
            return false;
        _read++;
        return true;
    }
}
