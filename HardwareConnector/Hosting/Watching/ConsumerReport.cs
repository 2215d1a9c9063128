using System.Globalization;
using HardwareConnector.Consumers;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Hosting.Watching;

/// <summary>
/// Names in the log the consumers that do not keep up: a line a change, of one consumer at most once a minute, so that one that comes and
/// goes fills no disk. Looked for once a second, off the control thread.
/// </summary>
internal sealed class ConsumerReport : BackgroundService
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);

    private readonly ConsumerRegistry _book;
    private readonly TimeProvider _time;
    private readonly ILogger<ConsumerReport> _logger;
    private Dictionary<string, Said> _said = [];

    public ConsumerReport(ConsumerRegistry book, TimeProvider time, ILogger<ConsumerReport> logger) =>
        (_book, _time, _logger) = (book, time, logger);

    /// <summary>Looks once.</summary>
    internal void Update()
    {
        Dictionary<string, Said> said = [];
        foreach (ConsumerView consumer in _book.All)
            said[consumer.Name] = Update(consumer, _said.GetValueOrDefault(consumer.Name));
        _said = said;
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using PeriodicTimer timer = new(Interval, _time);
        while (await timer.WaitForNextTickAsync(stoppingToken))
            Update();
    }

    // A consumer that follows from the start is no news; one that never tells how it is cannot be judged.
    private Said Update(ConsumerView consumer, Said said)
    {
        ConsumerState state = consumer.State == ConsumerState.Unreported ? ConsumerState.Keeping : consumer.State;
        ConsumerState before = said.At is null ? ConsumerState.Keeping : said.State;
        if (state == before || (said.At is { } at && _time.GetElapsedTime(at) < Pause))
            return said;
        Log(consumer, state);
        return new Said(state, _time.GetTimestamp());
    }

    private void Log(ConsumerView consumer, ConsumerState state)
    {
        string places = string.Join("; ", consumer.Streams.Select(TextOf));
        if (state == ConsumerState.Slow)
            WatchLog.ConsumerSlow(_logger, consumer.Name, places);
        else if (state == ConsumerState.Gone)
            WatchLog.ConsumerGone(_logger, consumer.Name, consumer.SilentFor.TotalSeconds, places);
        else
            WatchLog.ConsumerKeeping(_logger, consumer.Name, places);
    }

    private static string TextOf(ConsumerPosition place) => string.Create(
        CultureInfo.InvariantCulture, $"stream {place.Name} at {place.Delivered}, {place.Lag} blocks behind, {place.Dropped} lost to it");

    private readonly record struct Said(ConsumerState State, long? At);
}
