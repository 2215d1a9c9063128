using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Summaries;

/// <summary>Opens when warm-up ends, closes when the process begins to stop, and says what was used in between.</summary>
public sealed class RunWindow : BackgroundService, IHostedLifecycleService
{
    private readonly RunOptions _options;
    private readonly IReadOnlyList<LoopThread> _threads;
    private readonly IBlockCount _blocks;
    private readonly IReadOnlyList<IWarmupEnd> _listeners;
    private readonly TimeProvider _time;
    private readonly Lock _one = new();
    private Reading? _opened;
    private WindowUsage? _closed;

    /// <summary>Over the threads of a host.</summary>
    public RunWindow(
        RunOptions options, IReadOnlyList<LoopThread> threads, IBlockCount blocks, IReadOnlyList<IWarmupEnd> listeners, TimeProvider time)
    {
        _options = options;
        _threads = threads;
        _blocks = blocks;
        _listeners = listeners;
        _time = time;
    }

    /// <summary>What was used; up to now while the window is open.</summary>
    public WindowUsage Usage
    {
        get
        {
            lock (_one)
                return _closed ?? Measure();
        }
    }

    /// <inheritdoc/>
    public Task StartingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    public Task StoppingAsync(CancellationToken cancellationToken)
    {
        lock (_one)
            _closed ??= Measure();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public Task StoppedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await Task.Delay(TimeSpan.FromSeconds(_options.WarmupSeconds), _time, stoppingToken);
        lock (_one)
            _opened = Read();
        foreach (IWarmupEnd listener in _listeners)
            listener.WarmupEnded();
    }

    private WindowUsage Measure()
    {
        if (_opened is not { } from)
            return new WindowUsage();
        Reading to = Read();
        return new WindowUsage
        {
            Seconds = _time.GetElapsedTime(from.Time, to.Time).TotalSeconds,
            Blocks = to.Blocks - from.Blocks,
            ThreadAllocatedBytes = _threads.Select((thread, i) => (thread.Name, Bytes: to.Threads[i] - from.Threads[i]))
                .ToDictionary(thread => thread.Name, thread => thread.Bytes),
            ProcessAllocatedBytes = to.Process - from.Process,
            Gen2 = to.Gen2 - from.Gen2,
        };
    }

    private Reading Read() => new(
        _time.GetTimestamp(), _blocks.Blocks, [.. _threads.Select(thread => thread.Allocation.Bytes)],
        GC.GetTotalAllocatedBytes(), GC.CollectionCount(2));

    private sealed record Reading(long Time, long Blocks, long[] Threads, long Process, int Gen2);
}

/// <summary>What a run window counts of a host.</summary>
public interface IBlockCount
{
    /// <summary>Blocks that went through since start; readable from any thread.</summary>
    long Blocks { get; }
}

/// <summary>
/// A service that begins to count when warm-up is over, such as a latency histogram. Register it as a singleton of this type too.
/// </summary>
public interface IWarmupEnd
{
    /// <summary>Called once, from a pool thread; an owner thread must be told by a flag of its own.</summary>
    void WarmupEnded();
}
