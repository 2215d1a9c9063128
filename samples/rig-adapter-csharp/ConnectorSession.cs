using System.Security.Cryptography;
using System.Text;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.RigLink;

namespace RigAdapter;

/// <summary>
/// One connection to a connector: hello, then blocks at their times and a heartbeat each second. One thread does all of
/// it: it reads what the connector sends while it waits for the next block. docs/connect-your-rig.md explains it.
/// </summary>
internal sealed class ConnectorSession(
    LinkConnection connection, string token, Rig rig, RigClock clock, TimeProvider time)
{
    private const int SendWaitMicroseconds = 1_000_000;
    private const int LongestWaitMicroseconds = 100_000;

    private readonly LinkFrameReader _reader = new(connection, time);
    private readonly LinkFrameWriter _frame = new();
    private readonly IBlockSerializer _serializer = BuiltInSerializers.CreateRegistry().Create("columns-packed")!;

    /// <summary>Blocks sent.</summary>
    public long Sent { get; private set; }

    /// <summary>Serves the connector until it is gone or the adapter stops; returns why it ended.</summary>
    public string Run(CancellationToken stop)
    {
        LinkOutcome outcome = SendHello(stop);
        if (outcome.IsOk)
            outcome = SendBlocks(stop);

        // The last frame has the reason, so that the connector can show it.
        string reason = outcome.IsFatal ? outcome.ToString() : "the adapter stops";
        new LinkStateFrame(LinkCondition.Offline, reason).Write(_frame);
        _frame.Send(connection, 0);
        return reason;
    }

    // The rig speaks first; the connector answers with its name.
    private LinkOutcome SendHello(CancellationToken stop)
    {
        LinkHello.WriteRig(_frame, [Rig.Description]);
        LinkOutcome outcome = _frame.Send(connection, SendWaitMicroseconds);
        while (!outcome.IsFatal && !stop.IsCancellationRequested)
        {
            outcome = _reader.Read(out LinkFrame frame, LongestWaitMicroseconds);
            if (!outcome.IsOk || frame.Type != LinkFrameType.Hello)
                continue;
            outcome = LinkHello.ReadClient(frame.Body, out string client, out string sent);
            if (outcome.IsOk && token.Length > 0 && !IsToken(sent))
                outcome = new LinkOutcome(LinkStatus.BadHello, "its token is not the one of this rig");
            if (outcome.IsOk)
                Console.Error.WriteLine($"connected: {client}");
            return outcome;
        }

        return outcome;
    }

    // As long for a token that is nearly right as for any other.
    private bool IsToken(string sent) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), Encoding.UTF8.GetBytes(token));

    private LinkOutcome SendBlocks(CancellationToken stop)
    {
        LinkOutcome outcome = LinkOutcome.Ok;
        long lastHeartbeat = time.GetTimestamp();

        // What was measured while no connector was connected is gone. The sample index shows it: it counts on, and the
        // connector declares the samples in between missing.
        for (long next = clock.NextBlock; !outcome.IsFatal && !stop.IsCancellationRequested; next++)
        {
            outcome = WaitUntilMeasured(next, stop);
            if (outcome.IsFatal || stop.IsCancellationRequested)
                break;
            long first = next * Rig.PointsPerBlock;
            var header = new LinkBlockHeader(
                Rig.StreamId, ErrorCode: 0, BufferPerMille: 0, clock.DueUtcNs(first), LinkBlockHeader.AllLiveCounts);
            _frame.WriteBlock(header, rig.Read(first), _serializer);
            outcome = _frame.Send(connection, SendWaitMicroseconds);
            if (outcome.IsOk)
                Sent++;
            if (outcome.IsOk && time.GetElapsedTime(lastHeartbeat) >= LinkProtocol.HeartbeatInterval)
            {
                lastHeartbeat = time.GetTimestamp();
                _frame.WriteHeartbeat();
                outcome = _frame.Send(connection, SendWaitMicroseconds);
            }
        }

        return outcome;
    }

    // Reads what the connector sends meanwhile: heartbeats, and a state with the reason when it closes the link.
    private LinkOutcome WaitUntilMeasured(long block, CancellationToken stop)
    {
        LinkOutcome outcome = LinkOutcome.Ok;
        int wait = clock.MicrosecondsUntil(block);
        while (wait > 0 && !outcome.IsFatal && !stop.IsCancellationRequested)
        {
            outcome = _reader.Read(out LinkFrame frame, Math.Min(wait, LongestWaitMicroseconds));
            if (outcome.IsOk && frame.Type == LinkFrameType.State
                && LinkStateFrame.Read(frame.Body, out LinkStateFrame state).IsOk)
                Console.Error.WriteLine($"the connector reports: {state.Reason}");
            wait = clock.MicrosecondsUntil(block);
        }

        return outcome;
    }
}
