using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.History;
using SignalMonitor.Recorder;
using SignalMonitor.Streams;

namespace SignalMonitor.Receiving;

/// <summary>
/// The receive thread of one connection. Owns its sockets, keeps order, and computes frames while the compute thread
/// has nothing to do, or hands them to it. Does not allocate per block.
/// </summary>
public sealed class ReceiveLoop : IDisposable
{
    private const int WaitMs = 50;

    // A flood of data must not keep catalogues, answers and the link's upkeep waiting.
    private const int FramesPerTurn = 256;

    private readonly Func<ConnectionSockets> _open;
    private readonly ComputeFeed _feed;
    private readonly Staleness _staleness;
    private readonly FrameIntake _intake;
    private readonly HistoryRequester _histories;
    private readonly ConsumerClass _class;
    private readonly string _client;
    private readonly TimeProvider _time;

    private readonly bool _readsQueue;

    // Receive thread: false while every stream reads its backlog, and live blocks would only be dropped; those of a
    // queue stay there.
    private bool _subscribed;
    private bool _endedWhole;

    /// <summary>Prepares the loop; the sockets are opened on its thread.</summary>
    internal ReceiveLoop(
        Func<ConnectionSockets> open,
        DeliverySettings delivery,
        ComputeFeed feed,
        SerializerRegistry registry,
        TimeProvider time,
        string client,
        Func<Guid, uint, SavedStream?>? claim = null,
        int historySeconds = HistoryOptions.DefaultSeconds,
        ConnectionRecorder? recorder = null,
        bool readsQueue = false)
    {
        _client = client;
        _open = open;
        _feed = feed;
        _time = time;
        _staleness = new Staleness(time, Staleness.DefaultLimit);
        _class = delivery.OnGap == GapPolicy.Skip ? ConsumerClass.Live : ConsumerClass.Lossless;
        Delivery = new ConsumerDelivery(delivery, time);
        Streams = new StreamRegistry(Delivery) { Claim = claim };
        _readsQueue = readsQueue;
        _histories = new HistoryRequester(Streams, historySeconds, time);
        _intake = new FrameIntake(Streams, Delivery, State, feed, registry, _staleness, time, recorder, readsQueue);
    }

    /// <summary>The streams of this connection.</summary>
    public StreamRegistry Streams { get; }

    /// <summary>What keeps their order; only its budget may be read by other threads.</summary>
    public ConsumerDelivery Delivery { get; }

    /// <summary>How the connection is.</summary>
    public ConnectionState State { get; } = new();

    /// <summary>What the receive thread allocated up to the last data frame, without computing.</summary>
    public ThreadAllocation Allocation { get; } = new();

    /// <summary>Turns of the loop, for the watchdog.</summary>
    public LoopProgress Progress { get; } = new();

    /// <summary>
    /// True once the loop has returned, and everything that was delivered is computed or in the ring.
    /// </summary>
    public bool HasEndedWhole => Volatile.Read(ref _endedWhole);

    /// <summary>Where the position of the connection is taken; null when nothing is saved.</summary>
    internal PositionMark? Mark { get; init; }

    // Frames that wait for their catalogue are delivered, but neither computed nor in the ring.
    private bool IsHandedOn => !_intake.WantsCatalogue && !_feed.HasDropped;

    /// <summary>Runs until <paramref name="stop"/>.</summary>
    public void Run(CancellationToken stop)
    {
        using ConnectionSockets sockets = _open();
        (IFrameSubscriber data, IControlClient control, IWaitSet wait) = sockets;
        State.SocketsUp(_time.GetTimestamp());
        FrameKind[] kinds = [FrameKind.Heartbeat, FrameKind.Catalogue, FrameKind.Loss, FrameKind.Event];
        foreach (FrameKind kind in kinds)
            data.Subscribe(Topic.Prefix(kind));
        FollowSubscription(data);
        ControlExchange dialog =
            new(control, _intake, Delivery, new ConsumerIdentity(_client, _class), _histories, _time)
            {
                Clock = new ClockExchange(State.Clock, _time),
                Status = new StatusExchange(Streams, Delivery, _time),
            };
        while (!stop.IsCancellationRequested && wait.Wait(WaitMs) != WaitStatus.Closed)
        {
            ReceiveData(data, stop);
            ReceiveControl(control, dialog, stop);
            if (data.Maintain() | control.Maintain())
                dialog.Restart();
            Delivery.Advance();
            _intake.ReleaseHeld(stop);
            dialog.Request();
            FollowSubscription(data);
            Report(data, control);
            NotePosition(stop);
            Progress.CountTurn();
        }

        dialog.SendBye();
        Volatile.Write(ref _endedWhole, IsHandedOn);
    }

    // After a stop request, a frame may have been dropped in this turn.
    private void NotePosition(CancellationToken stop)
    {
        if (IsHandedOn && !stop.IsCancellationRequested)
            Mark?.Note(Streams.All, _feed.Ring.Written);
    }

    /// <inheritdoc/>
    public void Dispose() => Streams.Dispose();

    private void ReceiveData(IFrameSubscriber data, CancellationToken stop)
    {
        FrameBuffer? frame = _feed.Rent(stop);
        for (int taken = 0; frame is not null && taken < FramesPerTurn && !stop.IsCancellationRequested; taken++)
        {
            ReceiveStatus status = data.TryReceive(frame);
            if (status == ReceiveStatus.Frame && _intake.Receive(frame, FrameOrigin.Live, stop))
            {
                Allocation.Sample();
                frame = _feed.Rent(stop);
                if (_readsQueue)
                    FollowSubscription(data);
                continue;
            }

            if (status is ReceiveStatus.Empty or ReceiveStatus.Closed)
                break;
        }

        if (frame is not null)
            _feed.Frames.Return(frame);
    }

    private void ReceiveControl(IControlClient control, ControlExchange dialog, CancellationToken stop)
    {
        FrameBuffer? frame = _feed.Rent(stop);
        for (int taken = 0; frame is not null && taken < FramesPerTurn && !stop.IsCancellationRequested; taken++)
        {
            ReceiveStatus status = control.TryReceive(frame);
            if (status == ReceiveStatus.Control)
                dialog.Receive(frame);
            else if (status == ReceiveStatus.Frame && TakeAnswered(frame, dialog, stop))
                frame = _feed.Rent(stop);
            else if (status is ReceiveStatus.Empty or ReceiveStatus.Closed)
                break;
        }

        if (frame is not null)
            _feed.Frames.Return(frame);
    }

    private bool TakeAnswered(FrameBuffer frame, ControlExchange dialog, CancellationToken stop)
    {
        FrameOrigin origin = dialog.NextOrigin();
        int bytes = frame.Header.Length + frame.Payload.Length;
        bool taken = _intake.Receive(frame, origin, stop);
        if (origin == FrameOrigin.Replay)
            Delivery.OnReplayed(bytes);
        return taken;
    }

    private void FollowSubscription(IFrameSubscriber data)
    {
        if (_subscribed == Delivery.NeedsLive)
            return;
        _subscribed = !_subscribed;
        if (_subscribed)
            data.Subscribe(Topic.Prefix(FrameKind.Data));
        else
            data.Unsubscribe(Topic.Prefix(FrameKind.Data));
    }

    private void Report(IFrameSubscriber data, IControlClient control)
    {
        State.SetStale(_staleness.State);
        State.Reconnected(data.Reconnects + control.Reconnects);
        State.Refused(data, control);
    }
}
