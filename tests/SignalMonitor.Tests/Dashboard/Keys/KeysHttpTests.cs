using System.Net;
using System.Text.Json;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Runtime.Files;
using FuncLibs.Web.Accounts;
using SignalMonitor.Audit;
using SignalMonitor.Connections;
using SignalMonitor.Dashboard.Keys;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Keys;

public sealed class KeysHttpTests : IAsyncLifetime, IDisposable
{
    private const string Zeros = "0000000000000000000000000000000000000000";

    private readonly TemporaryFolder _folder = new();
    private readonly AccessTokens _access = new();
    private readonly MonitorConnections _none = new([]);
    private readonly KeyFile _own = Create("office1");
    private readonly KeyFile _peer = Create("lab2");
    private readonly string _admin;
    private readonly string _control;
    private readonly string _allowed;
    private KeysHttp? _keys;
    private DashboardServer _server = null!;

    public KeysHttpTests()
    {
        (_admin, _control) = (_access.Add("boss", Role.Admin), _access.Add("kim", Role.Control));
        _allowed = _folder.File("allowed");
    }

    public Task InitializeAsync() => Start(new AllowedPeers(_allowed));

    public async Task DisposeAsync() => await _server.DisposeAsync();

    public void Dispose()
    {
        _keys?.Dispose();
        _none.Dispose();
        _access.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task List_Keys_HasFingerprintsAndNoSecret()
    {
        AllowedPeersEdits.Allow(_allowed, _peer, out _).ShouldBeNull();

        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Get, "/api/keys");

        status.ShouldBe(HttpStatusCode.OK);
        json.GetProperty("own").GetProperty("fingerprint").GetString().ShouldBe(_own.Public.Fingerprint);
        json.GetProperty("allowed")[0].ToString().ShouldBe(
            $$"""{"name":"lab2","fingerprint":"{{_peer.Public.Fingerprint}}","rights":["live","replay","status"]}""");
        json.ToString().ShouldNotContain(_own.Secret!.ToString());
    }

    [Fact]
    public async Task List_AsControl_Is403() =>
        (await _server.Ask(HttpMethod.Get, "/api/keys", null, ("Authorization", "Bearer " + _control)))
        .Status.ShouldBe(HttpStatusCode.Forbidden);

    [Fact]
    public async Task Allow_Peer_MayConnectWithItsRightsAndIsNoted()
    {
        (HttpStatusCode status, JsonElement json) =
            await Ask(HttpMethod.Put, "/api/keys/lab2", Body(_peer.Public.ToString(), "live"));

        status.ShouldBe(HttpStatusCode.OK, json.ToString());
        AllowedPeer allowed = new AllowedPeers(_allowed).Current.Find(_peer.Public)!;
        (allowed.Name, allowed.Rights).ShouldBe(("lab2", AccessRights.Live));
        AuditAction noted = Noted();
        (noted.Who, noted.Action, noted.Target, noted.Old, noted.New)
            .ShouldBe(("token:boss", "keys.allow", "lab2", null, $"{_peer.Public.Fingerprint}, live"));
    }

    [Fact]
    public async Task Revoke_LastPeer_MayNotConnectAndTheAnswerWarns()
    {
        AllowedPeersEdits.Allow(_allowed, _peer, out _).ShouldBeNull();

        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Delete, "/api/keys/lab2");

        status.ShouldBe(HttpStatusCode.OK);
        json.GetProperty("allowed").GetArrayLength().ShouldBe(0);
        json.GetProperty("faults")[0].GetString()!.ShouldStartWith("no peer is allowed: ");
        new AllowedPeers(_allowed).Current.Find(_peer.Public).ShouldBeNull();
        (Noted().Action, Noted().Old).ShouldBe(("keys.revoke", $"{_peer.Public.Fingerprint}, live replay status"));
    }

    [Theory]
    [InlineData("lab2", "too short", "live", "publicKey: the key has 9 characters; a key has 40")]
    [InlineData("lab2", "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~", "live", "publicKey: the key is not Z85: ")]
    [InlineData("lab2", Zeros, "live", "publicKey: the key is all zeros, which is no key")]
    [InlineData("lab2", null, "live,root", "rights: the rights have the word 'root'")]
    [InlineData("lab2", null, "", "rights: the rights are empty")]
    [InlineData("..", null, "live", "'..' is no name of a key")]
    [InlineData("..%2flab2", null, "live", "'..%2flab2' is no name of a key")]
    [InlineData(".hidden", null, "live", "'.hidden' is no name of a key")]
    [InlineData("a%0ab", null, "live", "'a b' is no name of a key")]
    public async Task Allow_BadInput_NamesTheMemberAndChangesNothing(
        string name, string? key, string rights, string error)
    {
        (HttpStatusCode status, JsonElement json) = await Ask(
            HttpMethod.Put, $"/api/keys/{name}", Body(key ?? _peer.Public.ToString(), rights.Split(',')));

        if (name == "..")
        {
            // A client folds it into /api/ itself.
            status.ShouldBe(HttpStatusCode.NotFound);
            return;
        }

        status.ShouldBe(HttpStatusCode.BadRequest);
        json.GetProperty("error").GetString()!.ShouldStartWith(error);
        Directory.Exists(_allowed).ShouldBeFalse();
    }

    [Theory]
    [InlineData("""{"publicKey":"x"}""")]
    [InlineData("""{"publicKey":null,"rights":["live"]}""")]
    [InlineData("""{"publicKey":"x","rights":["live"],"secret":"y"}""")]
    [InlineData("[]")]
    public async Task Allow_BodyThatIsNoKey_Is400(string body) =>
        (await Ask(HttpMethod.Put, "/api/keys/lab2", body)).Status.ShouldBe(HttpStatusCode.BadRequest);

    [Fact]
    public async Task Allow_OwnKey_Is400() =>
        (await Ask(HttpMethod.Put, "/api/keys/lab2", Body(_own.Public.ToString(), "live")))
        .Status.ShouldBe(HttpStatusCode.BadRequest);

    [Fact]
    public async Task Allow_OtherKeyUnderItsName_Is409AndItsKeyStays()
    {
        AllowedPeersEdits.Allow(_allowed, _peer, out _).ShouldBeNull();

        (HttpStatusCode status, JsonElement json) =
            await Ask(HttpMethod.Put, "/api/keys/lab2", Body(Create("lab2").Public.ToString(), "live"));

        status.ShouldBe(HttpStatusCode.Conflict);
        json.GetProperty("error").GetString()!.ShouldStartWith("another key is allowed as lab2 in ");
        new AllowedPeers(_allowed).Current.Find(_peer.Public).ShouldNotBeNull();
    }

    [Theory]
    [InlineData("lab9", HttpStatusCode.NotFound, "lab9 is not allowed; see /api/keys")]
    [InlineData("..%2f..%2flab2", HttpStatusCode.BadRequest, "'..%2f..%2flab2' is no name of a key")]
    public async Task Revoke_Unknown_IsRefused(string name, HttpStatusCode expected, string error)
    {
        (HttpStatusCode status, JsonElement json) = await Ask(HttpMethod.Delete, $"/api/keys/{name}");

        status.ShouldBe(expected);
        json.GetProperty("error").GetString()!.ShouldStartWith(error);
    }

    [Fact]
    public async Task Allow_FolderThatCannotBeWritten_IsRefusedAndNotedSo()
    {
        File.WriteAllText(_allowed, "a file in its place");

        (HttpStatusCode status, JsonElement json) =
            await Ask(HttpMethod.Put, "/api/keys/lab2", Body(_peer.Public.ToString(), "live"));

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        json.GetProperty("error").GetString()!.ShouldStartWith("it was not changed: ");
        Noted().Old.ShouldBe("refused");
    }

    [Fact]
    public async Task Edits_MonitorThatDemandsNoKeys_Are409()
    {
        await _server.DisposeAsync();
        await Start(allowed: null);

        (HttpStatusCode status, JsonElement json) =
            await Ask(HttpMethod.Put, "/api/keys/lab2", Body(_peer.Public.ToString(), "live"));

        status.ShouldBe(HttpStatusCode.Conflict);
        json.GetProperty("error").GetString()!.ShouldStartWith("this monitor demands no keys of others: ");
        (_, json) = await Ask(HttpMethod.Get, "/api/keys");
        json.GetProperty("allowed").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task Allow_WithoutTheHeaderOfWrites_Is403() => (await _server.Ask(
            HttpMethod.Put,
            "/api/keys/lab2",
            Body(_peer.Public.ToString(), "live"),
            ("Authorization", "Bearer " + _admin)))
        .Status.ShouldBe(HttpStatusCode.Forbidden);

    private async Task Start(AllowedPeers? allowed)
    {
        _keys?.Dispose();
        _keys = new KeysHttp(
            new TransportKeys { Own = _own, Allowed = allowed },
            _none,
            "tcp://127.0.0.1:0",
            AuditLog.In(_folder.File("state"), TimeProvider.System));
        _server = await DashboardServer.Start(_keys.Map, _access.Options);
    }

    private Task<(HttpStatusCode Status, JsonElement Json)> Ask(HttpMethod method, string path, string? body = null) =>
        _server.Ask(method, path, body, ("Authorization", "Bearer " + _admin), ("X-Telemetry", "1"));

    private AuditAction Noted() =>
        AuditFolder.NewestFirst(new DiskFiles(_folder.File("state")), long.MaxValue, _ => { }).First().Action;

    private static string Body(string key, params string[] rights) =>
        JsonSerializer.Serialize(new { publicKey = key, rights });

    private static KeyFile Create(string name)
    {
        CurveKeys.TryCreate(out CurveKey? publicKey, out CurveKey? secretKey).ShouldBeTrue();
        return new KeyFile { Name = name, Public = publicKey!, Secret = secretKey };
    }
}
