using FuncLibs.Messaging.RigLink;

namespace HardwareConnector.Sources.Links;

/// <summary>
/// Takes event frames of a rig, of all its connections. A frame that is no event is counted and harms nothing; of more than
/// <see cref="MaxPerSecond"/> in a second the rest is counted unread: each becomes a frame for every consumer and a record of the journal.
/// Source thread.
/// </summary>
internal sealed class RigEventIntake(SourceFeed feed, TimeProvider time)
{
    /// <summary>Events that are passed on within a second at most.</summary>
    public const int MaxPerSecond = 100;

    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private long? _since;
    private int _read;

    /// <summary>Takes the body of an event frame.</summary>
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
