using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using RabbitMQ.Client;

namespace FuncLibs.Amqp.Consuming;

/// <summary>
/// Reads the stream queue of one publisher, over a connection at a time that it opens again by itself, as long as it is
/// not disposed. What it reads is taken, in the order of the stream, by the one thread that uses <see cref="Data"/>,
/// <see cref="Control"/> and <see cref="Wait"/>. The other properties may be read by any thread.
/// <para>
/// It begins at the newest marker before which everything was consumed, and checks that this message is there. If it is
/// not, the queue was made again, or its retention removed the place: then it reads all that the queue has, with the
/// frames before its first marker. Frames that come again are dropped by the delivery.
/// </para>
/// </summary>
public sealed class StreamConsumer : IDisposable
{
    private const int MaxNotices = 16;

    // Markers come each 5 s.
    private static readonly TimeSpan SaveInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan FirstMessageLimit = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(200);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan DisposeLimit = TimeSpan.FromSeconds(3);

    // At least one marker is in that time.
    private static readonly TimeSpan Before = TimeSpan.FromSeconds(10);

    // What is longer cannot be skipped, because the client library ends the connection: as much as a broker takes.
    private static readonly FrameLimits InboundLimits = new(128 << 20);

    private readonly ConsumerOptions _options;
    private readonly TimeProvider _time;
    private readonly ConsumerIntake _intake;
    private readonly MarkerList _markers = new();
    private readonly ConcurrentQueue<StreamMarker> _consumed = new();
    private readonly ConcurrentQueue<string> _notices = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly StreamSubscriber _data;
    private readonly StreamControl _control;
    private Task _tasks = Task.CompletedTask;
    private ReadingPlace _place;
    private BrokerFault? _fault;
    private string? _saveFault;
    private bool _isConnected;
    private long _connections;
    private int _isDisposed;

    /// <summary>Prepares a consumer; it connects after <see cref="Start"/>.</summary>
    public StreamConsumer(ConsumerOptions options, TimeProvider time)
    {
        (_options, _time) = (options, time);
        _intake = new ConsumerIntake(options);
        _control = new StreamControl(_intake.Queue, NoteConsumed);
        _data = new StreamSubscriber(_intake.Queue);
        StreamMarker? known = MarkerList.Choose(options.Markers, options.Consumed);
        _place = known is not null ? new ReadingPlace(known, Since: null)
            : options.Consumed.Count > 0 ? ReadingPlace.First
            : new ReadingPlace(Marker: null, time.GetUtcNow() - Before);
        _intake.Begin(_place);
        foreach (StreamMarker marker in options.Markers)
        {
            if (marker.Offset <= known?.Offset)
                _markers.Add(marker);
        }
    }

    /// <summary>The frames of the queue.</summary>
    public IFrameSubscriber Data => _data;

    /// <summary>The control maps of the queue, and answers to requests that nobody else can answer.</summary>
    public IControlClient Control => _control;

    /// <summary>Waits for messages.</summary>
    public IWaitSet Wait => _data;

    /// <summary>The queue.</summary>
    public StreamQueue Queue => _options.Queue;

    /// <summary>True while it is subscribed.</summary>
    public bool IsConnected => Volatile.Read(ref _isConnected);

    /// <summary>Why it is not; null while it is, and before the first attempt failed.</summary>
    public BrokerFault? Fault => Volatile.Read(ref _fault);

    /// <summary>Why the markers are not kept for the next process; null when they are.</summary>
    public string? SaveFault => Volatile.Read(ref _saveFault);

    /// <summary>Offset of the last message that the receive thread took; -1 before the first.</summary>
    public long Offset => _intake.Queue.TakenOffset;

    /// <summary>Messages that were taken from the queue.</summary>
    public long Messages => _intake.Messages;

    /// <summary>Messages that wait for the receive thread.</summary>
    public int Waiting => _intake.Queue.Count;

    /// <summary>Subscriptions after the first one.</summary>
    public long Reconnects => Math.Max(0, Volatile.Read(ref _connections) - 1);

    /// <summary>Messages of the queue that no bridge wrote.</summary>
    public ForeignCounts Foreign => _intake.Foreign;

    /// <summary>Takes something that people should read once, in one line; false when there is nothing.</summary>
    public bool TryTakeNotice([NotNullWhen(true)] out string? notice) => _notices.TryDequeue(out notice);

    /// <summary>Begins to connect and to read.</summary>
    public void Start() => _tasks = Task.WhenAll(Task.Run(RunAsync), Task.Run(SaveAsync));

    /// <summary>Ends the connection, and keeps the markers. Does not wait long for a broker that hangs.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
            return;
        _stop.Cancel();
        bool isOver = _tasks.Wait(DisposeLimit);
        _data.Dispose();
        _control.Dispose();
        if (!isOver)
            return;
        _intake.Dispose();
        _stop.Dispose();
    }

    private async Task RunAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            try
            {
                await RunSessionsAsync().ConfigureAwait(false);
            }
            catch (Exception e) when (e is not AccessViolationException)
            {
                Volatile.Write(ref _isConnected, value: false);
                Volatile.Write(ref _fault, new BrokerFault(
                    BrokerFaultKind.Closed, $"an internal error ended the connection: {OneLine.Format(e)}"));
                await PauseAsync(LongestPause).ConfigureAwait(false);
            }
        }
    }

    private async Task RunSessionsAsync()
    {
        for (TimeSpan pause = FirstPause; !_stop.IsCancellationRequested;)
        {
            long before = _intake.Messages;
            SessionEnd end = await ReadAsync().ConfigureAwait(false);
            Volatile.Write(ref _isConnected, value: false);
            if (end.Fault is null)
            {
                if (end.Maps is { } maps)
                    BeginAt(ReadingPlace.First with { Maps = maps });
                else
                    ReadFromFirst(end.FoundOffset);
                continue;
            }

            Volatile.Write(ref _fault, end.Fault);
            if (_intake.Messages > before)
                pause = FirstPause;
            await PauseAsync(pause).ConfigureAwait(false);
            pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
        }
    }

    // One connection, from its begin to its end.
    private async Task<SessionEnd> ReadAsync()
    {
        IConnection? connection = null;
        BrokerAddress? address = null;
        try
        {
            address = _options.Address();
            connection = await BrokerConnection.OpenAsync(
                address, _options.Queue, _options.Name, InboundLimits, _stop.Token).ConfigureAwait(false);
            return await ReadAsync(connection, address).ConfigureAwait(false);
        }
        catch (BrokerException e)
        {
            return new SessionEnd(e.Fault);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            return new SessionEnd(address is null
                ? new BrokerFault(BrokerFaultKind.Unreachable, e.Message)
                : BrokerFault.Of(e, address, _options.Queue));
        }
        finally
        {
            if (connection is not null)
                await BrokerConnection.CloseAsync(connection).ConfigureAwait(false);
        }
    }

    private async Task<SessionEnd> ReadAsync(IConnection connection, BrokerAddress address)
    {
        IChannel channel = await connection.CreateChannelAsync(options: null, _stop.Token).ConfigureAwait(false);
        ReadingPlace place = PlaceNow();
        using ConsumerSession session = new(channel, _intake, _options, address, place, _stop.Token);
        _intake.Follow(session);
        try
        {
            return await ReadAsync(connection, channel, session, place).ConfigureAwait(false);
        }
        finally
        {
            session.Finish(SessionEnd.Stopped);
            _intake.Follow(session: null);
        }
    }

    private async Task<SessionEnd> ReadAsync(
        IConnection connection, IChannel channel, ConsumerSession session, ReadingPlace place)
    {
        if (place.Maps is { } maps)
            await session.WriteAsync(maps).ConfigureAwait(false);
        await channel.BasicQosAsync(0, _options.Prefetch, global: false, _stop.Token).ConfigureAwait(false);
        await channel.BasicConsumeAsync(
            _options.Queue.Name,
            autoAck: false,
            consumerTag: "",
            noLocal: false,
            exclusive: false,
            new Dictionary<string, object?> { ["x-stream-offset"] = place.Argument },
            session,
            _stop.Token).ConfigureAwait(false);
        Volatile.Write(ref _connections, _connections + 1);
        Volatile.Write<BrokerFault?>(ref _fault, null);
        Volatile.Write(ref _isConnected, value: true);
        while (place.Marker is not null && !session.IsBegun && !session.End.IsCompleted)
        {
            await WaitAsync(session.End, FirstMessageLimit).ConfigureAwait(false);
            if (!session.IsBegun && !session.End.IsCompleted
                && await HasMessagesAsync(connection).ConfigureAwait(false))
                session.Finish(new SessionEnd(Fault: null));
        }

        using (_stop.Token.UnsafeRegister(
            static state => ((ConsumerSession)state!).Finish(SessionEnd.Stopped), session))
            return await session.End.ConfigureAwait(false);
    }

    // The newest marker of this process, over which the messages were counted; before the first one, as at the begin.
    private ReadingPlace PlaceNow() =>
        _intake.Newest is { } newest ? new ReadingPlace(newest, Since: null) : _place;

    private async Task<bool> HasMessagesAsync(IConnection connection)
    {
        IChannel channel = await connection.CreateChannelAsync(options: null, _stop.Token).ConfigureAwait(false);
        QueueDeclareOk queue =
            await channel.QueueDeclarePassiveAsync(_options.Queue.Name, _stop.Token).ConfigureAwait(false);
        await channel.CloseAsync(_stop.Token).ConfigureAwait(false);
        return queue.MessageCount > 0;
    }

    private void ReadFromFirst(long foundOffset)
    {
        StreamMarker expected = PlaceNow().Marker!;
        string found = foundOffset < 0
            ? "no message comes"
            : string.Create(CultureInfo.InvariantCulture, $"another message comes, of offset {foundOffset}");
        Notice(string.Create(
            CultureInfo.InvariantCulture,
            $"queue {_options.Queue.Name} was to be read on from its offset {expected.Offset}, and {found}: it was made "
                + $"again, or its retention removed that part. It is read from its first message on; what is missing "
                + $"is declared lost"));
        BeginAt(ReadingPlace.First);
        lock (_markers)
            _markers.Clear();
        _consumed.Clear();
    }

    private void BeginAt(ReadingPlace place)
    {
        _place = place;
        _intake.Begin(place);
    }

    // Receive thread.
    private void NoteConsumed(StreamMarker marker) => _consumed.Enqueue(marker.KeptBy(_options.Keeps));

    private async Task SaveAsync()
    {
        while (!_stop.IsCancellationRequested)
        {
            await PauseAsync(SaveInterval).ConfigureAwait(false);
            Save();
        }

        Save();
    }

    private void Save()
    {
        bool any = false;
        IReadOnlyList<StreamMarker> all;
        lock (_markers)
        {
            for (; _consumed.TryDequeue(out StreamMarker? marker); any = true)
                _markers.Add(marker);
            all = any ? [.. _markers.All] : [];
        }

        try
        {
            if (any)
                Volatile.Write(ref _saveFault, _options.Save(all));
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            Volatile.Write(ref _saveFault, OneLine.Format(e));
        }
    }

    private void Notice(string text)
    {
        if (_notices.Count < MaxNotices)
            _notices.Enqueue(text);
    }

    private async Task PauseAsync(TimeSpan pause)
    {
        try
        {
            await Task.Delay(pause, _time, _stop.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // It ends.
        }
    }

    private async Task WaitAsync(Task end, TimeSpan limit)
    {
        try
        {
            await end.WaitAsync(limit, _time, _stop.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException)
        {
            // The caller looks what came.
        }
    }
}
