namespace SignalMonitor.Notifications;

/// <summary>
/// Messages that wait for one target. Bounded; when it is full the oldest that is not being sent is dropped, because
/// the newest says most of how things are. The arithmetic closes: queued = sent + dropped + held. Any thread; nobody
/// waits longer than for a few copies.
/// </summary>
/// <param name="capacity">Messages it holds at most, 1 or more.</param>
internal sealed class TargetQueue(int capacity) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly List<Notification> _held = [];
    private readonly SemaphoreSlim _some = new(0, 1);
    private int _inFlight;
    private long _queued;
    private long _sent;
    private long _dropped;
    private long _version;

    /// <summary>The counts at one moment.</summary>
    public QueueCounts Counts
    {
        get
        {
            lock (_gate)
                return new QueueCounts(_queued, _sent, _dropped, _held.Count);
        }
    }

    /// <summary>What waits, the oldest first, and a number that changes with it.</summary>
    public (Notification[] Held, long Version) Read()
    {
        lock (_gate)
            return ([.. _held], _version);
    }

    /// <summary>Changes with what waits.</summary>
    public long Version => Volatile.Read(ref _version);

    /// <summary>Adds a message.</summary>
    public void Add(Notification message)
    {
        lock (_gate)
        {
            _queued++;
            if (_held.Count >= capacity)
            {
                _dropped++;
                if (_inFlight >= _held.Count)
                    return;
                _held.RemoveAt(_inFlight);
            }

            _held.Add(message);
            Changed();
        }

        Wake();
    }

    /// <summary>Sender: waits until a message waits.</summary>
    public async Task Wait(CancellationToken stop)
    {
        while (Counts.Held == 0)
            await _some.WaitAsync(stop);
    }

    /// <summary>
    /// Sender: the oldest messages; they are held until <see cref="Complete"/> or <see cref="Return"/>.
    /// </summary>
    /// <param name="max">How many at most.</param>
    public Notification[] Take(int max)
    {
        lock (_gate)
        {
            _inFlight = Math.Min(max, _held.Count);
            return [.. _held.Take(_inFlight)];
        }
    }

    /// <summary>Sender: the messages that were taken are sent.</summary>
    public void Complete()
    {
        lock (_gate)
        {
            _held.RemoveRange(0, _inFlight);
            _sent += _inFlight;
            _inFlight = 0;
            Changed();
        }
    }

    /// <summary>Sender: the messages that were taken are not sent, and wait on.</summary>
    public void Return()
    {
        lock (_gate)
            _inFlight = 0;
    }

    /// <summary>Sender: drops what is older.</summary>
    /// <param name="utcNs">Messages from before, UTC ns.</param>
    /// <returns>How many were dropped.</returns>
    public int DropBefore(long utcNs)
    {
        lock (_gate)
        {
            int dropped = _held.RemoveAll(message => message.UtcNs < utcNs);
            _dropped += dropped;
            if (dropped > 0)
                Changed();
            return dropped;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _some.Dispose();

    private void Changed() => Volatile.Write(ref _version, _version + 1);

    private void Wake()
    {
        lock (_gate)
        {
            if (_some.CurrentCount == 0)
                _some.Release();
        }
    }
}

/// <summary>Counts of a queue at one moment: <paramref name="Queued"/> is the sum of the others.</summary>
/// <param name="Queued">Messages that were added.</param>
/// <param name="Sent">Messages that the target took.</param>
/// <param name="Dropped">Messages that are lost: the queue was full, or they were too old.</param>
/// <param name="Held">Messages that wait.</param>
internal readonly record struct QueueCounts(long Queued, long Sent, long Dropped, int Held);
