using System.Net;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using FuncLibs.Web.Accounts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using SignalMonitor.Dashboard.Live;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Live;

/// <summary>Real sockets on loopback against the live thread, whose streams the test makes.</summary>
public sealed class LiveSocketTests : IAsyncLifetime, IDisposable
{
    private readonly LiveRig _rig = new(TimeProvider.System);
    private readonly CancellationTokenSource _stop = new();
    private readonly CancellationTokenSource _stopping = new();
    private readonly Thread _thread;
    private DashboardServer _server = null!;

    public LiveSocketTests() => _thread = new Thread(() => _rig.Loop.Run(_stop.Token)) { IsBackground = true };

    public async Task InitializeAsync()
    {
        _thread.Start();
        _server = await DashboardServer.Start(host =>
        {
            host.UseWebSockets();
            host.MapGet("/live", (RequestDelegate)new LiveSocket(_rig.Loop, _stopping.Token).Serve);
        });
    }

    public async Task DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _server.DisposeAsync();
        await _stop.CancelAsync();
        _thread.Join();
    }

    public void Dispose()
    {
        _rig.Dispose();
        _stop.Dispose();
        _stopping.Dispose();
    }

    [Fact]
    public async Task Serve_NoWebSocket_Is400()
    {
        using HttpResponseMessage answer = await _server.Get("/live");

        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync()).ShouldContain(LiveSocket.Protocol);
    }

    [Fact]
    public async Task Serve_ForeignOrigin_Is403()
    {
        using ClientWebSocket socket = new();
        socket.Options.AddSubProtocol(LiveSocket.Protocol);
        socket.Options.SetRequestHeader("Origin", "http://evil.example");
        socket.Options.CollectHttpResponseDetails = true;

        await Should.ThrowAsync<WebSocketException>(() => socket.ConnectAsync(Address, CancellationToken.None));
        socket.HttpStatusCode.ShouldBe(HttpStatusCode.Forbidden);
        _rig.Loop.Browsers.ShouldBe(0);
    }

    [Fact]
    public async Task Serve_WithoutLogIn_Is401()
    {
        using AccessTokens access = new();
        await using DashboardServer server = await Start(access);
        using ClientWebSocket socket = NewSocket(null);

        await Should.ThrowAsync<WebSocketException>(
            () => socket.ConnectAsync(SocketOf(server), CancellationToken.None));

        socket.HttpStatusCode.ShouldBe(HttpStatusCode.Unauthorized);
    }

    [Fact]
    public async Task Serve_AccessRemoved_IsClosedWithTheReason()
    {
        using AccessTokens access = new();
        await using DashboardServer server = await Start(access);
        using ClientWebSocket socket = NewSocket(access.Add("viewer", Role.View));
        server.Services.GetRequiredService<AccessDirectory>().Reload();
        await socket.ConnectAsync(SocketOf(server), CancellationToken.None);

        access.Remove("viewer");

        // The server itself reads the file again, within a second.
        WebSocketReceiveResult end;
        do
            end = await socket.ReceiveAsync(new byte[65536], CancellationToken.None);
        while (end.MessageType != WebSocketMessageType.Close);
        end.CloseStatusDescription.ShouldBe("the token was changed or removed");
    }

    private Task<DashboardServer> Start(AccessTokens access) => DashboardServer.Start(
        host =>
        {
            host.UseWebSockets();
            host.MapGet("/live", (RequestDelegate)new LiveSocket(_rig.Loop, _stopping.Token).Serve);
        },
        access.Options);

    private static ClientWebSocket NewSocket(string? token)
    {
        ClientWebSocket socket = new();
        socket.Options.AddSubProtocol(LiveSocket.Protocol);
        socket.Options.CollectHttpResponseDetails = true;
        if (token is not null)
            socket.Options.SetRequestHeader("Authorization", "Bearer " + token);
        return socket;
    }

    private static Uri SocketOf(DashboardServer server) =>
        new UriBuilder(server.Address) { Scheme = "ws", Path = "/live" }.Uri;

    [Fact]
    public async Task Serve_Subscription_SendsWhatComes()
    {
        _rig.Next();
        using ClientWebSocket socket = await Connect();
        JsonDocument.Parse((await Next(socket)).Text).RootElement.GetProperty("type").GetString().ShouldBe("hello");
        await socket.SendAsync(
            """{"op":"subscribe","id":1,"stream":"main","signals":["servo1.force"],"widthNs":"12500000"}""");
        Eventually.True(() => _rig.StreamOf(LiveRig.Main).Tap is not null, "the subscription is served");
        for (int i = 0; i < 20; i++)
            _rig.Next();
        Message message = await Next(socket);
        while (message.Binary.IsEmpty)
            message = await Next(socket);

        LiveReading.Of(message.Binary).Sections.ShouldHaveSingleItem().Signals.ShouldBe(1);
        await socket.SendAsync("""{"op":"ack","batch":1}""");
        await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None);
        Eventually.True(
            () => _rig.Loop.Browsers == 0 && _rig.StreamOf(LiveRig.Main).Tap is null,
            "the browser is gone with all it had");
    }

    [Theory]
    [InlineData("garbage", "the message is no JSON text")]
    [InlineData("""{"op":"ack","batch":1}""", "batch 1 is acknowledged, which was not sent")]
    [InlineData("""{"op":"launch"}""", "op is none of subscribe, pairs, unsubscribe, watch, ack, pause, resume")]
    public async Task Serve_Garbage_ClosesWithTheReason(string message, string reason)
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(message);

        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.PolicyViolation, reason));
    }

    [Fact]
    public async Task Serve_MessageTooLong_ClosesWithTheReason()
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(new string(' ', LiveLimits.MessageBytes + 1));

        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.PolicyViolation, "a message may have 65536 bytes"));
    }

    [Fact]
    public async Task Serve_LongestMessageInPieces_IsTaken()
    {
        using ClientWebSocket socket = await Connect();
        string text = """{"op":"watch","streams":[]}""".PadRight(LiveLimits.MessageBytes);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        for (int at = 0; at < bytes.Length; at += 1000)
        {
            int count = Math.Min(1000, bytes.Length - at);
            await socket.SendAsync(
                bytes.AsMemory(at, count),
                WebSocketMessageType.Text,
                at + count == bytes.Length,
                CancellationToken.None);
        }

        await socket.SendAsync("end");
        (await Closed(socket)).Reason.ShouldBe("the message is no JSON text", "the long one was taken");
    }

    [Fact]
    public async Task Serve_BinaryMessage_ClosesWithTheReason()
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(new byte[] { 1, 2, 3 }, WebSocketMessageType.Binary, true, CancellationToken.None);

        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.PolicyViolation, "a message must be text"));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("telemetry.live.v2")]
    public async Task Serve_OtherProtocol_ClosesWithTheReason(string? protocol)
    {
        using ClientWebSocket socket = new();
        if (protocol is not null)
            socket.Options.AddSubProtocol(protocol);
        await socket.ConnectAsync(Address, CancellationToken.None);

        (await Closed(socket)).ShouldBe(
            (WebSocketCloseStatus.PolicyViolation, "the subprotocol must be telemetry.live.v1"));
    }

    [Fact]
    public async Task Serve_MonitorStops_ClosesWithThatReason()
    {
        using ClientWebSocket socket = await Connect();
        await _stopping.CancelAsync();

        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.EndpointUnavailable, "the monitor stops"));
    }

    [Fact]
    public async Task Serve_AThousandConnections_SixtyFourAreServedAndTheRestGets503()
    {
        List<ClientWebSocket> open = [];
        int refused = 0;
        for (int i = 0; i < 1000; i++)
        {
            ClientWebSocket socket = new();
            socket.Options.AddSubProtocol(LiveSocket.Protocol);
            socket.Options.CollectHttpResponseDetails = true;
            try
            {
                await socket.ConnectAsync(Address, CancellationToken.None);
                open.Add(socket);
            }
            catch (WebSocketException)
            {
                socket.HttpStatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
                socket.Dispose();
                refused++;
            }
        }

        (open.Count, refused).ShouldBe((LiveLimits.Browsers, 1000 - LiveLimits.Browsers));
        open.ForEach(socket => socket.Dispose());
        Eventually.True(() => _rig.Loop.Browsers == 0, "all are gone");
        using ClientWebSocket again = await Connect();
        (await Next(again)).Text.ShouldStartWith("{\"type\":\"hello\"");
    }

    [Fact]
    public async Task Serve_MoreBrowsersThanConfigured_ReportsHowManyAndByWhichOption()
    {
        using LiveRig rig = new(browsers: 1);
        rig.Loop.TryJoin().ShouldNotBeNull();
        await using DashboardServer server = await DashboardServer.Start(host =>
        {
            host.UseWebSockets();
            host.MapGet("/live", (RequestDelegate)new LiveSocket(rig.Loop, _stopping.Token).Serve);
        });
        using HttpResponseMessage answer = await server.Get(
            "/live",
            ("Connection", "Upgrade"),
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", Convert.ToBase64String(new byte[16])));

        answer.StatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        (await answer.Content.ReadAsStringAsync())
            .ShouldContain("1 browsers are connected, which is all there may be (Dashboard:MaxBrowsers)");
    }

    [Fact]
    public async Task Serve_BrowserThatNeverReads_DoesNotAffectOthers()
    {
        _rig.Next();
        using ClientWebSocket stalled = await Connect();
        await stalled.SendAsync(Subscribe);
        using ClientWebSocket other = await Connect();
        await other.SendAsync(Subscribe);
        Eventually.True(() => _rig.StreamOf(LiveRig.Main).Tap is not null, "the subscriptions are served");
        for (int batches = 0; batches < 30;)
        {
            _rig.Next();
            Message message = await Next(other);
            if (message.Binary.IsEmpty)
                continue;
            await other.SendAsync($$"""{"op":"ack","batch":{{LiveReading.Of(message.Binary).Number}}}""");
            batches++;
        }

        _rig.Loop.Browsers.ShouldBe(2);
    }

    private const string Subscribe =
        """{"op":"subscribe","id":1,"stream":"main","signals":["servo1.force"],"widthNs":"12500000"}""";

    private Uri Address => new(new UriBuilder(_server.Address) { Scheme = "ws", Path = "/live" }.Uri.ToString());

    private async Task<ClientWebSocket> Connect()
    {
        ClientWebSocket socket = new();
        socket.Options.AddSubProtocol(LiveSocket.Protocol);
        await socket.ConnectAsync(Address, CancellationToken.None);
        return socket;
    }

    private static async Task<(WebSocketCloseStatus? Status, string? Reason)> Closed(ClientWebSocket socket)
    {
        while (socket.State == WebSocketState.Open)
            await Next(socket);
        return (socket.CloseStatus, socket.CloseStatusDescription);
    }

    private static async Task<Message> Next(ClientWebSocket socket)
    {
        (byte[] bytes, bool isBinary) = await socket.NextAsync();
        return isBinary ? new Message("", bytes) : new Message(Encoding.UTF8.GetString(bytes), default);
    }

    private readonly record struct Message(string Text, ReadOnlyMemory<byte> Binary);
}
