using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Exports;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Exports;

public sealed class ExportHttpTests : IDisposable
{
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly ExportJobs _jobs;
    private readonly Thread _thread;

    public ExportHttpTests()
    {
        _rig.Record(10);
        _rig.Flush();
        ExportJobOptions options = new() { Journal = _rig.Folder, ReservedMegabytes = 0 };
        _jobs = new ExportJobs(_folder.File("exports"), new RecordingRoots(_folder.File("recordings")), options);
        _thread = new Thread(() => _jobs.Run(_stop.Token));
    }

    public void Dispose()
    {
        _stop.Cancel();
        if (_thread.IsAlive)
            _thread.Join();
        _jobs.Dispose();
        _stop.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Post_SecondRunOfAName_IsExportedUnderTheNameOfItsFolder()
    {
        string folder = Path.Combine(_folder.File("recordings"), "lab", "rig1", "A~2");
        Directory.CreateDirectory(Path.Combine(folder, "journal"));
        foreach (string file in Directory.GetFiles(_rig.Folder, "*.seg"))
            File.Copy(file, Path.Combine(folder, "journal", Path.GetFileName(file)));
        new RecordingDocument
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun { Name = "A", ControlMode = "force", StartedUtc = DateTimeOffset.UnixEpoch },
        }.Write(folder);
        await using DashboardServer server = await Start();
        _thread.Start();

        (HttpStatusCode status, JsonElement accepted) = await Post(
            server, """{"recording":"lab/rig1/A~2","format":"csv","channels":"servo1.force"}""");

        status.ShouldBe(HttpStatusCode.OK, accepted.ToString());
        Eventually.True(() => _jobs.All[0].Status.HasEnded, "the export has ended", TimeSpan.FromSeconds(30));
        _jobs.All[0].Status.Error.ShouldBeNull();
        (_, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/exports");
        JsonElement one = list.GetProperty("exports")[0];
        (one.GetProperty("rows").GetInt64(), one.GetProperty("file").GetString()).ShouldBe((30, "A~2.csv"));
    }

    [Fact]
    public async Task Post_Export_IsListedAndItsFileHasRanges()
    {
        await using DashboardServer server = await Start();
        _thread.Start();

        (HttpStatusCode status, JsonElement accepted) = await Post(
            server, """{"recording":null,"format":"csv","channels":"servo1.force"}""");

        status.ShouldBe(HttpStatusCode.OK, accepted.ToString());
        accepted.GetProperty("id").GetInt64().ShouldBe(1);
        Eventually.True(() => _jobs.All[0].Status.HasEnded, "the export has ended", TimeSpan.FromSeconds(30));
        (_, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/exports");
        list.GetProperty("hasJournal").GetBoolean().ShouldBeTrue();
        JsonElement one = list.GetProperty("exports")[0];
        (one.GetProperty("state").GetString(), one.GetProperty("rows").GetInt64(), one.GetProperty("file").GetString())
            .ShouldBe(("done", 30, "journal.csv"));
        using HttpResponseMessage whole = await server.Get("/api/exports/1/file");
        string text = await whole.Content.ReadAsStringAsync();
        text.ShouldStartWith("time,seconds,servo1.force [kN]\r\n");
        using HttpResponseMessage part = await server.Get("/api/exports/1/file", ("Range", "bytes=5-11"));
        part.StatusCode.ShouldBe(HttpStatusCode.PartialContent);
        (await part.Content.ReadAsStringAsync()).ShouldBe("seconds");
    }

    [Theory]
    [InlineData("""{"recording":null,"format":"xls"}""", "format xls is not known; it can be csv, ")]
    [InlineData("""{"recording":"a/b/c","format":"csv"}""", "recording: there is no recording a/b/c")]
    [InlineData("""{"recording":null,"format":"csv","atRate":-1,"resample":"hold"}""", "atRate: -1 is not allowed; ")]
    [InlineData("""{"recording":null,"format":"csv","atRate":10}""", "atRate needs resample: hold, linear or mean")]
    [InlineData("""{"recording":null,"format":"csv","from":"noon"}""", "from: 'noon' is no time; ")]
    [InlineData("""{"recording":null,"format":"csv","colour":1}""", "the body is not what is expected: ")]
    [InlineData("""{"format":"csv"}""", "the body is not what is expected: ")]
    public async Task Post_BadExport_NamesTheMember(string body, string error)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await Post(server, body);

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString()!.ShouldStartWith(error);
    }

    [Fact]
    public async Task Post_RecordingThatIsRemovedWhileItWaits_FailsWithItsFolder()
    {
        string recording = _folder.File("recordings/lab/rig1/T-1");
        Directory.CreateDirectory(recording);
        new RecordingDocument
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun { Name = "T-1", ControlMode = "force", StartedUtc = DateTimeOffset.UnixEpoch },
        }.Write(recording);
        await using DashboardServer server = await Start();
        (HttpStatusCode status, JsonElement accepted) =
            await Post(server, """{"recording":"lab/rig1/T-1","format":"csv"}""");
        status.ShouldBe(HttpStatusCode.OK, accepted.ToString());
        Directory.Delete(recording, recursive: true);
        _thread.Start();

        Eventually.True(() => _jobs.All[0].Status.HasEnded, "the export has ended", TimeSpan.FromSeconds(30));
        (_, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/exports");
        JsonElement one = list.GetProperty("exports")[0];
        one.GetProperty("state").GetString().ShouldBe("failed");
        one.GetProperty("error").GetString()!.ShouldContain(recording);
    }

    [Fact]
    public async Task Cancel_ThatWaits_IsSeen()
    {
        await using DashboardServer server = await Start();
        await Post(server, """{"recording":null,"format":"csv"}""");

        (HttpStatusCode status, _) = await server.Ask(
            HttpMethod.Post, "/api/exports/1/cancel", "{}", (ApiRoutes.WriteHeader, "1"));

        status.ShouldBe(HttpStatusCode.OK);
        _jobs.All[0].Status.State.ShouldBe(ExportState.Cancelled);
        (await server.Get("/api/exports/1/file")).StatusCode.ShouldBe(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task Cancel_OneThatHasEnded_StaysAsItIs()
    {
        await using DashboardServer server = await Start();
        _thread.Start();
        await Post(server, """{"recording":null,"format":"csv","channels":"servo1.force"}""");
        Eventually.True(() => _jobs.All[0].Status.HasEnded, "the export has ended", TimeSpan.FromSeconds(30));

        (HttpStatusCode status, JsonElement one) = await server.Ask(
            HttpMethod.Post, "/api/exports/1/cancel", "{}", (ApiRoutes.WriteHeader, "1"));

        (status, one.GetProperty("state").GetString()).ShouldBe((HttpStatusCode.OK, "done"));
    }

    [Theory]
    [InlineData("/api/exports/7/file")]
    [InlineData("/api/exports/../file")]
    [InlineData("/api/exports/x/file")]
    public async Task File_OfNoExport_IsMissing(string path)
    {
        await using DashboardServer server = await Start();
        (await server.Get(path)).StatusCode.ShouldBe(HttpStatusCode.NotFound);
    }

    private static Task<(HttpStatusCode Status, JsonElement Json)> Post(DashboardServer server, string body) =>
        server.Ask(HttpMethod.Post, "/api/exports", body, (ApiRoutes.WriteHeader, "1"));

    private Task<DashboardServer> Start() => DashboardServer.Start(host => new ExportHttp(_jobs).Map(host));
}
