using FuncLibs.Messaging.RigLink;

namespace Simulator.Serving;

/// <summary>Listens to the client that is served; it sends heartbeats and nothing else.</summary>
internal static class ClientWatch
{
    private const int LookMicroseconds = 100_000;

    /// <summary>Runs until client, rig or process end the session; returns what the client is told.</summary>
    public static LinkStateFrame Until(LinkSession session, LinkFrameReader reader, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            if (session.Ending is { } ending)
                return ending;
            LinkOutcome sending = session.Outcome;
            if (sending.IsFatal)
                return Off(sending.ToString());
            LinkOutcome outcome = reader.Read(out LinkFrame frame, LookMicroseconds);
            if (outcome.IsFatal)
                return Off(outcome.ToString());
            if (outcome.IsOk && frame.Type != LinkFrameType.Heartbeat)
                return Off($"a frame of type {frame.Type} from the client; it sends its hello and then heartbeats");
        }

        return Off("the rig stops");
    }

    private static LinkStateFrame Off(string reason) => new(LinkCondition.Offline, reason);
}
