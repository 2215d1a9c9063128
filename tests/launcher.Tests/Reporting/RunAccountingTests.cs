using System.Text.Json;
using FuncLibs.Hosting.Summaries;
using Launcher.Reporting;

namespace Launcher.Tests.Reporting;

public sealed class RunAccountingTests
{
    private static readonly ConnectorSummary Connector = new()
    {
        Transport = "libzmq 4.3.4",
        Streams = [new(1, 10, 1000), new(2, 10, 50)],
        Usage = new WindowUsage
        {
            Blocks = 100,
            ThreadAllocatedBytes = new Dictionary<string, long> { ["source"] = 0, ["publish"] = 50 },
            ProcessAllocatedBytes = 2000,
            Gen2 = 1,
        },
    };

    private static readonly SimulatorSummary Simulator = new() { Late = 5, Missed = 3 };

    private static MonitorSummary Monitor(long delivered, long declared) => new()
    {
        Transport = "netmq 4.0.4.5",
        Streams =
        [
            new DeliveredStream
            {
                StreamId = 1,
                Epoch = 10,
                First = 901,
                Delivered = delivered,
                DeclaredLost = declared,
                LostBeforeSequence = 4,
                EndSeen = true,
                EndLast = 1000,
            },
            new DeliveredStream { StreamId = 2, Epoch = 10 },
        ],
        Seconds = 9.9,
        LatencyUs = new LatencySummary(1, 2, 3, 4),
    };

    [Fact]
    public void Combine_EverythingDelivered_IsGood()
    {
        RunReport report = RunAccounting.Combine(Connector, Monitor(100, 0), Simulator);
        report.Failures.ShouldBeEmpty();
        report.Published.ShouldBe(100);
        report.SilentLoss.ShouldBe(0);
        report.BlocksPerSecond.ShouldBe(10);
        report.AllocatedBytesPerBlock.Connector.ShouldBe(0.5);
        report.LateTicks.ShouldBe(5);
    }

    [Fact]
    public void Combine_DeclaredLoss_IsNoFailure() =>
        RunAccounting.Combine(Connector, Monitor(97, 3), Simulator).Failures.ShouldBeEmpty();

    [Theory]
    [InlineData(99, 0, 1)]
    [InlineData(101, 0, -1)]
    public void Combine_AccountDoesNotClose_IsFailure(long delivered, long declared, long silent)
    {
        RunReport report = RunAccounting.Combine(Connector, Monitor(delivered, declared), Simulator);
        report.SilentLoss.ShouldBe(silent);
        report.Failures.Single().ShouldContain("were lost silently");
    }

    [Fact]
    public void Combine_MonitorDidNotSeeTheEnd_DeclaresWhatItHadNotRead()
    {
        MonitorSummary monitor = Monitor(60, 3);
        monitor = monitor with { Streams = [monitor.Streams[0] with { EndSeen = false, EndLast = 0 }] };
        RunReport report = RunAccounting.Combine(Connector, monitor, Simulator);

        (report.DeclaredLost, report.SilentLoss).ShouldBe((40, 0));
        report.Failures.Single().ShouldStartWith("37 blocks were not read by the monitor when the run ended");
    }

    [Fact]
    public void Combine_NothingDelivered_IsFailure() =>
        RunAccounting.Combine(
            Connector, new MonitorSummary(), Simulator).Failures.ShouldBe(["no block was delivered after warm-up"]);

    [Fact]
    public void Combine_CutShortInWarmup_IsNoFailure() =>
        RunAccounting.Combine(Connector, new MonitorSummary(), Simulator, cutShort: true).Failures.ShouldBeEmpty();

    [Fact]
    public void Combine_MissingSummary_NamesProcess() =>
        RunAccounting.Combine(null, Monitor(100, 0), null).Failures[0].ShouldBe(
            "no run summary from connector, simulator");

    [Fact]
    public void Combine_UnknownEpoch_IsFailure()
    {
        ConnectorSummary other = Connector with { Streams = [new(1, 11, 1000)] };
        RunAccounting.Combine(
            other, Monitor(100, 0), Simulator).Failures[0].ShouldContain("has no record of stream 1 in epoch 10");
    }

    [Fact]
    public void Combine_EndDiffersFromNumbered_IsFailure()
    {
        ConnectorSummary other = Connector with { Streams = [new(1, 10, 1001)] };
        RunAccounting.Combine(other, Monitor(101, 0), Simulator).Failures
            .Single()
            .ShouldContain("ended at 1000 on the wire");
    }

    [Fact]
    public void Report_AsJson_HasTheNamesOutsideToolsRead() =>
        JsonSerializer.Serialize(
            RunAccounting.Combine(Connector, Monitor(99, 1), Simulator), ReportJson.Default.RunReport).ShouldBe(
            "{\"published\":100,\"delivered\":99,\"declaredLost\":1,\"silentLoss\":0,\"lostBeforeSequence\":4,\"blocksPerSecond\":9.9,"
            + "\"latencyUs\":{\"p50\":1,\"p99\":2,\"p999\":3,\"max\":4},\"allocatedBytesPerBlock\":{\"connector\":0.5,\"monitor\":0},"
            + "\"processAllocatedBytesPerBlock\":{\"connector\":20,\"monitor\":0},\"gen2\":{\"connector\":1,\"monitor\":0},"
            + "\"lateTicks\":5,\"transport\":{\"connector\":\"libzmq 4.3.4\",\"monitor\":\"netmq 4.0.4.5\"}}");

    [Fact]
    public void Text_OfReport_NamesLossAndLatency()
    {
        string text = ReportText.Format(RunAccounting.Combine(Connector, Monitor(99, 1), Simulator));
        text.ShouldContain("declared lost 1, silently lost 0");
        text.ShouldContain("p99.9 3 us");
    }
}
