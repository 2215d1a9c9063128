using System.Globalization;
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
    private readonly TargetSettingsStore _settings;
    private readonly Lock _changes = new();
    private readonly TimeProvider _time;
    private readonly ILogger<Notifier> _logger;
    private readonly string _monitor;
    private long _saved;
    private string? _storeFault;
    private string? _settingsFault;

    /// <param name="routes">The targets.</param>
    /// <param name="options">Times and sizes.</param>
    /// <param name="store">Keeps what was not sent.</param>
    /// <param name="settings">Keeps what is changed of targets.</param>
    /// <param name="monitor">Name of this monitor.</param>
    /// <param name="time">Clock.</param>
    /// <param name="logger">Told of failures.</param>
    /// <param name="delay">Time to the next attempt after failures in a row; null = <see cref="RetryDelay"/>.</param>
    public Notifier(
        IEnumerable<NotificationRoute> routes,
        NotificationOptions options,
        NotificationStore store,
        TargetSettingsStore settings,
        string monitor,
        TimeProvider time,
        ILogger<Notifier> logger,
        Func<int, TimeSpan>? delay = null)
    {
        (Options, _store, _settings, _monitor, _time, _logger) = (options, store, settings, monitor, time, logger);
        IReadOnlyDictionary<string, TargetSettings> changed = settings.Read(out _settingsFault);
        if (_settingsFault is { } fault)
            MonitorLog.NotificationSettingsLost(logger, TargetSettingsStore.FileName, fault);
        _senders =
        [
            .. routes.Select(route => new TargetSender(
                route,
                options,
                time,
                logger,
                changed.GetValueOrDefault(route.Target.Name, TargetSettings.Configured),
                delay)),
        ];
        Restore();
    }

    /// <summary>What is told.</summary>
    public NotificationOptions Options { get; }

    /// <summary>How the targets do, in the order of the configuration; any thread.</summary>
    public IReadOnlyList<TargetStatus> Status => [.. _senders.Select(sender => sender.Status)];

    /// <summary>Why what waits is not kept on the disk; null = it is.</summary>
    public string? StoreFault => Volatile.Read(ref _storeFault);

    /// <summary>
    /// Why what was changed of targets before the restart is not in force; null = it is. A change ends it.
    /// </summary>
    public string? SettingsFault => Volatile.Read(ref _settingsFault);

    /// <summary>How a target does; null = there is none of this name.</summary>
    public TargetStatus? Find(string target) => Array.Find(_senders, sender => sender.Name == target)?.Status;

    /// <summary>Changes what goes to a target, once it is on the disk.</summary>
    /// <param name="target">Name of a target that there is.</param>
    /// <param name="settings">What is changed, without a fault; a pause that is over is none.</param>
    /// <returns>Why nothing was changed, in one line; null when it was.</returns>
    public string? Change(string target, TargetSettings settings)
    {
        lock (_changes)
        {
            TargetSender found = Array.Find(_senders, sender => sender.Name == target)
                ?? throw new ArgumentException($"there is no target {target}", nameof(target));
            Dictionary<string, TargetSettings> all =
                _senders.ToDictionary(sender => sender.Name, sender => sender.Settings);
            all[target] = settings;
            if (_settings.Write(all) is { } fault)
                return fault;
            found.Settings = settings;
            Volatile.Write(ref _settingsFault, null);
        }

        MonitorLog.NotificationsChanged(_logger, target, settings.By);
        return null;
    }

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
            TellSuppressed();
            if (_senders.Sum(sender => sender.Queue.Version) != _saved)
                Save();
        }
    }

    // A pause that hid something says so once it is over, whatever goes to the target otherwise.
    private void TellSuppressed()
    {
        foreach (TargetSender sender in _senders)
        {
            if (sender.TakeSuppressed() is not { } count)
                continue;
            MonitorLog.NotificationsWerePaused(_logger, count, sender.Name);
            string text = string.Create(
                CultureInfo.InvariantCulture,
                $"{count} notifications were not sent while {sender.Name} was paused by {sender.Settings.By}");
            sender.Queue.Add(Create(
                NotificationKind.Trouble, NotificationSeverity.Info, "", "a pause is over", text, _time.NowNs()));
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
