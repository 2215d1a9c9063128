using System.Globalization;
using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Tests.Pyramids;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class RecordingHistoryHttpTests : IDisposable
{
    private const string Recording = "/api/recordings/lab/rig1/T-1";
    private readonly PyramidRig _rig = new();
    private readonly RecordedHistories _recordings;

    public RecordingHistoryHttpTests()
    {
        _rig.Add(400);
        _rig.Close();
        _recordings = new RecordedHistories(new RecordingRoots(_rig.Root), () => [], TimeProvider.System);
    }

    public void Dispose()
    {
        _recordings.Dispose();
        _rig.Dispose();
    }

    [Fact]
    public async Task History_WholeRecording_HasEveryPeak()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement history) =
            await server.Ask(HttpMethod.Get, Recording + "/history?stream=main&channel=servo1.force&buckets=50");

        status.ShouldBe(HttpStatusCode.OK, history.ToString());
        JsonElement channel = history.GetProperty("channels").EnumerateArray().Single();
        channel.GetProperty("name").GetString().ShouldBe(PyramidRig.Force);
        channel.GetProperty("count").EnumerateArray().Sum(count => count.GetInt64()).ShouldBe(1200);
        double greatest = _rig.Read(pattern: PyramidRig.Force, buckets: 2).Table is { } table
            ? Math.Max(table[0, 0].Max, table[table.Buckets - 1, 0].Max) : double.NaN;
        channel.GetProperty("max").EnumerateArray()
            .Where(max => max.ValueKind == JsonValueKind.Number).Max(max => max.GetDouble()).ShouldBe(greatest);
    }

    [Theory]
    [InlineData(Recording + "/history?from=20&to=10", HttpStatusCode.BadRequest, "from is 20 and to is 10")]
    [InlineData(Recording + "/history?from=now", HttpStatusCode.BadRequest, "from is 'now'; a time is allowed")]
    [InlineData(Recording + "/history?buckets=1", HttpStatusCode.BadRequest, "buckets is '1'")]
    [InlineData(Recording + "/history?from=10&to=20", HttpStatusCode.NotFound, "no data of stream main in this window")]
    [InlineData(Recording + "/history?stream=other", HttpStatusCode.NotFound, "no stream other; it has main")]
    [InlineData(Recording + "/history?channel=servo9.x", HttpStatusCode.NotFound, "matches 'servo9.x'")]
    [InlineData("/api/recordings/lab/rig1/T-2/history", HttpStatusCode.NotFound, "there is no recording")]
    [InlineData("/api/recordings/lab/%2E%2E/lab/history", HttpStatusCode.NotFound, "")]
    [InlineData("/api/recordings/lab/rig1/..%2Frig1%2FT-1/history", HttpStatusCode.NotFound, "there is no recording")]
    [InlineData("/api/recordings/lab/rig1/.hidden/history", HttpStatusCode.NotFound, "there is no recording")]
    [InlineData(Recording + "/moment?level=1&edge=rising", HttpStatusCode.BadRequest, "signal is missing")]
    [InlineData(Recording + "/moment?signal=a&level=x&edge=rising", HttpStatusCode.BadRequest, "level is 'x'")]
    [InlineData(Recording + "/moment?signal=servo1.count&level=1&edge=up", HttpStatusCode.BadRequest, "edge is 'up'")]
    [InlineData(Recording + "/moment?signal=none&level=1&edge=rising", HttpStatusCode.NotFound, "no signal none")]
    [InlineData(
        Recording + "/moment?signal=servo1.count&level=1e9&edge=rising", HttpStatusCode.NotFound, "does not cross")]
    public async Task Get_BadRequest_IsRefusedWithAReason(string path, HttpStatusCode expected, string reason)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, path);

        status.ShouldBe(expected);
        if (reason.Length > 0)
            answer.GetProperty("error").GetString()!.ShouldContain(reason);
    }

    [Fact]
    public async Task Moment_CycleCounter_IsTheFirstSampleOfTheCycle()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await server.Ask(
            HttpMethod.Get, Recording + "/moment?stream=main&signal=servo1.count&level=30&edge=rising");

        // Cycle 30 begins with block 300, of 300 ms each.
        status.ShouldBe(HttpStatusCode.OK, answer.ToString());
        long ns = long.Parse(answer.GetProperty("ns").GetString()!, CultureInfo.InvariantCulture);
        ns.ShouldBe(TestStream.AcquiredNs + (299 * 300_000_000L));
        answer.GetProperty("exact").GetBoolean().ShouldBeTrue();
    }

    [Fact]
    public async Task Moment_After_IsTheNextCrossing()
    {
        await using DashboardServer server = await Start();
        const string Rising = Recording + "/moment?signal=servo1.force&level=0&edge=";

        (_, JsonElement first) = await server.Ask(HttpMethod.Get, Rising + "rising");
        string ns = first.GetProperty("ns").GetString()!;
        (_, JsonElement falling) = await server.Ask(HttpMethod.Get, $"{Rising}falling&after={ns}");
        (_, JsonElement second) = await server.Ask(HttpMethod.Get, $"{Rising}rising&after={ns}");

        string.CompareOrdinal(falling.GetProperty("ns").GetString(), ns).ShouldBeGreaterThan(0);
        string.CompareOrdinal(second.GetProperty("ns").GetString(), falling.GetProperty("ns").GetString())
            .ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Run_TooManyAtOnce_IsRefusedAsBusy()
    {
        using RecordedHistories recordings =
            new(new RecordingRoots(_rig.Root), () => [], TimeProvider.System, TimeSpan.FromMilliseconds(20));
        using ManualResetEventSlim gate = new();
        Task<HistoryOutcome<object>>[] working =
        [
            .. Enumerable.Range(0, RecordedHistories.MaxWorking).Select(_ => recordings.RunAsync<object>(
                _rig.Folder,
                (_, stop) =>
                {
                    gate.Wait(stop);
                    return "done";
                },
                CancellationToken.None)),
        ];

        HistoryOutcome<object> refused =
            await recordings.RunAsync<object>(_rig.Folder, (_, _) => "done", CancellationToken.None);
        gate.Set();

        (refused.IsBusy, refused.Answer).ShouldBe((true, null));
        refused.Fault.ShouldNotBeNull().ShouldContain("too many requests");
        (await Task.WhenAll(working)).ShouldAllBe(one => one.Fault == null);
    }

    [Fact]
    public async Task Run_NobodyWaitsAnyMore_IsGivenUp()
    {
        using CancellationTokenSource gone = new();
        Task<HistoryOutcome<object>> working = _recordings.RunAsync<object>(
            _rig.Folder,
            (_, stop) =>
            {
                gone.Cancel();
                stop.ThrowIfCancellationRequested();
                return "done";
            },
            gone.Token);

        await Should.ThrowAsync<OperationCanceledException>(working);
    }

    [Fact]
    public async Task History_TimeIsOver_HasWhatWasReadAndSaysThatItIsNotWhole()
    {
        File.Delete(_rig.PyramidPath);
        using RecordedHistories slow =
            new(new RecordingRoots(_rig.Root), () => [], new SteppingTime(TimeSpan.FromSeconds(0.2)));
        await using DashboardServer server = await DashboardServer.Start(new RecordingHistoryHttp(slow).Map);

        (HttpStatusCode status, JsonElement history) =
            await server.Ask(HttpMethod.Get, Recording + "/history?channel=servo1.force&buckets=2048");

        status.ShouldBe(HttpStatusCode.OK, history.ToString());
        history.GetProperty("whole").GetBoolean().ShouldBeFalse();
        JsonElement counts = history.GetProperty("channels")[0].GetProperty("count");
        long samples = counts.EnumerateArray().Sum(count => count.GetInt64());
        samples.ShouldBeInRange(100, 200);
        history.GetProperty("until").GetInt64().ShouldBe(TestStream.AcquiredNs + (samples * 100_000_000));
    }

    [Fact]
    public async Task History_PyramidHasIt_IsWholeHoweverLongItTakes()
    {
        using RecordedHistories slow =
            new(new RecordingRoots(_rig.Root), () => [], new SteppingTime(TimeSpan.FromHours(1)));
        await using DashboardServer server = await DashboardServer.Start(new RecordingHistoryHttp(slow).Map);

        (HttpStatusCode status, JsonElement history) =
            await server.Ask(HttpMethod.Get, Recording + "/history?channel=servo1.force&buckets=50");

        status.ShouldBe(HttpStatusCode.OK, history.ToString());
        history.TryGetProperty("whole", out _).ShouldBeFalse();
    }

    [Fact]
    public async Task Moment_TimeIsOver_SaysThatItIsNotWholeAndGoesOnWhereItWas()
    {
        File.Delete(_rig.PyramidPath);
        using RecordedHistories slow =
            new(new RecordingRoots(_rig.Root), () => [], new SteppingTime(TimeSpan.FromSeconds(0.2)));
        await using DashboardServer server = await DashboardServer.Start(new RecordingHistoryHttp(slow).Map);
        const string Search = Recording + "/moment?signal=servo1.count&level=30&edge=rising";

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, Search);
        status.ShouldBe(HttpStatusCode.ServiceUnavailable, answer.ToString());
        int requests = 1;
        for (; status == HttpStatusCode.ServiceUnavailable && requests < 20; requests++)
        {
            answer.GetProperty("whole").GetBoolean().ShouldBeFalse();
            answer.GetProperty("error").GetString()!.ShouldContain("is not whole: 10 s were over at ");
            (status, answer) =
                await server.Ask(HttpMethod.Get, $"{Search}&after={answer.GetProperty("until").GetString()}");
        }

        status.ShouldBe(HttpStatusCode.OK, answer.ToString());
        requests.ShouldBeGreaterThan(3);
        long.Parse(answer.GetProperty("ns").GetString()!, CultureInfo.InvariantCulture)
            .ShouldBe(TestStream.AcquiredNs + (299 * 300_000_000L));
    }

    private Task<DashboardServer> Start() => DashboardServer.Start(new RecordingHistoryHttp(_recordings).Map);

    // A block takes this long.
    private sealed class SteppingTime(TimeSpan step) : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Interlocked.Add(ref _ticks, step.Ticks);
    }
}
