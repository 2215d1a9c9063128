using System.Net;
using System.Text.Json;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Events;
using SignalMonitor.Tests.Health;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class NoteHttpTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly ReportRig _rig = new();
    private readonly EventLog _events = new();
    private readonly FaultyFiles _files;

    public NoteHttpTests() => _files = new FaultyFiles(_folder.Path);

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Post_Note_IsKeptAndIsAnEvent()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement kept) = await Post(
            server, """{"utcNs":"1700000000000000007","by":"ann","text":"grip\nslipped <b>","stream":"main"}""");

        status.ShouldBe(HttpStatusCode.OK, kept.ToString());
        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/notes");
        JsonElement note = all.EnumerateArray().Single();
        note.GetProperty("utcNs").GetString().ShouldBe("1700000000000000007");
        note.GetProperty("by").GetString().ShouldBe("ann");
        note.GetProperty("text").GetString().ShouldBe("grip\nslipped <b>");
        note.GetProperty("stream").GetString().ShouldBe("main");
        DashboardEvent made = _events.ReadAfter(0, 10).All.Single();
        (made.Kind, made.Stream, made.UtcNs, made.Text).ShouldBe(
            (DashboardEventKind.Note, "main", 1_700_000_000_000_000_007, "ann: grip\nslipped <b>"));
    }

    [Fact]
    public async Task Post_Note_IsInTheAuditLog()
    {
        AuditLog audit = AuditLog.In(_folder.File("state"), TimeProvider.System);
        await using DashboardServer server = await Start(audit);
        await Post(server, """{"by":"ann","text":"grip slipped","stream":"main"}""");

        AuditAction noted = AuditFolder.NewestFirst(audit.Files, long.MaxValue, _ => { }).Single().Action;
        (noted.Who, noted.Action, noted.Target, noted.New).ShouldBe(("ann", "note.add", "main", "grip slipped"));
    }

    [Fact]
    public async Task Post_AuditLogCannotBeWritten_IsRefusedAndNotKept()
    {
        AuditLog audit = AuditLog.In(_folder.File("state"), TimeProvider.System);
        Directory.CreateDirectory(_folder.File(Path.Combine("state", AuditLog.LockName)));
        await using DashboardServer server = await Start(audit);

        (await Post(server, """{"by":"ann","text":"lost"}""")).Status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await server.Ask(HttpMethod.Get, "/api/notes")).Json.GetArrayLength().ShouldBe(0);
        _events.Last.ShouldBe(0);
    }

    [Fact]
    public async Task Get_FromTo_GivesThatStretch()
    {
        await using DashboardServer server = await Start();
        for (int i = 1; i <= 5; i++)
            await Post(server, $$"""{"utcNs":"{{i}}","by":"ann","text":"{{i}}"}""");

        (_, JsonElement some) = await server.Ask(HttpMethod.Get, "/api/notes?from=2&to=4");

        some.EnumerateArray().Select(note => note.GetProperty("text").GetString()).ShouldBe(["2", "3", "4"]);
        (await server.Ask(HttpMethod.Get, "/api/notes?from=yesterday")).Status.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Theory]
    [InlineData("""{"by":"ann"}""", HttpStatusCode.BadRequest, "text")]
    [InlineData("""{"by":"","text":"x"}""", HttpStatusCode.BadRequest, "by: ''")]
    [InlineData("""{"by":"ann","text":"  "}""", HttpStatusCode.BadRequest, "text: 2 characters")]
    [InlineData("""{"by":"ann","text":"x","utcNs":"-1"}""", HttpStatusCode.BadRequest, "utcNs is '-1'")]
    [InlineData("""{"by":"ann","text":"x","stream":"elsewhere"}""", HttpStatusCode.NotFound, "elsewhere")]
    [InlineData("""{"by":"ann","text":"x","colour":"red"}""", HttpStatusCode.BadRequest, "colour")]
    public async Task Post_BadNote_ReportsWhatIsWrong(string note, HttpStatusCode status, string what)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode got, JsonElement answer) = await Post(server, note);

        got.ShouldBe(status);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(what);
    }

    [Fact]
    public async Task Post_TooLong_IsRefused()
    {
        await using DashboardServer server = await Start();

        (await Post(
            server,
            $$"""{"by":"ann","text":"{{new string('x', 2001)}}"}""")).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await Post(
            server,
            $$"""{"by":"ann","text":"{{new string('x', 20_000)}}"}""")).Status.ShouldBe(
                HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task Post_DiskIsFull_IsReportedAndIsNoEvent()
    {
        await using DashboardServer server = await Start();
        await Post(server, """{"by":"ann","text":"before"}""");
        (_files.FailAt, _files.Failure) = (_files.Operations + 1, DiskFailure.Full);

        (HttpStatusCode status, JsonElement answer) = await Post(server, """{"by":"ann","text":"lost"}""");

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldStartWith("the note is not kept: ");
        (await Post(server, """{"by":"ann","text":"after"}""")).Status.ShouldBe(HttpStatusCode.OK);
        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/notes");
        all.EnumerateArray().Select(note => note.GetProperty("text").GetString()).ShouldBe(["before", "after"]);
        _events.Last.ShouldBe(2);
    }

    private static Task<(HttpStatusCode Status, JsonElement Json)> Post(DashboardServer server, string note) =>
        server.Ask(HttpMethod.Post, "/api/notes", note, (ApiRoutes.WriteHeader, "1"));

    private Task<DashboardServer> Start(AuditLog? audit = null) => DashboardServer.Start(
        host => new NoteHttp(new NoteStore(_files), _rig.Connections, _events, TimeProvider.System, audit).Map(host));
}
