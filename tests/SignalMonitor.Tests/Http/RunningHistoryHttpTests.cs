using System.Collections.Immutable;
using System.Net;
using System.Text.Json;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Signals.Buckets;
using Microsoft.AspNetCore.Builder;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.History;
using SignalMonitor.Http;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Dashboard;
using SignalMonitor.Tests.Pyramids;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Http;

/// <summary>
/// The history of a test that runs: the memory of the monitor has its last 10 s, and what is older is in the recording
/// that is being written.
/// </summary>
public sealed class RunningHistoryHttpTests : IDisposable
{
    private const int MemorySeconds = 10;
    private const int Blocks = 200;
    private const long BlockNs = 300_000_000;
    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);
    private readonly MonitorConnections _connections;
    private readonly PyramidRig _rig = new();
    private readonly RecordedHistories _recordings;

    public RunningHistoryHttpTests()
    {
        _connections = new MonitorConnections(
            [
                new MonitorConnection(
                    new(),
                    new DeliveryOptions(),
                    new ComputeOptions(),
                    _transport,
                    BuiltInSerializers.CreateRegistry(),
                    TimeProvider.System),
            ]);
        MonitoredStream stream =
            _connections.All[0].Receive.Streams.FindOrAdd(TestStream.Publisher, TestStream.Id, "main")!;
        stream.Follow(_rig.Rows);
        _rig.Delivered = (block, acquiredNs, plan) =>
            stream.History.Add(_rig.Description, MemorySeconds, block, acquiredNs, plan);
        _rig.Define(Variable("c_twice", "2 * servo1.force"), Variable("c_sum", "integ(servo1.force)"));
        _rig.Add(Blocks);
        _recordings = new RecordedHistories(
            new RecordingRoots(_rig.Root), () => _rig.Folder is { } folder ? [folder] : [], TimeProvider.System);
    }

    public void Dispose()
    {
        _recordings.Dispose();
        _connections.Dispose();
        _transport.Dispose();
        _rig.Dispose();
    }

    [Theory]
    [InlineData(2_678_400, 2048)]
    [InlineData(50, 100)]
    [InlineData(40, 7)]
    [InlineData(12, 600)]
    public async Task History_WindowThatBeginsBeforeTheMemory_HasEverySampleOfBothOnce(int seconds, int buckets)
    {
        HistoryView view = await Ask($"/history?stream=main&channel=*&seconds={seconds}&buckets={buckets}");

        _rig.ShouldBeEverySample(view);
        view.Names.ShouldContain("c_twice");
        view.UntilNs.ShouldBe(TestStream.AcquiredNs + (Blocks * BlockNs));
        long begin = Math.Max(TestStream.AcquiredNs, view.UntilNs - (seconds * 1_000_000_000L));
        view.Table.StartNs.ShouldBeInRange(begin - (2 * view.Table.Grid.WidthNs), begin + view.Table.Grid.WidthNs);
    }

    [Fact]
    public async Task History_WindowOfThePast_IsFromTheRecordingAlone()
    {
        long until = TestStream.AcquiredNs + 30_000_000_000;

        HistoryView view = await Ask($"/history?channel=c_*&seconds=20&buckets=600&until={until}");

        _rig.ShouldBeEverySample(view);
        view.Names.ShouldBe(["c_twice", "c_sum"]);
        view.Table.EndNs.ShouldBeLessThan(
            TestStream.AcquiredNs + (Blocks * BlockNs) - (MemorySeconds * 1_000_000_000L));
    }

    [Fact]
    public async Task History_FineWindowOfThePast_IsMadeOfTheFrames()
    {
        long until = TestStream.AcquiredNs + 30_000_000_000;

        HistoryView view = await Ask($"/history?channel=servo1.force&seconds=20&buckets=2048&until={until}");

        view.Table.Grid.WidthNs.ShouldBeLessThan(BucketGrid.FinestNs);
        _rig.ShouldBeEverySample(view);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(TestStream.AcquiredNs - 1)]
    public async Task History_UntilBeforeTheFirstBlock_HasNoSample(long until)
    {
        HistoryView view = await Ask($"/history?channel=*&seconds=20&buckets=100&until={until}");

        for (int row = 0; row < view.Table.Buckets; row++)
            view.Table[row, 0].Count.ShouldBe(0);
    }

    [Fact]
    public async Task History_NothingIsRecorded_BeginsWithTheMemory()
    {
        using RecordedHistories none = new(new RecordingRoots(_rig.Root), () => [], TimeProvider.System);

        HistoryView view = await Ask("/history?channel=servo1.force&seconds=60&buckets=2048", none);

        int first = Enumerable.Range(0, view.Table.Buckets).First(row => view.Table[row, 0].Count > 0);
        view.Table.Grid.StartOf(view.Table.First + first)
            .ShouldBeGreaterThan(view.UntilNs - ((MemorySeconds + 2) * 1_000_000_000L));
    }

    private async Task<HistoryView> Ask(string path, RecordedHistories? recordings = null)
    {
        await using DashboardServer server = await DashboardServer.Start(host => host.MapGet(
            "/history", context => HistoryHttp.Write(context, _connections, recordings ?? _recordings)));
        (HttpStatusCode status, JsonElement json) = await server.Ask(HttpMethod.Get, path);
        status.ShouldBe(HttpStatusCode.OK, json.ToString());
        return Read(json);
    }

    private static HistoryView Read(JsonElement json)
    {
        JsonElement[] channels = [.. json.GetProperty("channels").EnumerateArray()];
        BucketGrid grid = new(json.GetProperty("bucketNs").GetInt64());
        BucketTable table = new();
        table.Reset(
            grid,
            grid.IndexOf(json.GetProperty("t0").GetInt64()),
            channels[0].GetProperty("count").GetArrayLength(),
            channels.Length);
        for (int column = 0; column < channels.Length; column++)
        {
            for (int row = 0; row < table.Buckets; row++)
            {
                if (channels[column].GetProperty("count")[row].GetInt64() is > 0 and var count)
                    table[row, column] =
                        new Bucket(Number("min"), Number("max"), Number("first"), Number("last"), count);

                double Number(string name) => channels[column].GetProperty(name)[row].GetDouble();
            }
        }

        return new HistoryView(
            [.. channels.Select(channel => channel.GetProperty("name").GetString()!)],
            ImmutableArray<string>.Empty,
            table,
            json.GetProperty("until").GetInt64());
    }
}
