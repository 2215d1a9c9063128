using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting;

namespace FuncLibs.Hosting.Summaries;

/// <summary>Measures resource usage from the end of warm-up to the beginning of the stop.</summary>
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

    /// <summary>Creates the window over the threads of a host.</summary>
    public RunWindow(
        RunOptions options,
        IReadOnlyList<LoopThread> threads,
        IBlockCount blocks,
        IReadOnlyList<IWarmupEnd> listeners,
        TimeProvider time)
    {
        _options = options;
        _threads = threads;
        _blocks = blocks;
        _listeners = listeners;
        _time = time;
    }

    /// <summary>Usage so far; final once the window is closed.</summary>
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

/// <summary>Block counter of a host, for the run window.</summary>
public interface IBlockCount
{
    /// <summary>Blocks processed since start; any thread.</summary>
    long Blocks { get; }
}

/// <summary>
/// A service that begins to count after warm-up, such as a latency histogram. Register it also as a singleton of this
/// type.
/// </summary>
public interface IWarmupEnd
{
    /// <summary>Called once, from a pool thread; an owner thread needs its own flag.</summary>
    void WarmupEnded();
}
