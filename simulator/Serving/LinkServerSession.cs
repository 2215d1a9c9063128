using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Playing;

namespace Simulator.Serving;

/// <summary>
/// The one client that is served. The block thread prepares and sends, the client's own thread reads and closes; the
/// lock keeps the connection open while the block thread is in it, and is free otherwise: no thread waits in it for the
/// peer.
/// </summary>
public sealed class LinkServerSession
{
    private readonly Lock _gate = new();
    private readonly LinkConnection _connection;
    private readonly SendQueue _queue;
    private readonly LinkCounters _counters;
    private readonly TimeProvider _time;
    private long _lastHeartbeat;
    private bool _prepared;
    private bool _closed;
    private LinkOutcome _outcome = LinkOutcome.Ok;
    private LinkStateFrame? _ending;

    /// <summary>Begins to serve a client whose hello was valid.</summary>
    /// <param name="connection">Its connection, the session's to close.</param>
    /// <param name="queue">Blocks that wait for it.</param>
    /// <param name="counters">Where blocks are counted.</param>
    /// <param name="time">Clock of the heartbeats.</param>
    public LinkServerSession(
        LinkConnection connection, SendQueue queue, LinkCounters counters, TimeProvider time)
    {
        _connection = connection;
        _queue = queue;
        _counters = counters;
        _time = time;
        _lastHeartbeat = time.GetTimestamp();
    }

    /// <summary>Why sending failed; Ok while it works. Read by the client's thread, which then closes.</summary>
    public LinkOutcome Outcome
    {
        get
        {
            lock (_gate)
                return _outcome;
        }
    }

    /// <summary>Frames that the client has not taken yet, the one partly sent included.</summary>
    public int Waiting
    {
        get
        {
            lock (_gate)
                return _queue.Held;
        }
    }

    /// <summary>
    /// Why the rig itself ends the session; null while it does not. Read by the client's thread, which then closes.
    /// </summary>
    public LinkStateFrame? Ending
    {
        get
        {
            lock (_gate)
                return _ending;
        }
    }

    /// <summary>Block thread: what the rig is, from the next block on. A full queue, which cannot carry it, ends the
    /// session: the next one begins with it.</summary>
    public void Describe(StreamDescription stream)
    {
        lock (_gate)
        {
            if (!IsOpen)
                return;
            CommitPrepared();
            if (_queue.TryNext() is not { } slot)
            {
                _ending = new LinkStateFrame(LinkCondition.Offline, "no room for a new hello");
                return;
            }

            LinkHello.WriteRig(slot, [stream]);
            _queue.Commit();
        }
    }

    /// <summary>
    /// Block thread: what happened at the rig, from the next block on. A full queue has no room for it, and counts it.
    /// </summary>
    public void Enqueue(LinkEvent happened)
    {
        lock (_gate)
        {
            if (!IsOpen)
                return;
            CommitPrepared();
            if (_queue.TryNext() is not { } slot)
            {
                _counters.CountEventDropped();
                return;
            }

            happened.Write(slot);
            _queue.Commit();
        }
    }

    /// <summary>Block thread: nothing more is sent, and the client's thread closes.</summary>
    public void End(LinkStateFrame state)
    {
        lock (_gate)
            _ending ??= state;
    }

    /// <summary>Block thread, before the due time: encodes a block into the queue's next buffer; called again, one
    /// more. A full queue refuses and counts it.</summary>
    public void Prepare(CDataBlock block, in BlockStamp stamp, uint stream, IBlockSerializer serializer)
    {
        lock (_gate)
        {
            if (!IsOpen)
                return;
            CommitPrepared();
            LinkFrameWriter? slot = _queue.TryNext();
            if (slot is null)
            {
                _counters.CountDropped();
                return;
            }

            ushort full = Math.Max(_queue.PerMille, stamp.BufferPerMille);
            var header = new LinkBlockHeader(
                stream, stamp.ErrorCode, full, stamp.DueUtcNs, LinkBlockHeader.AllLiveCounts);
            slot.WriteBlock(header, block, serializer);
            _prepared = true;
        }
    }

    /// <summary>
    /// Block thread, at the due time: sends the prepared block, a heartbeat when one is due, and what still waits.
    /// </summary>
    public void Send()
    {
        lock (_gate)
        {
            if (!IsOpen || _outcome.IsFatal)
                return;
            CommitPrepared();
            AddHeartbeat();
            LinkOutcome flushed = _queue.Flush(_connection);
            if (flushed.IsFatal)
                _outcome = flushed;
        }
    }

    /// <summary>Client's thread: tells the client why, if nothing is half sent, and closes the connection.</summary>
    public void Close(string reason) => Close(new LinkStateFrame(LinkCondition.Offline, reason));

    /// <inheritdoc cref="Close(string)"/>
    public void Close(LinkStateFrame state)
    {
        bool isMidFrame;
        lock (_gate)
        {
            _closed = true;
            isMidFrame = _queue.IsMidFrame;
        }

        // Outside the lock: the peer may take seconds to go, and the block thread never waits.
        // It leaves a closed session's connection alone.
        if (isMidFrame)
            _connection.Dispose();
        else
            PeerSocket.CloseWith(_connection, state);
    }

    private bool IsOpen => !_closed && _ending is null;

    private void CommitPrepared()
    {
        if (!_prepared)
            return;
        _prepared = false;
        _queue.Commit();
        _counters.CountSent();
    }

    private void AddHeartbeat()
    {
        if (_time.GetElapsedTime(_lastHeartbeat) < LinkProtocol.HeartbeatInterval || _queue.TryNext() is not { } slot)
            return;
        _lastHeartbeat = _time.GetTimestamp();
        slot.WriteHeartbeat();
        _queue.Commit();
    }
}

/// <summary>Listens to the client that is served; it sends heartbeats and nothing else.</summary>
internal static class ClientWatch
{
    private const int PollMicroseconds = 100_000;

    /// <summary>
    /// Runs until client, rig or process end the session; returns the reason that the client receives.
    /// </summary>
    public static LinkStateFrame Until(LinkServerSession session, LinkFrameReader reader, CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            if (session.Ending is { } ending)
                return ending;
            LinkOutcome sending = session.Outcome;
            if (sending.IsFatal)
                return Off(sending.ToString());
            LinkOutcome outcome = reader.Read(out LinkFrame frame, PollMicroseconds);
            if (outcome.IsFatal)
                return Off(outcome.ToString());
            if (outcome.IsOk && frame.Type != LinkFrameType.Heartbeat)
                return Off($"a frame of type {frame.Type} from the client; it sends its hello and then heartbeats");
        }

        return Off("the rig stops");
    }

    private static LinkStateFrame Off(string reason) => new(LinkCondition.Offline, reason);
}
