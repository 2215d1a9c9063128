using FuncLibs.Hosting.Summaries;
using Testing;

namespace FuncLibs.Hosting.Tests.Summaries;

public sealed class RunWindowTests
{
    [Fact]
    public async Task Usage_AfterWarmup_CountsOnlyTheWindow()
    {
        var count = new Count { Blocks = 100 };
        var warm = new Warm();
        using var window = new RunWindow(new RunOptions { WarmupSeconds = 0 }, [], count, [warm], TimeProvider.System);
        await window.StartAsync(default);
        await warm.Ended.Task.WaitAsync(TimeSpan.FromSeconds(10));
        count.Blocks = 130;
        await window.StoppingAsync(default);
        count.Blocks = 999;
        window.Usage.Blocks.ShouldBe(30);
        window.Usage.Seconds.ShouldBeGreaterThan(0);
        await window.StopAsync(default);
    }

    [Fact]
    public async Task Usage_StoppedWithinWarmup_IsZero()
    {
        using var window = new RunWindow(new RunOptions(), [], new Count { Blocks = 5 }, [], TimeProvider.System);
        await window.StartAsync(default);
        await window.StoppingAsync(default);
        window.Usage.Blocks.ShouldBe(0);
        await window.StopAsync(default);
    }

    [Fact]
    public void SummaryFile_WrittenAndRead_IsTheSame()
    {
        using var folder = new TemporaryFolder();
        var summary = new MonitorSummary
        {
            Streams =
            [
                new DeliveredStream
                {
                    StreamId = 1,
                    Epoch = ulong.MaxValue,
                    First = 3,
                    Delivered = 4,
                    EndSeen = true,
                    EndLast = 6,
                },
            ],
            LatencyUs = new LatencySummary(1.5, 2, 3, 4),
            Usage = new WindowUsage { ThreadAllocatedBytes = new Dictionary<string, long> { ["receive"] = 8 } },
        };
        SummaryFile.Write(folder.File("s.json"), summary, RunJson.Default.MonitorSummary);
        MonitorSummary read = SummaryFile.Read(folder.File("s.json"), RunJson.Default.MonitorSummary).ShouldNotBeNull();
        read.Streams.ShouldBe(summary.Streams);
        read.LatencyUs.ShouldBe(summary.LatencyUs);
        read.Usage.ThreadAllocatedBytes["receive"].ShouldBe(8);
    }

    [Fact]
    public void SummaryFile_Missing_IsNull() =>
        SummaryFile.Read("/nowhere/s.json", RunJson.Default.ConnectorSummary).ShouldBeNull();

    private sealed class Count : IBlockCount
    {
        public long Blocks { get; set; }
    }

    private sealed class Warm : IWarmupEnd
    {
        public TaskCompletionSource Ended { get; } = new();

        public void WarmupEnded() => Ended.SetResult();
    }
}
