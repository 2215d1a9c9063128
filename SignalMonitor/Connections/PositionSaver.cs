using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;
using SignalMonitor.Saving;
using SignalMonitor.Streams;

namespace SignalMonitor.Connections;

/// <summary>
/// Saves the position once a second, at once when a stream is new, and once more when every thread has stopped. A
/// killed monitor computes again what it computed since: little more than the blocks of a second, or of the time that a
/// large memory takes at 16 MiB a second.
/// </summary>
internal sealed class PositionSaver : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(50);

    // A memory of many megabytes is not copied and written each second.
    private const long BytesPerSecond = 16 << 20;

    private readonly MonitorConnections _connections;
    private readonly SavedParts _parts;
    private readonly MonitorPositionFile _file;
    private readonly PositionStatus _status;
    private readonly TimeProvider _time;
    private readonly ILogger<PositionSaver> _logger;
    private int _savedStreams;

    public PositionSaver(
        MonitorConnections connections,
        SavedParts parts,
        MonitorPositionFile file,
        PositionStatus status,
        TimeProvider time,
        ILogger<PositionSaver> logger)
    {
        (_connections, _parts, _file, _status) = (connections, parts, file, status);
        (_time, _logger) = (time, logger);
    }

    /// <inheritdoc/>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);

        // A thread that did not end, or had to drop what it had delivered, leaves the last mark in force; so does a
        // recording that lacks some of it.
        foreach (MonitorConnection connection in _connections.All)
        {
            if (connection.HasEndedWhole
                && connection.Mark.TakeLast(connection.Receive.Streams.All, connection.Endpoint) is { } moment)
                _parts.Put(connection.Endpoint, moment);
        }

        Save();
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (_status.Damage is { } damage)
            MonitorLog.PositionDamaged(_logger, damage);
        else if (_status.Resumed > 0)
            MonitorLog.PositionResumed(_logger, _status.Resumed, _file.Path);
        using PeriodicTimer timer = new(PollInterval, _time);
        for (long requestedAt = _time.GetTimestamp(); await timer.WaitForNextTickAsync(stoppingToken);)
        {
            if (TakeMarks())
                Save();
            if (_time.GetElapsedTime(requestedAt) < Pause
                && _savedStreams >= _connections.Streams.Count(stream => stream.Position is not null))
                continue;
            requestedAt = _time.GetTimestamp();
            foreach (MonitorConnection connection in _connections.All)
                connection.Mark.Request();
        }
    }

    private TimeSpan Pause => Interval * Math.Max(1, (double)_parts.Variables.Bytes / BytesPerSecond);

    private bool TakeMarks()
    {
        bool any = false;
        foreach (MonitorConnection connection in _connections.All)
        {
            if (connection.Mark.TryTake(connection.Endpoint) is not { } moment)
                continue;
            _parts.Put(connection.Endpoint, moment);
            any |= moment.Streams.Length > 0;
        }

        _savedStreams = any ? _parts.Account.MarkedCount : _savedStreams;
        return any;
    }

    private void Save()
    {
        if (_status.NoteNotSaved(_parts.Variables.NotSaved))
            MonitorLog.VariablesNotSaved(_logger, string.Join("; ", _status.NotSaved));
        string? fault = _file.Save();
        if (!_status.Note(fault))
            return;
        if (fault is null)
            MonitorLog.PositionSavedAgain(_logger);
        else
            MonitorLog.PositionNotSaved(_logger, fault);
    }
}
