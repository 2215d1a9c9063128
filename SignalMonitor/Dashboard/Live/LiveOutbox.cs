using System.Diagnostics.CodeAnalysis;
using System.Net.WebSockets;
using SignalMonitor.Events;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// What waits to be sent to one browser: one batch, the newest of each kind of state, replies in their order, and a
/// cursor into the events. Bounded whatever the browser does: state is replaced, not queued. The live thread puts in,
/// the sending task takes out; a lock is held for a few references.
/// </summary>
/// <param name="events">Where events come from.</param>
/// <param name="write">Makes a message of events. Called without the lock: the live thread must not wait for 500 events
/// in JSON.</param>
internal sealed class LiveOutbox(EventLog events, Func<DashboardEvents, byte[]> write) : IDisposable
{
    private const int MaxReplies = 1024;
    private const int MaxEvents = 500;

    private readonly Lock _gate = new();
    private readonly SemaphoreSlim _signal = new(0);
    private readonly TaskCompletionSource _closing = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Queue<byte[]> _replies = [];
    private readonly Dictionary<string, byte[]> _values = [];
    private byte[]? _catalogue;
    private byte[]? _alarms;
    private byte[]? _health;
    private long _added;
    private long _taken;
    private long _batchBehind = -1;
    private bool _batchInUse;
    private bool _signalled;
    private (WebSocketCloseStatus Status, string Reason)? _close;

    // Sending task.
    private long _eventsAfter = Math.Max(0, events.Last - LiveLimits.FirstEvents);

    /// <summary>The batch: the live thread's while <see cref="IsBatchFree"/>.</summary>
    public LiveBatch Batch { get; } = new();

    /// <summary>Ends when the connection is to be closed.</summary>
    public Task Closing => _closing.Task;

    /// <summary>True when the former batch is sent.</summary>
    public bool IsBatchFree
    {
        get
        {
            lock (_gate)
                return !_batchInUse;
        }
    }

    /// <summary>Why the connection is closed; null while it is not.</summary>
    public (WebSocketCloseStatus Status, string Reason)? Close
    {
        get
        {
            lock (_gate)
                return _close;
        }
    }

    /// <summary>
    /// Live thread: a message that must arrive, after those before it. A browser that does not read them is closed.
    /// </summary>
    public void Reply(byte[] message)
    {
        bool isFull;
        lock (_gate)
        {
            isFull = _replies.Count >= MaxReplies;
            if (!isFull)
            {
                _replies.Enqueue(message);
                _added++;
            }

            Signal();
        }

        if (isFull)
            CloseWith(WebSocketCloseStatus.PolicyViolation, "the replies to this browser are not read");
    }

    /// <summary>
    /// Live thread: the batch is written. It is sent after the replies so far, which describe it.
    /// </summary>
    public void SendBatch()
    {
        lock (_gate)
        {
            (_batchInUse, _batchBehind) = (true, _added);
            Signal();
        }
    }

    /// <summary>Live thread: the newest health, alarms and catalogue; null for what has not changed.</summary>
    public void Show(byte[]? health, byte[]? alarms, byte[]? catalogue)
    {
        lock (_gate)
        {
            (_health, _alarms, _catalogue) = (health ?? _health, alarms ?? _alarms, catalogue ?? _catalogue);
            Signal();
        }
    }

    /// <summary>Live thread: the newest values of a stream.</summary>
    public void ShowValues(string stream, byte[] values)
    {
        lock (_gate)
        {
            _values[stream] = values;
            Signal();
        }
    }

    /// <summary>Live thread: values of other streams are not wanted any more.</summary>
    public void ResetValues()
    {
        lock (_gate)
            _values.Clear();
    }

    /// <summary>Live thread: there are new events.</summary>
    public void Wake()
    {
        lock (_gate)
            Signal();
    }

    /// <summary>Any thread: the connection ends, with the first reason that is given.</summary>
    public void CloseWith(WebSocketCloseStatus status, string reason)
    {
        lock (_gate)
        {
            _close ??= (status, reason);
            Signal();
        }

        _closing.TrySetResult();
    }

    /// <summary>Sending task: waits until there is something to send.</summary>
    public async Task Wait(CancellationToken stop)
    {
        await _signal.WaitAsync(stop);
        lock (_gate)
            _signalled = false;
    }

    /// <summary>
    /// Sending task: takes what is sent next; false when nothing waits, or the connection ends. A batch is given back
    /// by <see cref="BatchSent"/>.
    /// </summary>
    public bool TryTake([NotNullWhen(true)] out byte[]? text, out bool isBatch)
    {
        isBatch = false;
        lock (_gate)
        {
            text = null;
            if (_close is not null)
                return false;
            if (_batchBehind >= 0 && _batchBehind <= _taken)
            {
                (_batchBehind, isBatch, text) = (-1, true, []);
                return true;
            }

            text = TakeUrgent();
        }

        text ??= TakeEvents() ?? TakeOther();
        return text is not null;
    }

    /// <summary>Sending task: the batch is pending.</summary>
    public void BatchSent()
    {
        lock (_gate)
            _batchInUse = false;
    }

    /// <inheritdoc/>
    public void Dispose() => _signal.Dispose();

    // Under the lock: what no browser may miss first.
    private byte[]? TakeUrgent()
    {
        if (_replies.TryDequeue(out byte[]? reply))
        {
            _taken++;
            return reply;
        }

        return TakeOnce(ref _catalogue) ?? TakeOnce(ref _alarms);
    }

    private byte[]? TakeOther()
    {
        lock (_gate)
            return TakeOnce(ref _health) ?? TakeValues();
    }

    private static byte[]? TakeOnce(ref byte[]? message)
    {
        byte[]? taken = message;
        message = null;
        return taken;
    }

    private byte[]? TakeEvents()
    {
        if (events.Last == _eventsAfter)
            return null;
        DashboardEvents read = events.ReadAfter(_eventsAfter, MaxEvents);
        _eventsAfter += read.Missed + read.All.Length;
        return write(read);
    }

    private byte[]? TakeValues()
    {
        foreach ((string stream, byte[] message) in _values)
        {
            _values.Remove(stream);
            return message;
        }

        return null;
    }

    private void Signal()
    {
        if (_signalled)
            return;
        _signalled = true;
        _signal.Release();
    }
}
