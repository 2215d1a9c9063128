using FuncLibs.Runtime.Timing;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.Notifications;

/// <summary>
/// Takes notifications and brings them to the targets. <see cref="Offer"/> may be called by any thread beside the path
/// of blocks: it copies into bounded queues and waits for nothing.
/// </summary>
internal sealed class Notifier : BackgroundService
{
    private static readonly TimeSpan SaveInterval = TimeSpan.FromMilliseconds(200);

    private readonly TargetSender[] _senders;
    private readonly NotificationStore _store;
    private readonly TimeProvider _time;
    private readonly ILogger<Notifier> _logger;
    private readonly string _monitor;
    private long _saved;
    private string? _storeFault;

    /// <param name="routes">The targets.</param>
    /// <param name="options">Times and sizes.</param>
    /// <param name="store">Keeps what was not sent.</param>
    /// <param name="monitor">Name of this monitor.</param>
    /// <param name="time">Clock.</param>
    /// <param name="logger">Told of failures.</param>
    /// <param name="delay">Time to the next attempt after failures in a row; null = <see cref="RetryDelay"/>.</param>
    public Notifier(
        IEnumerable<NotificationRoute> routes,
        NotificationOptions options,
        NotificationStore store,
        string monitor,
        TimeProvider time,
        ILogger<Notifier> logger,
        Func<int, TimeSpan>? delay = null)
    {
        (Options, _store, _monitor, _time, _logger) = (options, store, monitor, time, logger);
        _senders = [.. routes.Select(route => new TargetSender(route, options, time, logger, delay))];
        Restore();
    }

    /// <summary>What is told.</summary>
    public NotificationOptions Options { get; }

    /// <summary>How the targets do, in the order of the configuration; any thread.</summary>
    public IReadOnlyList<TargetStatus> Status => [.. _senders.Select(sender => sender.Status)];

    /// <summary>Why what waits is not kept on the disk; null = it is.</summary>
    public string? StoreFault => Volatile.Read(ref _storeFault);

    /// <summary>Queues a notification for the targets that it goes to.</summary>
    /// <param name="kind">What it is of.</param>
    /// <param name="severity">How much it matters.</param>
    /// <param name="stream">Name of the stream; empty for none.</param>
    /// <param name="title">A few words.</param>
    /// <param name="text">What happened, in one line.</param>
    /// <param name="utcNs">When, UTC ns; null = now.</param>
    public void Offer(
        NotificationKind kind,
        NotificationSeverity severity,
        string stream,
        string title,
        string text,
        long? utcNs = null)
    {
        Notification message = Create(kind, severity, stream, title, text, utcNs ?? _time.NowNs());
        foreach (TargetSender sender in _senders)
            sender.Offer(message);
    }

    /// <summary>Sends a message to one target at once.</summary>
    /// <param name="target">Its name.</param>
    /// <param name="by">Who asks for it.</param>
    /// <param name="stop">Ends the attempt.</param>
    /// <returns>Whether there is such a target, and why it did not take the message; null when it did.</returns>
    public async Task<(bool IsKnown, string? Fault)> Try(string target, string by, CancellationToken stop) =>
        Array.Find(_senders, sender => sender.Name == target) is { } found
            ? (true, await found.Try(Trial(_monitor, by, _time), stop))
            : (false, null);

    /// <summary>The message of a trial.</summary>
    /// <param name="monitor">Name of the monitor.</param>
    /// <param name="by">Who asks for it.</param>
    /// <param name="time">Clock.</param>
    public static Notification Trial(string monitor, string by, TimeProvider time) => new(
        Guid.NewGuid(),
        time.NowNs(),
        NotificationKind.Trial,
        NotificationSeverity.Info,
        monitor,
        "",
        "test message",
        $"{by} tests whether messages of this monitor arrive; nothing has to be done");

    /// <inheritdoc/>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        Save();
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        foreach (TargetSender sender in _senders)
            sender.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => Task.WhenAll(
        [
            SaveChanges(stoppingToken),
            .. _senders.Select(sender => Task.Run(() => sender.Run(stoppingToken), stoppingToken)),
        ]);

    private async Task SaveChanges(CancellationToken stop)
    {
        using PeriodicTimer timer = new(SaveInterval, _time);
        while (await timer.WaitForNextTickAsync(stop))
        {
            if (_senders.Sum(sender => sender.Queue.Version) != _saved)
                Save();
        }
    }

    // What changed between two looks is saved by the next one.
    private void Save()
    {
        (string Name, (Notification[] Held, long Version) Queue)[] all =
            [.. _senders.Select(sender => (sender.Name, sender.Queue.Read()))];
        string? fault = _store.Write(all.ToDictionary(one => one.Name, one => one.Queue.Held));
        if (fault is not null && _storeFault is null)
            MonitorLog.NotificationsNotKept(_logger, NotificationStore.FileName, fault);
        Volatile.Write(ref _storeFault, fault);
        _saved = all.Sum(one => one.Queue.Version);
    }

    // Messages of a target that was removed from the configuration have nowhere to go.
    private void Restore()
    {
        IReadOnlyDictionary<string, Notification[]> unsent = _store.Read(out string? fault);
        if (fault is not null)
            MonitorLog.NotificationsLost(_logger, NotificationStore.FileName, fault);
        foreach (TargetSender sender in _senders)
        {
            foreach (Notification message in unsent.GetValueOrDefault(sender.Name, []))
                sender.Queue.Add(message);
        }
    }

    private Notification Create(
        NotificationKind kind, NotificationSeverity severity, string stream, string title, string text, long utcNs) =>
        new(Guid.NewGuid(), utcNs, kind, severity, _monitor, stream, title, text);
}
