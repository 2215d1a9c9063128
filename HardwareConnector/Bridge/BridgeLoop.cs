using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;
using FuncLibs.Messaging.Publishing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Bridge;

/// <summary>
/// Copies the journal into the stream queue of this publisher, each frame at least once and in order. It reads what is
/// written to the journal, so the publish thread does not know of it; while the broker is away or takes nothing, the
/// journal keeps the frames. Its own thread, and tasks of the client library.
/// </summary>
internal sealed class BridgeLoop
{
    /// <summary>Name under which it holds what it has not published in the journal, among those of consumers.</summary>
    public const string LeaseName = "(bridge)";

    /// <summary>Time at a clean stop for what is not published and confirmed.</summary>
    public static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan MinPause = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan MaxPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan SaveInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan ReportInterval = TimeSpan.FromMilliseconds(250);

    // A message that comes alone costs the broker four times as much as one among others: some blocks wait for each
    // other.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan WindowWait = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan DiskPause = TimeSpan.FromSeconds(1);

    private readonly BridgePlan _plan;
    private readonly Recorder _recorder;
    private readonly RigRegistry _rigs;
    private readonly PublisherIdentity _identity;
    private readonly BridgeMessages _messages;
    private readonly BridgeCursor _cursor;
    private readonly BridgeBacklog _backlog;
    private readonly BridgeRequestFile _requests;
    private readonly TimeProvider _time;
    private readonly ILogger<BridgeLoop> _logger;
    private IReadOnlyDictionary<uint, StreamPlace> _publishedBefore = new Dictionary<uint, StreamPlace>();
    private BrokerFault? _reported;
    private string? _unsaved;
    private string? _diskFault;
    private BridgeRequest? _request;
    private bool _saidLive;
    private long _oldestNs;
    private ulong _reading;

    // Since the last report it had read all that was written.
    private bool _sawEnd;
    private long _savedAt;
    private long _askedAt;
    private long _reportedAt;

    public BridgeLoop(
        BridgePlan plan,
        BridgeCursor cursor,
        BridgeRequestFile requests,
        Recorder recorder,
        RigRegistry rigs,
        PublisherIdentity identity,
        LinkReports link,
        TimeProvider time,
        ILogger<BridgeLoop> logger)
    {
        (_plan, _cursor, _requests, _recorder, _rigs) = (plan, cursor, requests, recorder, rigs);
        (_identity, _time, _logger) = (identity, time, logger);
        _messages = new BridgeMessages(identity, recorder, rigs, link, time);
        _backlog = new BridgeBacklog(recorder, rigs, cursor);
    }

    /// <summary>How it is; any thread.</summary>
    public BridgeStatus Status { get; } = new();

    /// <summary>Where it publishes to; any thread.</summary>
    public BridgePlan Plan => _plan;

    /// <summary>Places of the streams. Bridge thread, and tests.</summary>
    internal BridgeCursor Cursor => _cursor;

    /// <summary>
    /// Runs until <paramref name="stop"/>, and then until everything is confirmed or <see cref="StopLimit"/> is over.
    /// </summary>
    public void Run(CancellationToken stop) => RunAsync(stop).GetAwaiter().GetResult();

    private async Task RunAsync(CancellationToken stop)
    {
        if (_cursor.Damage is { } damage)
            ConnectorLog.BridgeCursorDamaged(_logger, damage);
        using CancellationTokenSource end = new();
        await using CancellationTokenRegistration _ = stop.Register(() => end.CancelAfter(StopLimit));
        TimeSpan pause = MinPause;
        _oldestNs = _time.NowNs();
        while (!stop.IsCancellationRequested)
        {
            long confirmed = Status.Confirmed;
            try
            {
                await BridgeAsync(stop, end.Token).ConfigureAwait(false);
                DoRequest();
                pause = MinPause;
            }
            catch (BrokerException e)
            {
                // A connection over which nothing was confirmed is no better than none.
                if (Status.Confirmed > confirmed)
                    (pause, _reported) = (MinPause, null);
                Fail(e.Fault);
                await PauseAsync(pause, stop).ConfigureAwait(false);
                pause = pause * 2 < MaxPause ? pause * 2 : MaxPause;
            }
            catch (OperationCanceledException) when (stop.IsCancellationRequested)
            {
                break;
            }
        }

        Save();
        Report(null);
        Status.Moment = new BridgeMoment(BridgeState.Stopped, null);
    }

    private async Task BridgeAsync(CancellationToken stop, CancellationToken end)
    {
        await using StreamPublisher publisher = await StreamPublisher.OpenAsync(
            _plan.FindBroker(),
            _plan.Queue,
            _identity.Publisher,
            _plan.Window,
            $"bridge of {_identity.Site}/{_identity.Rig}",
            looksInside: _cursor.Any,
            stop).ConfigureAwait(false);
        Begin(publisher);
        using JournalTail tail = new(_recorder, _rigs, _cursor, _time);
        BridgeSession session = new(
            publisher,
            _messages,
            _cursor,
            Status,
            _rigs,
            _identity,
            _publishedBefore,
            _plan.Window.Messages,
            _time);
        long missing = 0;
        bool isWhole = false;
        try
        {
            while (publisher.Fault is null && !HasRequest() && !end.IsCancellationRequested)
            {
                session.TakeConfirmed();
                KeepBooks(publisher, session, tail);

                // Looked at first: what the journal wrote before it ended is read after that.
                bool isLast = stop.IsCancellationRequested;
                TailStep step = publisher.HasRoom ? tail.Next() : TailStep.None;
                Status.CountMissing(tail.Missing - missing);
                missing = tail.Missing;
                if (step == TailStep.Frame)
                    await session.PublishAsync(tail, end).ConfigureAwait(false);
                else if (step == TailStep.NotYet && isLast)
                    isWhole = true;
                else if (step != TailStep.NewEpoch)
                    await RestAsync(publisher, session, tail, step, end).ConfigureAwait(false);
                _sawEnd |= step == TailStep.NotYet;
                if (isWhole)
                    break;
            }
        }
        finally
        {
            if (stop.IsCancellationRequested)
                await FinishAsync(publisher, session, isWhole, end).ConfigureAwait(false);
            session.TakeConfirmed();
            _publishedBefore = session.Bridged;
            _reading = tail.Epoch;
            Report(session);
        }

        if (publisher.Fault is { } fault)
            throw new BrokerException(fault);
    }

    private void Begin(StreamPublisher publisher)
    {
        Status.CountSession();
        (_sawEnd, _saidLive) = (false, false);
        ConnectorLog.BridgeConnected(_logger, _plan.Broker, _plan.Queue.Name);
        Status.Moment = new BridgeMoment(BridgeState.Draining, null);
        if (publisher.IsEmpty)
        {
            ConnectorLog.BridgeQueueEmpty(_logger, _plan.Queue.Name);
            _cursor.Rewind(0);
            RenewLeases();
        }
    }

    private async Task RestAsync(
        StreamPublisher publisher, BridgeSession session, JournalTail tail, TailStep step, CancellationToken end)
    {
        switch (step)
        {
            case TailStep.None:
                await publisher.WaitAsync(WindowWait, end).ConfigureAwait(false);
                break;
            case TailStep.Failed:
                if (_diskFault != tail.Failure)
                    ConnectorLog.BridgeDiskFailed(_logger, tail.Failure);
                _diskFault = tail.Failure;
                await Task.Delay(DiskPause, _time, end).ConfigureAwait(false);
                break;
            default:
                await session.KeepUpAsync(end).ConfigureAwait(false);
                await Task.Delay(PollInterval, _time, end).ConfigureAwait(false);
                break;
        }
    }

    // The end of the epoch is published only if everything before it was.
    private static async Task FinishAsync(
        StreamPublisher publisher, BridgeSession session, bool isWhole, CancellationToken end)
    {
        try
        {
            if (isWhole && publisher.Fault is null)
                await session.HeartbeatAsync(FrameFlags.EndOfStream, end).ConfigureAwait(false);
            while (publisher.Fault is null && publisher.Confirmed < publisher.Published)
                await publisher.WaitAsync(WindowWait, end).ConfigureAwait(false);
        }
        catch (Exception e) when (e is BrokerException or OperationCanceledException)
        {
            // What is not confirmed is published again by the next run.
        }
    }

    private void NoteState(StreamPublisher publisher)
    {
        string? blocked = publisher.Blocked;
        BridgeState state = blocked is not null ? BridgeState.Blocked
            : _sawEnd ? BridgeState.Live : BridgeState.Draining;
        _sawEnd = false;
        BrokerFault? fault =
            blocked is null ? null : new BrokerFault(BrokerFaultKind.Refused, $"the broker takes nothing: {blocked}");
        BridgeState former = Status.Moment.State;
        if (state == former && Status.Moment.Fault == fault)
            return;
        Status.Moment = new BridgeMoment(state, fault);
        if (blocked is not null)
            ConnectorLog.BridgeBlocked(_logger, blocked);
        else if (former == BridgeState.Blocked)
            ConnectorLog.BridgeUnblocked(_logger);
        if (state == BridgeState.Live && !_saidLive)
            ConnectorLog.BridgeLive(_logger, _plan.Queue.Name);
        _saidLive |= state == BridgeState.Live;
    }

    private void KeepBooks(StreamPublisher publisher, BridgeSession session, JournalTail tail)
    {
        if (_time.GetElapsedTime(_reportedAt) < ReportInterval)
            return;
        _reportedAt = _time.GetTimestamp();
        _reading = tail.Epoch;
        Report(session);
        NoteState(publisher);
        if (_time.GetElapsedTime(_savedAt) >= SaveInterval)
            Save();
    }

    // While nothing is on its way, the oldest frame is not read yet: it is not older than the last one that was. With
    // nothing left, what is published from now on is the oldest.
    private void Report(BridgeSession? session)
    {
        long behind = _backlog.Count(_reading);
        long now = _time.NowNs();
        _oldestNs = session?.OldestNs ?? (behind > 0 ? session?.ConfirmedNs ?? _oldestNs : now);
        Status.SetLag(Math.Max(0, now - _oldestNs), behind, session?.Outstanding ?? 0);
    }

    private void Save()
    {
        _savedAt = _time.GetTimestamp();
        RenewLeases();
        string? fault = _cursor.Save();
        if (fault is not null && _unsaved is null)
            ConnectorLog.BridgeCursorNotSaved(_logger, fault);
        _unsaved = fault;
    }

    // Of a stream without a confirmed frame everything is needed.
    private void RenewLeases()
    {
        foreach (StreamPlace place in _cursor.Places)
        {
            if (FrameHeader.IsDataStream(place.Stream))
                _recorder.Leases.Leases.Renew(LeaseName, place.Stream, place.Epoch, place.Sequence);
        }

        foreach (PublishedStream stream in _rigs.All)
        {
            if (_cursor.PlaceOf(stream.Id) is null)
                _recorder.Leases.Leases.Renew(LeaseName, stream.Id, epoch: 1, delivered: 0);
        }
    }

    // The session ends first: what it confirmed must not move the cursor after it was rewound.
    private void DoRequest()
    {
        if (_request is not { } request)
            return;
        _request = null;
        if (request.Epoch <= _identity.Epoch)
        {
            _cursor.Rewind(request.Epoch);
            Save();
            ConnectorLog.BridgeRewound(_logger, request.Text);
        }
        else
        {
            ConnectorLog.BridgeRequestUnusable(_logger, request.FindFault(_identity.Epoch)!);
        }

        FileOutcome removed = _requests.Remove();
        if (!removed.IsOk)
            ConnectorLog.BridgeRequestUnusable(_logger, $"{removed}; after a restart it is done again");
    }

    private bool HasRequest()
    {
        if (_time.GetElapsedTime(_askedAt) < SaveInterval)
            return false;
        _askedAt = _time.GetTimestamp();
        if (_requests.TryRead(out _request, out string? fault))
            return true;
        if (fault is not null)
            ConnectorLog.BridgeRequestUnusable(_logger, fault);
        return false;
    }

    private void Fail(BrokerFault fault)
    {
        Status.CountFailure();
        Status.Moment = new BridgeMoment(BridgeState.Connecting, fault);
        if (_reported?.Kind != fault.Kind || (IsForPeople(fault.Kind) && _reported != fault))
            ConnectorLog.BridgeFailed(_logger, fault.Text);
        _reported = fault;
    }

    // The text of the others may change with each attempt.
    private static bool IsForPeople(BrokerFaultKind kind) =>
        kind is BrokerFaultKind.Certificate or BrokerFaultKind.Credentials or BrokerFaultKind.Permission;

    private async Task PauseAsync(TimeSpan pause, CancellationToken stop)
    {
        Report(null);
        if (_time.GetElapsedTime(_savedAt) >= SaveInterval)
            Save();
        await Task.Delay(pause, _time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }
}
