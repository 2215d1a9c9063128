using System.Collections.Concurrent;
using FuncLibs.Runtime.Platform;
using FuncLibs.Runtime.Timing;

namespace FuncLibs.Messaging.Transport.Direct;

/// <summary>
/// The one thread of a transport that does what no thread of the program waits for: accepts, connects, shakes hands,
/// reads subscriptions and requests, sends what waits for slow peers, and ends connections. It alone closes sockets, so
/// no descriptor that it polls is another connection's.
/// </summary>
internal sealed class IoThread : IDisposable
{
    private const int IdleMs = 1000;

    private readonly ConcurrentQueue<Action> _posted = new();
    private readonly List<IPolled> _polled = [];
    private readonly TimeProvider _time;
    private readonly Thread _thread;
    private PollItem[] _items = new PollItem[16];
    private long _lingerUntil;
    private volatile bool _isEnding;

    /// <summary>Starts the thread.</summary>
    public IoThread(TimeProvider time)
    {
        _time = time;
        _thread = new Thread(Run) { Name = "direct i/o", IsBackground = true };
        _thread.Start();
    }

    /// <summary>Wakes it to look at every connection once more. Any thread.</summary>
    public WakeSignal Wake { get; } = new();

    /// <summary>True once the thread has ended. Any thread.</summary>
    public bool HasEnded => !_thread.IsAlive;

    /// <summary>Memory for one receive; this thread's only.</summary>
    public byte[] Scratch { get; } = new byte[64 << 10];

    /// <summary>Lets this thread do something. Any thread; lost after the end.</summary>
    public void Post(Action action)
    {
        _posted.Enqueue(action);
        Wake.Set();
    }

    /// <summary>This thread: polls a connection from now on.</summary>
    public void Add(IPolled polled) => _polled.Add(polled);

    /// <summary>Ends the thread, once the closed sockets have sent what waits, or the time for that is over.</summary>
    /// <param name="linger">The time.</param>
    public void End(TimeSpan linger)
    {
        _lingerUntil = _time.GetTimestampAfter(linger);
        _isEnding = true;
        Wake.Set();
        _thread.Join();
    }

    /// <inheritdoc/>
    public void Dispose() => Wake.Dispose();

    private void Run()
    {
        while (true)
        {
            while (_posted.TryDequeue(out Action? action))
                action();
            int wait = Collect(out bool hasWork);
            if (_isEnding && (!hasWork || _time.GetTimestamp() >= _lingerUntil))
                break;

            // The time before the wait: what had come by a deadline is read before the deadline is checked, however
            // late this thread is.
            long now = _time.GetTimestamp();
            SocketPoll.Wait(_items.AsSpan(0, _polled.Count + 1), wait);
            if (_items[0].Found != PollEvents.None)
                Wake.Clear();
            Serve();
            CheckDeadlines(now);
        }

        foreach (IPolled polled in _polled)
            polled.Close();
        _polled.Clear();
    }

    // Removes what ended, and gives the time up to the next deadline in ms.
    private int Collect(out bool hasWork)
    {
        hasWork = false;
        long now = _time.GetTimestamp();
        long next = long.MaxValue;
        if (_items.Length <= _polled.Count)
            Array.Resize(ref _items, 2 * (_polled.Count + 1));
        _items[0] = new PollItem(Wake.Descriptor, PollEvents.Readable);
        for (int i = _polled.Count - 1; i >= 0; i--)
        {
            if (_polled[i].IsOver)
                _polled.RemoveAt(i);
        }

        for (int i = 0; i < _polled.Count; i++)
        {
            IPolled polled = _polled[i];
            hasWork |= polled.MustFinish;
            next = Math.Min(next, polled.DueAt);
            PollEvents events = polled.Events;
            _items[i + 1] = new PollItem(events == PollEvents.None ? -1 : polled.Descriptor, events);
        }

        if (_isEnding)
            next = Math.Min(next, _lingerUntil);
        if (!_posted.IsEmpty)
            return 0;
        double milliseconds = next == long.MaxValue
            ? IdleMs
            : Math.Ceiling(1e3 * (next - now) / _time.TimestampFrequency);
        return (int)Math.Clamp(milliseconds, 0, IdleMs);
    }

    // Connections that are accepted meanwhile are behind those of the wait.
    private void Serve()
    {
        int count = Math.Min(_polled.Count, _items.Length - 1);
        for (int i = 0; i < count; i++)
        {
            PollEvents found = _items[i + 1].Found;
            if (found != PollEvents.None)
                _polled[i].Ready(found);
            _items[i + 1] = default;
        }
    }

    private void CheckDeadlines(long now)
    {
        for (int i = 0; i < _polled.Count; i++)
        {
            if (!_polled[i].IsOver && _polled[i].DueAt <= now)
                _polled[i].Due(now);
        }
    }
}

/// <summary>What <see cref="IoThread"/> polls. All members are called by that thread.</summary>
internal interface IPolled
{
    /// <summary>Its descriptor; not asked for while there are no events.</summary>
    int Descriptor { get; }

    /// <summary>What to wait for; None for nothing now.</summary>
    PollEvents Events { get; }

    /// <summary>When <see cref="Due"/> is to be called, as a timestamp; the highest number for never.</summary>
    long DueAt { get; }

    /// <summary>True once it is closed.</summary>
    bool IsOver { get; }

    /// <summary>True while the transport should not end: it still sends.</summary>
    bool MustFinish { get; }

    /// <summary>An event was found.</summary>
    void Ready(PollEvents found);

    /// <summary>The time of <see cref="DueAt"/> came.</summary>
    void Due(long now);

    /// <summary>Closes it at once.</summary>
    void Close();
}
