using System.Diagnostics;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Measuring;

/// <summary>
/// Does an operation so many times on so many threads, as fast as they can. Threads take operations from a common
/// stock, so that none ends long before the others.
/// </summary>
public sealed class ThreadLoad
{
    // Threads meet at the stock once in so many operations, but often enough that the last ones are shared out.
    private const int LargestChunk = 16;
    private const int ChunksOfThread = 16;

    private readonly Worker[] _workers;
    private readonly bool _isTimed;
    private readonly long _operations;
    private readonly int _chunk;
    private long _taken;

    private ThreadLoad(IReadOnlyList<ILoadWorker> workers, long operations, bool isTimed)
    {
        _operations = operations;
        _isTimed = isTimed;
        _workers = [.. workers.Select(worker => new Worker(worker))];
        _chunk = (int)Math.Clamp(operations / (workers.Count * ChunksOfThread), 1, LargestChunk);
    }

    /// <summary>Runs.</summary>
    /// <param name="workers">One a thread.</param>
    /// <param name="operations">Operations of all threads together.</param>
    /// <param name="isTimed">Whether each operation is timed, which costs some 50 ns.</param>
    /// <exception cref="InvalidDataException">A worker failed, or the operations do not add up.</exception>
    public static LoadFigures Run(IReadOnlyList<ILoadWorker> workers, long operations, bool isTimed) =>
        new ThreadLoad(workers, operations, isTimed).Run();

    private LoadFigures Run()
    {
        using CountdownEvent ready = new(_workers.Length);
        using ManualResetEventSlim go = new();
        Thread[] threads =
        [
            .. _workers.Select(worker => new Thread(() => Work(worker, ready, go)) { IsBackground = true, Name = "load" }),
        ];
        Array.ForEach(threads, thread => thread.Start());
        ready.Wait();
        EmptyHeap.Make();
        long collections = GC.CollectionCount(0);
        TimeSpan paused = GC.GetTotalPauseDuration();
        TimeSpan used = Environment.CpuUsage.TotalTime;
        long start = Stopwatch.GetTimestamp();
        go.Set();
        Array.ForEach(threads, thread => thread.Join());
        if (_workers.FirstOrDefault(worker => worker.Fault is not null) is { Fault: { } fault })
            throw new InvalidDataException(fault.Message, fault);
        if (_workers.Sum(worker => worker.Operations) is var done && done != _operations)
            throw new InvalidDataException($"{done} operations were done on {threads.Length} threads, not {_operations}");
        LatencyHistogram latencies = new();
        Array.ForEach(_workers, worker => latencies.Add(worker.Latencies));
        return new LoadFigures(
            _operations,
            Stopwatch.GetElapsedTime(start, _workers.Max(worker => worker.End)).TotalSeconds,
            latencies,
            _workers.Sum(worker => worker.AllocatedBytes),
            collections,
            GC.CollectionCount(0),
            (GC.GetTotalPauseDuration() - paused).TotalMilliseconds,
            (Environment.CpuUsage.TotalTime - used).TotalMicroseconds / _operations);
    }

    private void Work(Worker worker, CountdownEvent ready, ManualResetEventSlim go)
    {
        ready.Signal();
        go.Wait();
        long allocated = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            for (int count = Take(); count > 0; count = Take())
            {
                for (int i = 0; i < count; i++)
                    RunOne(worker);
            }

            worker.End = Stopwatch.GetTimestamp();
            worker.AllocatedBytes = GC.GetAllocatedBytesForCurrentThread() - allocated;
            worker.Load.Check();
        }
        catch (InvalidDataException e)
        {
            worker.Fault = e;
        }
    }

    private int Take() => (int)Math.Clamp(_operations + _chunk - Interlocked.Add(ref _taken, _chunk), 0, _chunk);

    private void RunOne(Worker worker)
    {
        worker.Operations++;
        if (!_isTimed)
        {
            worker.Load.Run();
            return;
        }

        long start = Stopwatch.GetTimestamp();
        worker.Load.Run();
        worker.Latencies.Record((long)Stopwatch.GetElapsedTime(start).TotalNanoseconds);
    }

    private sealed class Worker(ILoadWorker load)
    {
        public ILoadWorker Load => load;

        public LatencyHistogram Latencies { get; } = new();

        public long Operations { get; set; }

        public long AllocatedBytes { get; set; }

        public long End { get; set; }

        public InvalidDataException? Fault { get; set; }
    }
}

/// <summary>What one thread of a load does; only that thread calls it.</summary>
public interface ILoadWorker
{
    /// <summary>Does one operation; throws <see cref="InvalidDataException"/> when it fails.</summary>
    void Run();

    /// <summary>Looks at what an operation gives; throws <see cref="InvalidDataException"/> when it is wrong.</summary>
    void Check();
}

/// <summary>What one run of a load gave.</summary>
/// <param name="Operations">Operations of all threads.</param>
/// <param name="Seconds">From the start until the last thread was done.</param>
/// <param name="Latencies">Of each operation; empty when they were not timed.</param>
/// <param name="AllocatedBytes">Bytes that all threads took from the managed heap.</param>
/// <param name="CollectionsBefore">Garbage collections of the process before.</param>
/// <param name="CollectionsAfter">And after.</param>
/// <param name="PauseMs">How long these stopped all threads, together.</param>
/// <param name="CpuUs">Processor time of the process for one operation, in us: what other programs take of the machine
/// is not in it.</param>
public sealed record LoadFigures(
    long Operations,
    double Seconds,
    LatencyHistogram Latencies,
    long AllocatedBytes,
    long CollectionsBefore,
    long CollectionsAfter,
    double PauseMs,
    double CpuUs)
{
    /// <summary>Operations a second.</summary>
    public double OpsPerSecond => Operations / Seconds;
}
