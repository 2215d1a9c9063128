using System.Net;
using System.Text.Json;
using FuncLibs.Runtime.Files;
using FuncLibs.Web.Accounts;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Users;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Users;

public sealed class UsersHttpTests : IAsyncLifetime, IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly AccessTokens _access = new();
    private readonly (string, string) _admin;
    private DashboardServer _server = null!;

    public UsersHttpTests() => _admin = ("Authorization", "Bearer " + _access.Add("boss", Role.Admin));

    public async Task InitializeAsync() => _server = await DashboardServer.Start(
        host => new UsersHttp(
            host.Services.GetRequiredService<AccessDirectory>(),
            _access.Edits,
            AuditLog.In(_folder.Path, TimeProvider.System)).Map(host),
        _access.Options);

    public async Task DisposeAsync() => await _server.DisposeAsync();

    public void Dispose()
    {
        _access.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task List_AsAdmin_HasNoHashes()
    {
        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Get, "/api/users");

        status.ShouldBe(HttpStatusCode.OK);
        json.GetProperty("users")[0].GetProperty("name").GetString().ShouldBe("ann");
        json.ToString().ShouldNotContain("password");
        json.ToString().ShouldNotContain("sha256");
    }

    [Fact]
    public async Task List_AsControl_Is403WithWhatIsNeeded()
    {
        string token = _access.Add("kim", Role.Control);
        _server.Services.GetRequiredService<AccessDirectory>().Reload();

        (HttpStatusCode status, JsonElement json) =
            await _server.Ask(HttpMethod.Get, "/api/users", null, ("Authorization", "Bearer " + token));

        status.ShouldBe(HttpStatusCode.Forbidden);
        json.GetProperty("error").GetString().ShouldBe("this needs the role admin; token:kim has control");
    }

    [Fact]
    public async Task Put_NewUser_IsInForceAndNoted()
    {
        (HttpStatusCode status, JsonElement json) =
            await Ask(HttpMethod.Put, "/api/users/kim", """{"role":"control","password":"correct horse"}""");

        status.ShouldBe(HttpStatusCode.OK);
        json.GetProperty("users").GetArrayLength().ShouldBe(2);
        _server.Services.GetRequiredService<AccessDirectory>().Current.FindUser("kim")!.Role.ShouldBe(Role.Control);
        AuditAction noted = Noted();
        (noted.Who, noted.From, noted.Action, noted.Target, noted.New)
            .ShouldBe(("token:boss", "http 127.0.0.1", "users.add", "kim", "control"));
    }

    [Theory]
    [InlineData("/api/users/kim", """{"role":"root","password":"correct horse"}""")]
    [InlineData("/api/users/kim", """{"role":"view","password":"short"}""")]
    [InlineData("/api/users/kim", "{}")]
    [InlineData("/api/users/kim", """{"role":"view","password":"correct horse","more":1}""")]
    [InlineData("/api/users/a..b", """{"role":"view","password":"correct horse"}""")]
    [InlineData("/api/users/a%07b", """{"role":"view","password":"correct horse"}""")]
    [InlineData("/api/tokens/x", """{"role":"root"}""")]
    [InlineData("/api/tokens/x%0Ay", """{"role":"view"}""")]
    public async Task Put_BadInput_Is400(string path, string body) =>
        (await Ask(HttpMethod.Put, path, body)).Status.ShouldBe(HttpStatusCode.BadRequest);

    [Fact]
    public async Task Remove_LastAdmin_Is409()
    {
        await Ask(HttpMethod.Put, "/api/users/kim", """{"role":"view","password":"correct horse"}""");

        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Delete, "/api/users/ann");

        status.ShouldBe(HttpStatusCode.Conflict);
        json.GetProperty("error").GetString().ShouldBe("ann is the last admin; make another one first");
    }

    [Fact]
    public async Task PutToken_New_OpensTheRoutes()
    {
        (_, JsonElement json) = await Ask(HttpMethod.Put, "/api/tokens/other", """{"role":"admin","days":1}""");

        (HttpStatusCode status, _) = await _server.Ask(
            HttpMethod.Get,
            "/api/users",
            null,
            ("Authorization", "Bearer " + json.GetProperty("token").GetString()));
        status.ShouldBe(HttpStatusCode.OK);
        Noted().Action.ShouldBe("tokens.add");
    }

    [Fact]
    public async Task RemoveToken_Its_IsInForce()
    {
        (HttpStatusCode status, _) = await Ask(HttpMethod.Delete, "/api/tokens/boss");

        status.ShouldBe(HttpStatusCode.OK);
        (await Ask(HttpMethod.Get, "/api/users")).Status.ShouldBe(HttpStatusCode.Unauthorized);
    }

    private Task<(HttpStatusCode Status, JsonElement Json)> Ask(HttpMethod method, string path, string? body = null) =>
        _server.Ask(method, path, body, _admin, ("X-Telemetry", "1"));

    private AuditAction Noted() =>
        AuditFolder.NewestFirst(new DiskFiles(_folder.Path), long.MaxValue, _ => { }).First().Action;
}
