using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.Notifications;

/// <summary>
/// The messages of one target, and the loop that sends them: the oldest first, each until the target has taken it or it
/// is too old. A target that hangs costs one attempt its time limit, and nobody else anything.
/// </summary>
internal sealed class TargetSender : IDisposable
{
    private const int MostInSummary = 1000;
    private const double SecondsPerHour = 3600;
    private static readonly TimeSpan BetweenLines = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan PauseCheckInterval = TimeSpan.FromSeconds(1);

    private readonly NotificationRoute _route;
    private readonly NotificationOptions _options;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly Func<int, TimeSpan> _delay;
    private readonly RateLimit _rate;
    private readonly SemaphoreSlim _one = new(1);
    private SenderState _state = new(null, 0, 0, "", 0);
    private TargetSettings _settings;
    private long _suppressed;
    private long _toldSuppressed;
    private int _inARow;
    private long _loggedAt;
    private long _reportedDrops;

    /// <param name="route">The target, and what goes to it.</param>
    /// <param name="options">Times and sizes.</param>
    /// <param name="time">Clock.</param>
    /// <param name="logger">Told of failures, at a limited rate.</param>
    /// <param name="settings">What was changed of the target before.</param>
    /// <param name="delay">Time to the next attempt after failures in a row; null = <see cref="RetryDelay"/>.</param>
    public TargetSender(
        NotificationRoute route,
        NotificationOptions options,
        TimeProvider time,
        ILogger logger,
        TargetSettings settings,
        Func<int, TimeSpan>? delay = null)
    {
        (_route, _options, _time, _logger, _settings) = (route, options, time, logger, settings);
        _delay = delay ?? RetryDelay.WithJitter;
        _rate = new RateLimit(time);
        Queue = new TargetQueue(options.QueueMessages);
    }

    /// <summary>What waits.</summary>
    public TargetQueue Queue { get; }

    /// <summary>Name of the target.</summary>
    public string Name => _route.Target.Name;

    /// <summary>What is changed of the target; any thread.</summary>
    public TargetSettings Settings
    {
        get => Volatile.Read(ref _settings);
        set => Volatile.Write(ref _settings, value);
    }

    /// <summary>How it goes; any thread.</summary>
    public TargetStatus Status
    {
        get
        {
            SenderState state = Volatile.Read(ref _state);
            TargetSettings settings = Settings;
            return new TargetStatus(
                Name,
                _route.Target.Description,
                Queue.Counts,
                state.Messages,
                state.Failures,
                state.Fault,
                state.LastSentNs,
                state.LastTitle)
            {
                Suppressed = Interlocked.Read(ref _suppressed),
                Route = _route,
                PerMinute = settings.PerMinute ?? _options.PerMinute,
                Settings = settings.IsPaused(_time.NowNs()) ? settings : settings with { PausedUntilNs = 0 },
            };
        }
    }

    /// <summary>Queues a message, if it goes to this target; one that comes in a pause is only counted.</summary>
    public void Offer(Notification message)
    {
        TargetSettings settings = Settings;
        if (!_route.Accepts(message, settings))
            return;
        if (settings.IsPaused(_time.NowNs()))
            Interlocked.Increment(ref _suppressed);
        else
            Queue.Add(message);
    }

    /// <summary>After a pause: how many messages were not sent in it, null = none, or it is not over.</summary>
    public long? TakeSuppressed()
    {
        long suppressed = Interlocked.Read(ref _suppressed);
        if (suppressed == _toldSuppressed || Settings.IsPaused(_time.NowNs()))
            return null;
        long untold = suppressed - _toldSuppressed;
        _toldSuppressed = suppressed;
        return untold;
    }

    /// <summary>Sends until the token is cancelled.</summary>
    public async Task Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            await Queue.Wait(stop);
            if (Settings.IsPaused(_time.NowNs()))
            {
                // What waits was to be sent, and waits on. A pause may be ended early.
                await Task.Delay(PauseCheckInterval, _time, stop);
                continue;
            }

            TimeSpan wait = _rate.Wait(Settings.PerMinute ?? _options.PerMinute);
            bool isLimited = wait > TimeSpan.Zero;
            if (isLimited)
                await Task.Delay(wait, _time, stop);
            DropOld();
            Notification[] taken = Queue.Take(isLimited ? MostInSummary : 1);
            if (taken.Length == 0)
                continue;
            Notification message = taken.Length == 1 ? taken[0] : NotificationSummary.Of(taken);
            if (await Attempt(message, stop) is { } fault)
                await Fail(fault, stop);
            else
                Succeed(message);
        }
    }

    /// <summary>Sends one message at once, beside those that wait.</summary>
    /// <returns>Why it was not taken; null when it was.</returns>
    public Task<string?> Try(Notification message, CancellationToken stop) => Attempt(message, stop);

    /// <inheritdoc/>
    public void Dispose()
    {
        Queue.Dispose();
        _one.Dispose();
    }

    // A library that ignores the token is left behind: the task that hangs is observed by nobody and ends by itself.
    private async Task<string?> Attempt(Notification message, CancellationToken stop)
    {
        TimeSpan limit = TimeSpan.FromSeconds(_options.TimeoutSeconds);
        await _one.WaitAsync(stop);
        try
        {
            using CancellationTokenSource ended = CancellationTokenSource.CreateLinkedTokenSource(stop);
            ended.CancelAfter(limit);
            return await _route.Target.Send(message, ended.Token).WaitAsync(limit, stop);
        }
        catch (Exception e) when (e is OperationCanceledException or TimeoutException && !stop.IsCancellationRequested)
        {
            return $"no answer within {_options.TimeoutSeconds} s";
        }
        catch (Exception e) when (e is not OutOfMemoryException && !stop.IsCancellationRequested)
        {
            // What a library throws beside what its target expects must not end the sending.
            return OneLine.Format($"{e.GetType().Name}: {e.Message}");
        }
        finally
        {
            _one.Release();
        }
    }

    private void DropOld()
    {
        long oldest = _time.NowNs() - (long)(_options.KeepHours * SecondsPerHour * UtcClock.NanosecondsPerSecond);
        Queue.DropBefore(oldest);
        long dropped = Queue.Counts.Dropped;
        if (dropped > _reportedDrops)
            MonitorLog.NotificationsDropped(_logger, Name, dropped);
        _reportedDrops = dropped;
    }

    private async Task Fail(string fault, CancellationToken stop)
    {
        Queue.Return();
        _inARow++;
        string line = OneLine.Format(fault);
        SenderState state = _state;
        Volatile.Write(ref _state, state with { Fault = line, Failures = state.Failures + 1 });
        if (_inARow == 1 || _time.GetElapsedTime(_loggedAt) >= BetweenLines)
        {
            _loggedAt = _time.GetTimestamp();
            MonitorLog.NotificationFails(_logger, $"{Name} ({_route.Target.Description})", line, Queue.Counts.Held);
        }

        await Task.Delay(_delay(_inARow), _time, stop);
    }

    private void Succeed(Notification message)
    {
        Queue.Complete();
        _rate.Note();
        if (_inARow > 0)
            MonitorLog.NotificationsSentAgain(_logger, Name, _inARow);
        _inARow = 0;
        SenderState state = _state;
        Volatile.Write(
            ref _state,
            state with
            {
                Fault = null,
                Messages = state.Messages + 1,
                LastSentNs = _time.NowNs(),
                LastTitle = message.Title,
            });
    }

    private sealed record SenderState(string? Fault, long Messages, long Failures, string LastTitle, long LastSentNs);
}

/// <summary>How a target does.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Description">What and where it is.</param>
/// <param name="Counts">Notifications, by what became of them.</param>
/// <param name="Messages">Messages that it took; a summary is one.</param>
/// <param name="Failures">Attempts that failed.</param>
/// <param name="Fault">Why the last attempt failed; null = it did not.</param>
/// <param name="LastSentNs">When it took the last message, UTC ns; 0 never.</param>
/// <param name="LastTitle">Title of that message.</param>
internal sealed record TargetStatus(
    string Name,
    string Description,
    QueueCounts Counts,
    long Messages,
    long Failures,
    string? Fault,
    long LastSentNs,
    string LastTitle)
{
    /// <summary>Notifications that came in a pause; they were not queued.</summary>
    public long Suppressed { get; init; }

    /// <summary>What is configured to go to it.</summary>
    public required NotificationRoute Route { get; init; }

    /// <summary>Messages in a minute at most.</summary>
    public int PerMinute { get; init; }

    /// <summary>What an admin changed of it.</summary>
    public required TargetSettings Settings { get; init; }
}
