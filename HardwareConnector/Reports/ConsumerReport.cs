using System.Globalization;
using FuncLibs.Hosting.Threads;
using HardwareConnector.Consumers;
using HardwareConnector.Logging;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Reports;

/// <summary>
/// Logs the consumers that do not keep up: a line for each change, at most once a minute per consumer, so that an
/// unstable one does not fill the disk.
/// </summary>
internal sealed class ConsumerReport(ConsumerRegistry consumers, TimeProvider time, ILogger<ConsumerReport> logger)
    : PeriodicReport(time, EverySecond)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(1);
    private readonly TimeProvider _time = time;
    private Dictionary<string, Reported> _reported = [];

    public override void Update()
    {
        Dictionary<string, Reported> reported = [];
        foreach (ConsumerView consumer in consumers.All)
            reported[consumer.Name] = Update(consumer, _reported.GetValueOrDefault(consumer.Name));
        _reported = reported;
    }

    // A consumer that keeps up from the start is not reported; the state of one without a status is unknown.
    private Reported Update(ConsumerView consumer, Reported last)
    {
        ConsumerState state = consumer.State == ConsumerState.Unreported ? ConsumerState.Keeping : consumer.State;
        ConsumerState before = last.At is null ? ConsumerState.Keeping : last.State;
        if (state == before || (last.At is { } at && _time.GetElapsedTime(at) < Pause))
            return last;
        Log(consumer, state);
        return new Reported(state, _time.GetTimestamp());
    }

    private void Log(ConsumerView consumer, ConsumerState state)
    {
        string positions = string.Join("; ", consumer.Streams.Select(TextOf));
        if (state == ConsumerState.Slow)
            ConnectorLog.ConsumerSlow(logger, consumer.Name, positions);
        else if (state == ConsumerState.Gone)
            ConnectorLog.ConsumerGone(logger, consumer.Name, consumer.SilentFor.TotalSeconds, positions);
        else
            ConnectorLog.ConsumerKeeping(logger, consumer.Name, positions);
    }

    private static string TextOf(ConsumerPosition position) => string.Create(
        CultureInfo.InvariantCulture,
        $"stream {position.Name} at {position.Delivered}, {position.Lag} blocks behind, {position.Dropped} lost to it");

    private readonly record struct Reported(ConsumerState State, long? At);
}
