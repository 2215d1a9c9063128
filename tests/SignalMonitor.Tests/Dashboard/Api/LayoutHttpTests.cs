using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class LayoutHttpTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FaultyFiles _files;

    public LayoutHttpTests() => _files = new FaultyFiles(_folder.File("layouts"));

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Put_Layout_IsListedAndReadBackAsItWas()
    {
        await using DashboardServer server = await Start();
        (await server.Ask(HttpMethod.Get, "/api/layouts")).Json.GetArrayLength().ShouldBe(0);

        (HttpStatusCode status, JsonElement saved) =
            await Put(server, "My%20rig", """{ "panels": ["<script>", 1e3] }""");

        status.ShouldBe(HttpStatusCode.OK, saved.ToString());
        string revision = saved.GetProperty("revision").GetString()!;
        (await server.Ask(HttpMethod.Get, "/api/layouts")).Json
            .GetRawText()
            .ShouldBe($$"""[{"name":"My rig","revision":"{{revision}}"}]""");
        using HttpResponseMessage read = await server.Get("/api/layouts/My%20rig");
        (await read.Content.ReadAsStringAsync()).ShouldBe("""{ "panels": ["<script>", 1e3] }""");
        read.Headers.ETag!.Tag.ShouldBe($"\"{revision}\"");
    }

    [Fact]
    public async Task Put_RevisionThatIsNotThereAnyMore_IsAConflict()
    {
        await using DashboardServer server = await Start();
        string first = (await Put(server, "a", "1")).Json.GetProperty("revision").GetString()!;
        (await Put(server, "a", "2", first)).Status.ShouldBe(HttpStatusCode.OK);

        (HttpStatusCode status, JsonElement answer) = await Put(server, "a", "3", $"\"{first}\"");

        status.ShouldBe(HttpStatusCode.Conflict);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("somebody else");
        (await server.Ask(HttpMethod.Get, "/api/layouts/a")).Json.GetInt32().ShouldBe(2);
        (await Put(server, "new", "1", first)).Status.ShouldBe(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task Delete_Layout_IsGone()
    {
        await using DashboardServer server = await Start();
        await Put(server, "a", "1");

        (await Send(server, HttpMethod.Delete, "a")).Status.ShouldBe(HttpStatusCode.OK);
        (await Send(server, HttpMethod.Delete, "a")).Status.ShouldBe(HttpStatusCode.NotFound);
        (await server.Ask(HttpMethod.Get, "/api/layouts/a")).Status.ShouldBe(HttpStatusCode.NotFound);
    }

    [Theory]
    [InlineData("..%2F..%2Fposition")]
    [InlineData("..%5C..%5Cposition")]
    [InlineData("..")]
    [InlineData("a%00")]
    [InlineData("%20a")]
    [InlineData("a.json")]
    [InlineData("%3Cscript%3E")]
    public async Task Put_NameThatIsNone_IsRefusedAndWritesNothing(string name)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, _) = await Put(server, name, "1");

        status.ShouldBeOneOf(HttpStatusCode.BadRequest, HttpStatusCode.NotFound, HttpStatusCode.MethodNotAllowed);
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Put_NoJson_IsRefused()
    {
        await using DashboardServer server = await Start();

        (await Put(server, "a", "{")).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await Put(
            server,
            "a",
            new string(' ', LayoutStore.MaxBytes + 1))).Status.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task Put_OneBeyondTheMost_IsRefused()
    {
        await using DashboardServer server = await Start();
        for (int i = 0; i < LayoutStore.MaxCount; i++)
            (await Put(server, $"n{i}", "1")).Status.ShouldBe(HttpStatusCode.OK);

        (HttpStatusCode status, JsonElement answer) = await Put(server, "one-more", "1");

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString().ShouldBe("there are 100 layouts already; remove one");
        (await Put(server, "n7", "2")).Status.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Put_DiskIsFull_IsReportedAndKeepsTheOldOne()
    {
        await using DashboardServer server = await Start();
        await Put(server, "a", "1");
        (_files.FailAt, _files.FailCount, _files.Failure) = (_files.Operations + 1, 10, DiskFailure.Full);

        (HttpStatusCode status, JsonElement answer) = await Put(server, "a", "2");

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldStartWith("layout a is not saved: ");
        (await server.Ask(HttpMethod.Get, "/api/layouts/a")).Json.GetInt32().ShouldBe(1);
    }

    private static Task<(HttpStatusCode Status, JsonElement Json)> Put(
        DashboardServer server, string name, string body, string? revision = null) =>
            Send(server, HttpMethod.Put, name, body, revision);

    private static Task<(HttpStatusCode Status, JsonElement Json)> Send(
        DashboardServer server, HttpMethod method, string name, string? body = null, string? revision = null) =>
            server.Ask(
            method, $"/api/layouts/{name}", body,
            revision is null ? [(ApiRoutes.WriteHeader, "1")] : [(ApiRoutes.WriteHeader, "1"), ("If-Match", revision)]);

    private Task<DashboardServer> Start() =>
        DashboardServer.Start(host => new LayoutHttp(new LayoutStore(_files)).Map(host));
}
