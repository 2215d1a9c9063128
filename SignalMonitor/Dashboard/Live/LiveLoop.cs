using System.Collections.Concurrent;
using FuncLibs.Runtime.Timing;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Events;

namespace SignalMonitor.Dashboard.Live;

/// <summary>
/// The live thread: 30 times a second it takes what came through the taps, folds it once for all browsers, and writes
/// for each browser that has credit a batch of what is new to it. Serves browsers' messages in between. While there is
/// no browser it sleeps, and no stream has a tap.
/// </summary>
/// <param name="connections">The streams.</param>
/// <param name="state">The state that all browsers see.</param>
/// <param name="catalogue">What there is.</param>
/// <param name="events">What happened.</param>
/// <param name="time">Clock.</param>
/// <param name="browsers">Browsers that there may be at one time.</param>
/// <param name="memory">Bytes that buckets, pairs and slots may take.</param>
internal sealed class LiveLoop(
    MonitorConnections connections,
    LiveState state,
    CatalogueView catalogue,
    EventLog events,
    TimeProvider time,
    int browsers = LiveLimits.Browsers,
    long memory = LiveLimits.MemoryBytes) : IDisposable
{
    private readonly ConcurrentQueue<(LiveSession Session, LiveCommand? Command)> _commands = [];
    private readonly AutoResetEvent _wake = new(false);
    private readonly Guid _run = Guid.NewGuid();

    // Live thread.
    private readonly List<LiveSession> _sessions = [];
    private readonly Dictionary<string, LiveStream> _streams = [];
    private readonly LiveBudget _budget = new(memory);
    private readonly LiveCadence _healthCadence = new(time, TimeSpan.FromSeconds(1));
    private readonly LiveCadence _valuesCadence = new(time, TimeSpan.FromMilliseconds(200));
    private readonly LiveCadence _alarmsCadence = new(time, TimeSpan.FromMilliseconds(100));
    private readonly LiveCadence _catalogueCadence = new(time, TimeSpan.FromMilliseconds(500));
    private readonly LiveCadence _ticks = new(time, LiveLimits.Tick);
    private long _eventsShown;
    private long _revisionShown;

    // Any thread.
    private int _browsers;

    /// <summary>Browsers that are connected. Any thread.</summary>
    public int Browsers => Volatile.Read(ref _browsers);

    /// <summary>Bytes that buckets, pairs and slots take. Live thread.</summary>
    public long Bytes => _budget.Used;

    /// <summary>Browsers that there may be at one time.</summary>
    public int MaxBrowsers => browsers;

    /// <summary>Any thread: a browser; null when there are too many already.</summary>
    public LiveSession? TryJoin()
    {
        if (Interlocked.Increment(ref _browsers) > browsers)
        {
            Interlocked.Decrement(ref _browsers);
            return null;
        }

        LiveSession session = new(new LiveOutbox(events, static read => LiveText.Events(read)), time);
        session.Outbox.Reply(LiveText.Hello(_run, time.NowNs()));
        return session;
    }

    /// <summary>Any thread: the connection of a browser is up.</summary>
    public void Enter(LiveSession session) => Post(session, new LiveCommand.Enter());

    /// <summary>Any thread: a message of a browser; <see cref="LiveSession.WaitForRoom"/> comes before.</summary>
    public void Post(LiveSession session, LiveCommand command)
    {
        _commands.Enqueue((session, command));
        _wake.Set();
    }

    /// <summary>Any thread: a browser is gone.</summary>
    public void Leave(LiveSession session)
    {
        Interlocked.Decrement(ref _browsers);
        _commands.Enqueue((session, null));
        _wake.Set();
    }

    /// <summary>Runs until <paramref name="stop"/>.</summary>
    public void Run(CancellationToken stop)
    {
        using CancellationTokenRegistration wake = stop.Register(() => _wake.Set());
        while (!stop.IsCancellationRequested)
        {
            Serve();
            if (_sessions.Count > 0 && _ticks.IsDue())
                Tick();
            _wake.WaitOne(_sessions.Count == 0 ? Timeout.InfiniteTimeSpan : _ticks.Left);
        }
    }

    /// <summary>
    /// Live thread: serves messages of browsers. Subscriptions come into force with the next tick, all of them at once:
    /// each time a tap is rebuilt, its slots are allocated again.
    /// </summary>
    internal void Serve()
    {
        bool any = false;
        // Those that wait now: browsers that continue asking must not keep ticks from coming.
        for (int left = _commands.Count;
             left > 0 && _commands.TryDequeue(out (LiveSession Session, LiveCommand? Command) item);
             left--)
        {
            any = true;
            if (item.Command is null)
                Remove(item.Session);
            else
                Serve(item.Session, item.Command);
        }

        // Without a browser no tick comes.
        if (any && _sessions.Count == 0)
            Follow();
    }

    /// <summary>Live thread: one tick.</summary>
    internal void Tick()
    {
        Follow();
        foreach (LiveStream stream in _streams.Values)
        {
            stream.Drain();
            foreach (LiveSubscription subscription in stream.Subscriptions)
                subscription.Touch(stream.TouchedNs);
        }

        Show();
        long nowNs = time.NowNs();
        foreach (LiveSession session in _sessions)
        {
            session.Check();
            if (session.MaySend)
                session.Write(_streams, nowNs);
        }
    }

    /// <summary>
    /// Live thread, once a tick: streams, their descriptions and what is requested of them, as they are now.
    /// </summary>
    internal void Follow()
    {
        foreach (LiveStream stream in _streams.Values.ToArray())
        {
            if (stream.Follow(connections.Find(stream.Name)?.Stream))
                Resolve(stream);
            if (stream.Subscriptions.Count > 0)
                continue;
            stream.Dispose();
            _streams.Remove(stream.Name);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _wake.Dispose();

    private void Serve(LiveSession session, LiveCommand command)
    {
        switch (command)
        {
            case LiveCommand.Enter:
                Add(session);
                return;
            case LiveCommand.Subscribe { } wanted when LiveLimits.WidthFor(wanted.WidthNs) == 0:
                session.Outbox.Reply(LiveText.Refused(
                    wanted.Id, $"widthNs {wanted.WidthNs} is no width of a bucket; 1 to {LiveLimits.WidestNs} ns are"));
                break;
            case LiveCommand.Subscribe { } wanted:
                Subscribe(session, new BucketSubscription(
                    wanted.Id, wanted.Stream, wanted.Signals, LiveLimits.WidthFor(wanted.WidthNs)));
                break;
            case LiveCommand.Pairs { PerSecond: < 1 or > LiveLimits.MaxPairsPerSecond } wanted:
                session.Outbox.Reply(LiveText.Refused(
                    wanted.Id,
                    $"perSecond {wanted.PerSecond} is no number of pairs; 1 to {LiveLimits.MaxPairsPerSecond} are"));
                break;
            case LiveCommand.Pairs { } wanted:
                Subscribe(
                    session, new PairSubscription(wanted.Id, wanted.Stream, wanted.X, wanted.Y, wanted.PerSecond));
                break;
            case LiveCommand.Unsubscribe { } unwanted:
                Unsubscribe(session, unwanted.Id);
                break;
            case LiveCommand.Watch { } watch:
                session.Watch(watch.Streams);
                _valuesCadence.Hurry();
                break;
            case LiveCommand.Pause:
                session.IsPaused = true;
                break;
            case LiveCommand.Resume:
                session.IsPaused = false;
                break;
        }

        session.Served();
    }

    private void Add(LiveSession session)
    {
        if (_sessions.Count == 0)
        {
            state.ReadHealth();
            state.ReadAlarms();
            _revisionShown = catalogue.Read().Revision;
        }

        // The page may have read an older catalogue since it connected.
        _sessions.Add(session);
        session.Outbox.Show(state.Health, state.Alarms, LiveText.Catalogue(_revisionShown));
    }

    private void Remove(LiveSession session)
    {
        foreach (LiveSubscription subscription in session.Subscriptions.ToArray())
            Unsubscribe(session, subscription.Id);
        _sessions.Remove(session);
        session.Dispose();
    }

    private void Subscribe(LiveSession session, LiveSubscription wanted)
    {
        Unsubscribe(session, wanted.Id);
        string? fault = wanted.Signals == 0 ? "signals is empty; name at least one"
            : session.Subscriptions.Count >= LiveLimits.Subscriptions
                ? $"this browser has {LiveLimits.Subscriptions} subscriptions, which is all it may have; unsubscribe "
                    + $"others"
            : session.Signals + wanted.Signals > LiveLimits.Signals
                ? $"this browser would have {session.Signals + wanted.Signals} signals; {LiveLimits.Signals} are "
                    + $"allowed; unsubscribe others"
            : null;
        if (fault is not null)
        {
            session.Outbox.Reply(LiveText.Refused(wanted.Id, fault));
            return;
        }

        if (!_streams.TryGetValue(wanted.Stream, out LiveStream? stream))
            _streams[wanted.Stream] = stream = new LiveStream(wanted.Stream, _budget);
        session.Subscriptions.Add(wanted);
        stream.Subscriptions.Add(wanted);
        stream.IsChanged = true;
    }

    private void Unsubscribe(LiveSession session, uint id)
    {
        int place = session.Subscriptions.FindIndex(subscription => subscription.Id == id);
        if (place < 0)
            return;
        LiveSubscription unwanted = session.Subscriptions[place];
        session.Subscriptions.RemoveAt(place);
        LiveStream stream = _streams[unwanted.Stream];
        stream.Subscriptions.Remove(unwanted);
        stream.IsChanged = true;
    }

    private void Resolve(LiveStream stream)
    {
        List<LiveSubscription> changed =
            [.. stream.Subscriptions.Where(subscription => subscription.Resolve(stream) || !subscription.IsAnswered)];
        while (stream.Supply() is var (refused, why))
        {
            LiveSession session = SessionOf(refused);
            stream.Subscriptions.Remove(refused);
            session.Subscriptions.Remove(refused);
            changed.Remove(refused);
            session.Outbox.Reply(LiveText.Refused(refused.Id, why));
        }

        foreach (LiveSubscription subscription in changed)
        {
            subscription.IsAnswered = true;
            SessionOf(subscription).Outbox.Reply(LiveText.Subscribed(subscription));
        }
    }

    private LiveSession SessionOf(LiveSubscription subscription) =>
        _sessions.Find(session => session.Subscriptions.Contains(subscription))!;

    // State is read once for all browsers.
    private void Show()
    {
        byte[]? health = null;
        byte[]? alarms = null;
        byte[]? revision = null;
        if (_healthCadence.IsDue())
        {
            state.ReadHealth();
            health = state.Health;
        }

        if (_alarmsCadence.IsDue())
        {
            alarms = state.ReadAlarms() ? state.Alarms : null;
        }

        if (_catalogueCadence.IsDue() && catalogue.Read().Revision is var now && now != _revisionShown)
            revision = LiveText.Catalogue(_revisionShown = now);
        bool hasEvents = events.Last != _eventsShown;
        _eventsShown = events.Last;
        if (health is not null || alarms is not null || revision is not null || hasEvents)
            _sessions.ForEach(session => session.Outbox.Show(health, alarms, revision));
        if (_valuesCadence.IsDue())
            ShowValues();
    }

    private void ShowValues()
    {
        HashSet<string> watched = [.. _sessions.SelectMany(static session => session.Watched)];
        state.Keep(watched);
        foreach (string stream in watched)
        {
            if (state.ReadValues(stream) is not { } values)
                continue;
            foreach (LiveSession session in _sessions.Where(session => session.Watched.Contains(stream)))
                session.ShowValues(stream, values);
        }
    }
}
