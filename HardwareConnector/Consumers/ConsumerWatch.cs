using HardwareConnector.Configuration;

namespace HardwareConnector.Consumers;

/// <summary>Whether the consumers that must be connected are. Any thread.</summary>
/// <param name="options">Which they are.</param>
/// <param name="consumers">Who is connected.</param>
/// <param name="time">Clock.</param>
internal sealed class ConsumerWatch(ConsumerWatchOptions options, ConsumerRegistry consumers, TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();
    private readonly TimeSpan _goneAfter = TimeSpan.FromSeconds(options.GoneSeconds);

    /// <summary>How each is, in the order of the configuration.</summary>
    public IReadOnlyList<WatchedConsumer> Status
    {
        get
        {
            if (options.Consumers.Length == 0)
                return [];
            IReadOnlyList<ConsumerView> all = consumers.All;
            TimeSpan running = time.GetElapsedTime(_start);
            return [.. options.Consumers.Select(name => StatusOf(name, all, running))];
        }
    }

    // One that never came, or whose entry a newer consumer has, is silent since the start of this connector.
    private WatchedConsumer StatusOf(string name, IReadOnlyList<ConsumerView> all, TimeSpan running)
    {
        TimeSpan silent = all.FirstOrDefault(consumer => consumer.Name == name)?.SilentFor ?? running;
        return new WatchedConsumer(name, silent >= _goneAfter, (long)silent.TotalMilliseconds);
    }
}

/// <summary>How a watched consumer is.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Gone">True: it was silent for too long.</param>
/// <param name="SilentMs">Time since its last message; since the start of the connector before the first.</param>
internal sealed record WatchedConsumer(string Name, bool Gone, long SilentMs);
