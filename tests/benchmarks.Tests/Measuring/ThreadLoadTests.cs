using Benchmarks.Measuring;

namespace Benchmarks.Tests.Measuring;

public sealed class ThreadLoadTests
{
    private const int Threads = 7;
    private const int Operations = 1001;

    private readonly CountingWorker[] _workers = [.. Enumerable.Range(0, Threads).Select(_ => new CountingWorker())];

    [Fact]
    public void Run_ManyThreads_DoesEachOperationOnce()
    {
        ThreadLoad.Run(_workers, Operations, isTimed: false);

        _workers.Sum(worker => worker.Runs).ShouldBe(Operations);
    }

    [Fact]
    public void Run_FewerOperationsThanThreads_DoesEachOnce()
    {
        ThreadLoad.Run(_workers, 3, isTimed: false);

        _workers.Sum(worker => worker.Runs).ShouldBe(3);
    }

    [Fact]
    public void Run_EveryThread_ChecksOnce()
    {
        ThreadLoad.Run(_workers, Operations, isTimed: false);

        _workers.ShouldAllBe(worker => worker.Checks == 1);
    }

    [Fact]
    public void Run_Timed_HasALatencyOfEachOperation() =>
        ThreadLoad.Run(_workers, Operations, isTimed: true).Latencies.Count.ShouldBe(Operations);

    [Fact]
    public void Run_Untimed_HasNoLatencies() =>
        ThreadLoad.Run(_workers, Operations, isTimed: false).Latencies.Count.ShouldBe(0);

    [Fact]
    public void Run_AResultIsWrong_SaysWhy()
    {
        _workers[3].Fault = "not equal";

        Should.Throw<InvalidDataException>(() => ThreadLoad.Run(_workers, Operations, isTimed: false))
            .Message.ShouldBe("not equal");
    }

    private sealed class CountingWorker : ILoadWorker
    {
        public int Runs { get; private set; }

        public int Checks { get; private set; }

        public string? Fault { get; set; }

        public void Run() => Runs++;

        public void Check()
        {
            Checks++;
            if (Fault is { } fault)
                throw new InvalidDataException(fault);
        }
    }
}
