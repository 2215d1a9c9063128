using System.Buffers.Binary;
using System.Net;
using System.Net.WebSockets;
using System.Text;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Tests.Dashboard;
using SignalMonitor.Tests.Dashboard.Live;
using SignalMonitor.Viewers;
using SignalMonitor.Viewers.Foxglove;
using Testing;

namespace SignalMonitor.Tests.Viewers.Foxglove;

/// <summary>Real sockets on loopback; the test makes the blocks and is the viewer thread.</summary>
public sealed class FoxgloveSocketTests : IAsyncLifetime, IDisposable
{
    private const int MaxClients = 3;
    private readonly LiveRig _rig = new();
    private readonly FoxgloveSink _sink = new(MaxClients);
    private readonly CancellationTokenSource _stopping = new();
    private readonly ViewerLoop _loop;
    private DashboardServer _server = null!;

    public FoxgloveSocketTests()
    {
        _loop = new ViewerLoop(_rig.Connections, new ViewerOptions { RateHz = 100 }, [_sink]);
        _rig.Next();
        _loop.Step();
    }

    public async Task InitializeAsync() => _server = await DashboardServer.Start(host =>
    {
        host.UseWebSockets();
        host.MapGet(FoxgloveSocket.Path, (RequestDelegate)new FoxgloveSocket(_sink, _stopping.Token).Serve);
    });

    public async Task DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _server.DisposeAsync();
    }

    public void Dispose()
    {
        _rig.Dispose();
        _stopping.Dispose();
    }

    [Fact]
    public async Task Serve_Connection_BeginsWithServerInfoAndChannels()
    {
        using ClientWebSocket socket = await Connect();

        (await NextText(socket)).GetProperty("op").GetString().ShouldBe("serverInfo");
        JsonElement advertise = await NextText(socket);
        advertise.GetProperty("op").GetString().ShouldBe("advertise");
        JsonElement force = Channel(advertise, "main/servo1.force");
        force.GetProperty("encoding").GetString().ShouldBe("json");
        force.GetProperty("schemaName").GetString().ShouldBe("Number in kN");
        JsonDocument.Parse(force.GetProperty("schema").GetString()!).RootElement
            .GetProperty("properties").GetProperty("value").GetProperty("type").GetString().ShouldBe("number");
    }

    [Fact]
    public async Task Serve_Subscription_SendsValuesWithTheirTimes()
    {
        using ClientWebSocket socket = await Connect();
        uint force = await Advertised(socket, "main/servo1.force");
        await Subscribe(socket, 7, force);
        _rig.Next(block => block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(1.25));
        _loop.Step();
        _rig.Next(block => block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(1.25));
        _loop.Step();

        byte[] message = await NextBinary(socket);
        message[0].ShouldBe((byte)1);
        BinaryPrimitives.ReadUInt32LittleEndian(message.AsSpan(1)).ShouldBe(7u);
        ((long)BinaryPrimitives.ReadUInt64LittleEndian(message.AsSpan(5)) % LiveRig.BlockNs).ShouldBe(0);
        Encoding.UTF8.GetString(message.AsSpan(13)).ShouldBe("""{"value":1.25}""");
    }

    [Fact]
    public async Task Serve_ValueThatIsNoNumber_IsNotSent()
    {
        using ClientWebSocket socket = await Connect();
        uint force = await Advertised(socket, "main/servo1.force");
        await Subscribe(socket, 1, force);
        foreach (double value in (double[])[double.NaN, double.PositiveInfinity, 3])
        {
            _rig.Next(block => block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(value));
            _loop.Step();
        }

        Encoding.UTF8.GetString((await NextBinary(socket)).AsSpan(13)).ShouldBe("""{"value":3}""");
    }

    [Fact]
    public async Task Serve_Unsubscribed_EndsTheMessages()
    {
        using ClientWebSocket socket = await Connect();
        uint force = await Advertised(socket, "main/servo1.force");
        await Subscribe(socket, 1, force);
        await socket.SendAsync("""{"op":"unsubscribe","subscriptionIds":[1]}""");
        await socket.SendAsync("""{"op":"launch"}""");
        (await NextText(socket)).GetProperty("message").GetString()!.ShouldContain("'launch' is not served here");
        _rig.Next();
        _loop.Step();

        _sink.Counters.Messages.ShouldBe(0);
    }

    [Theory]
    [InlineData("""{"op":"getParameters","parameterNames":[]}""", 1, "op 'getParameters' is not served here")]
    [InlineData("""{"op":"unsubscribe","subscriptionIds":[99]}""", 1, "there is no subscription 99")]
    [InlineData("""{"op":"subscribe","subscriptions":[{"id":1,"channelId":99999}]}""", 2, "there is no channel 99999")]
    [InlineData(
        """{"op":"subscribe","subscriptions":[{"id":1,"channelId":1},{"id":1,"channelId":2}]}""",
        2,
        "subscription 1 exists")]
    [InlineData(
        """{"op":"subscribe","subscriptions":[{"id":1,"channelId":1},{"id":2,"channelId":1}]}""",
        2,
        "channel 1 is subscribed already")]
    public async Task Serve_WhatCannotBeServed_IsAStatusAndTheConnectionStays(string message, int level, string reason)
    {
        using ClientWebSocket socket = await Connect();
        await Advertised(socket, "main/servo1.force");
        await socket.SendAsync(message);

        JsonElement status = await NextText(socket);
        (status.GetProperty("op").GetString(), status.GetProperty("level").GetInt32()).ShouldBe(("status", level));
        status.GetProperty("message").GetString()!.ShouldContain(reason);
        socket.State.ShouldBe(WebSocketState.Open);
        _sink.Counters.Refused.ShouldBe(1);
    }

    [Theory]
    [InlineData("garbage", "a message must be a JSON object with a text op")]
    [InlineData("""{"op":"subscribe","subscriptions":7}""", "subscriptions must be an array of {id, channelId}")]
    public async Task Serve_Garbage_ClosesWithTheReason(string message, string reason)
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(message);

        (WebSocketCloseStatus? status, string? text) = await Closed(socket);
        status.ShouldBe(WebSocketCloseStatus.PolicyViolation);
        text!.ShouldStartWith(reason);
    }

    [Fact]
    public async Task Serve_HugeMessage_ClosesWithTheReason()
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(new string(' ', FoxgloveLimits.MessageBytes + 1));

        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.PolicyViolation, "a message may have 65536 bytes"));
    }

    [Fact]
    public async Task Serve_BinaryMessage_ClosesWithTheReason()
    {
        using ClientWebSocket socket = await Connect();
        await socket.SendAsync(new byte[] { 1, 0, 0 }, WebSocketMessageType.Binary, true, CancellationToken.None);

        (await Closed(socket)).Reason!.ShouldStartWith("this server takes no binary messages");
    }

    [Fact]
    public void Serve_MoreSubscriptionsThanThereMayBe_TheRestIsRefused()
    {
        using FoxgloveOutbox outbox = new(_sink.Counters);
        using FoxgloveClient client = new(outbox, _sink.Counters);
        client.Serve(
            new FoxgloveCommand.Subscribe([.. Enumerable.Range(0, 3000).Select(i => ((uint)i, (uint)i))]), _ => true);

        client.Subscriptions.ShouldBe(FoxgloveLimits.Subscriptions);
        _sink.Counters.Refused.ShouldBe(3000 - FoxgloveLimits.Subscriptions);
    }

    [Fact]
    public async Task Serve_AThousandSubscriptions_AreServed()
    {
        const int Wanted = 1000;
        StreamDescription wide = LiveRig.Describe("wide", inputs: Wanted, id: 2);
        _rig.Next(null, wide);
        _loop.Step();
        using ClientWebSocket socket = await Connect();
        await NextText(socket);
        List<uint> channels = [];
        while (channels.Count < Wanted)
        {
            channels.AddRange((await NextText(socket)).GetProperty("channels").EnumerateArray()
                .Where(channel =>
                    channel.GetProperty("topic").GetString()!.StartsWith("wide/ad", StringComparison.Ordinal))
                .Select(channel => channel.GetProperty("id").GetUInt32()));
        }

        string items = string.Join(',', channels.Select((channel, i) => $$"""{"id":{{i}},"channelId":{{channel}}}"""));
        await socket.SendAsync($$"""{"op":"subscribe","subscriptions":[{{items}}]}""");
        await socket.SendAsync("""{"op":"launch"}""");
        await NextText(socket);
        _loop.Step();
        _rig.Next(null, wide);
        _loop.Step();

        HashSet<uint> seen = [];
        while (seen.Count < Wanted)
            seen.Add(BinaryPrimitives.ReadUInt32LittleEndian((await NextBinary(socket)).AsSpan(1)));
    }

    // Their text is six times what may wait for a viewer.
    [Fact]
    public async Task Serve_AllChannelsThatThereMayBe_AreAdvertisedInPieces()
    {
        const int OfAStream = 1024;
        const int Streams = (FoxgloveLimits.Channels / OfAStream) + 1;
        for (int i = 0; i < Streams; i++)
            _sink.Describe($"stream{i}", Enumerable.Range(0, OfAStream).Select(n => ($"a channel of name {n}", "kN")));
        using ClientWebSocket socket = await Connect();
        await NextText(socket);
        HashSet<uint> advertised = [];
        long bytes = 0;
        string? status = null;
        while (advertised.Count < FoxgloveLimits.Channels || status is null)
        {
            (byte[] message, _) = await socket.NextAsync();
            JsonElement next = JsonSerializer.Deserialize<JsonElement>(message);
            if (next.GetProperty("op").GetString() == "status")
            {
                status = next.GetProperty("message").GetString();
                continue;
            }

            JsonElement channels = next.GetProperty("channels");
            channels.GetArrayLength().ShouldBeLessThanOrEqualTo(FoxgloveLimits.AdvertisedAtOnce);
            bytes += message.Length;
            foreach (JsonElement channel in channels.EnumerateArray())
                advertised.Add(channel.GetProperty("id").GetUInt32()).ShouldBeTrue();
        }

        bytes.ShouldBeGreaterThan(FoxgloveLimits.WaitingBytes);
        status.ShouldEndWith(
            " channels are not served: 65536 had an id since the monitor started, which is all there may be; choose "
                + "fewer with Viewers:Channels, and start it again");
        socket.State.ShouldBe(WebSocketState.Open);
    }

    [Fact]
    public void Forget_ChannelThatTheViewerWasNotToldOf_IsNotTakenBack()
    {
        using FoxgloveOutbox outbox = new(_sink.Counters);
        using FoxgloveClient client = new(outbox, _sink.Counters);
        client.Advertise([new FoxgloveChannel(1, "main", "a", ""), new FoxgloveChannel(2, "main", "b", "")]);

        client.Forget([1]);

        (ReadOnlyMemory<byte> waiting, byte[]? channels) = client.TakeAll();
        waiting.IsEmpty.ShouldBeTrue();
        string advertised = Encoding.UTF8.GetString(channels!);
        advertised.ShouldContain("main/b");
        advertised.ShouldNotContain("main/a");
        client.TakeAll().Channels.ShouldBeNull();
    }

    [Fact]
    public void Advertise_ChannelThatWasTakenBack_FollowsTheTakingBack()
    {
        using FoxgloveOutbox outbox = new(_sink.Counters);
        using FoxgloveClient client = new(outbox, _sink.Counters);
        FoxgloveChannel channel = new(2, "main", "b", "");
        client.Advertise([channel]);
        client.TakeAll();

        client.Forget([2]);
        client.Advertise([channel]);

        (ReadOnlyMemory<byte> waiting, byte[]? channels) = client.TakeAll();
        Encoding.UTF8.GetString(FoxgloveOutbox.First(waiting).Message.Span)
            .ShouldBe("""{"op":"unadvertise","channelIds":[2]}""");
        Encoding.UTF8.GetString(channels!).ShouldContain("main/b");
    }

    [Fact]
    public async Task Serve_ViewerThatNeverReads_LosesItsOwnValuesOnly()
    {
        using ClientWebSocket stalled = await Connect();
        await Subscribe(stalled, 1, await Advertised(stalled, "main/servo1.force"));
        using ClientWebSocket other = await Connect();
        await Subscribe(other, 1, await Advertised(other, "main/servo1.force"));
        FoxgloveClient slow = _sink.TryJoin().ShouldNotBeNull();
        slow.Serve(new FoxgloveCommand.Subscribe([(1, 1)]), _sink.Knows);
        for (int i = 0; i < 200_000; i++)
            slow.Take(1, i, i);

        _sink.Counters.Dropped.ShouldBeGreaterThan(0);
        slow.Outbox.Close.ShouldBeNull();
        _rig.Next();
        _loop.Step();
        _rig.Next();
        _loop.Step();
        (await NextBinary(other)).Length.ShouldBeGreaterThan(13);
        slow.Outbox.AddText(new byte[FoxgloveLimits.WaitingBytes]);
        slow.Outbox.Close.ShouldNotBeNull().Reason.ShouldBe("what is sent to this viewer is not read");
    }

    [Fact]
    public async Task Serve_ChannelsThatChange_AreAdvertisedAndTakenBack()
    {
        _rig.Edit(("load", "servo1.force * 2"));
        _rig.Next();
        _loop.Step();
        using ClientWebSocket socket = await Connect();
        uint load = await Advertised(socket, "main/load");
        await Subscribe(socket, 1, load);
        _rig.Edit(("stress", "servo1.force * 3"));
        _rig.Next();
        _loop.Step();

        JsonElement gone = await NextText(socket);
        gone.GetProperty("channelIds").EnumerateArray().Select(id => id.GetUInt32()).ShouldBe([load]);
        Channel(await NextText(socket), "main/stress").GetProperty("id").GetUInt32().ShouldNotBe(load);
        await socket.SendAsync($$"""{"op":"subscribe","subscriptions":[{"id":2,"channelId":{{load}}}]}""");
        (await NextText(socket)).GetProperty("message").GetString()!.ShouldContain($"there is no channel {load}");
    }

    [Fact]
    public async Task Serve_TooManyViewers_OneMoreIs503WithTheOption()
    {
        List<ClientWebSocket> open = [];
        for (int i = 0; i < MaxClients; i++)
            open.Add(await Connect());
        using ClientWebSocket refused = New(FoxgloveSocket.Protocol);
        await Should.ThrowAsync<WebSocketException>(() => refused.ConnectAsync(Address, CancellationToken.None));
        refused.HttpStatusCode.ShouldBe(HttpStatusCode.ServiceUnavailable);
        open.ForEach(socket => socket.Dispose());

        Eventually.True(() => _sink.Status.Clients == 0, "all are gone");
        using ClientWebSocket again = await Connect();
        _sink.IsWanted.ShouldBeTrue();
    }

    [Theory]
    [InlineData(null)]
    [InlineData("foxglove.websocket.v9")]
    public async Task Serve_OtherProtocol_Is400(string? protocol)
    {
        using ClientWebSocket socket = New(protocol);
        await Should.ThrowAsync<WebSocketException>(() => socket.ConnectAsync(Address, CancellationToken.None));
        socket.HttpStatusCode.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task Serve_NoWebSocket_Is400WithTheAddressToOpen()
    {
        using HttpResponseMessage answer = await _server.Get(FoxgloveSocket.Path);
        answer.StatusCode.ShouldBe(HttpStatusCode.BadRequest);
        (await answer.Content.ReadAsStringAsync()).ShouldContain($"ws://127.0.0.1:{_server.Address.Port}/foxglove");
    }

    [Fact]
    public async Task Serve_MonitorStops_ClosesWithThatReason()
    {
        using ClientWebSocket socket = await Connect();
        await _stopping.CancelAsync();
        (await Closed(socket)).ShouldBe((WebSocketCloseStatus.EndpointUnavailable, "the monitor stops"));
    }

    private Uri Address =>
        new(new UriBuilder(_server.Address) { Scheme = "ws", Path = FoxgloveSocket.Path }.Uri.ToString());

    private static ClientWebSocket New(string? protocol)
    {
        ClientWebSocket socket = new();
        socket.Options.CollectHttpResponseDetails = true;
        if (protocol is not null)
            socket.Options.AddSubProtocol(protocol);
        return socket;
    }

    private async Task<ClientWebSocket> Connect()
    {
        ClientWebSocket socket = New(FoxgloveSocket.Protocol);
        await socket.ConnectAsync(Address, CancellationToken.None);
        return socket;
    }

    // The id of a topic, from the first two messages.
    private static async Task<uint> Advertised(ClientWebSocket socket, string topic)
    {
        await NextText(socket);
        return Channel(await NextText(socket), topic).GetProperty("id").GetUInt32();
    }

    // Served in order: the answer to what follows says that it is in force.
    private static async Task Subscribe(ClientWebSocket socket, int id, uint channel)
    {
        await socket.SendAsync(
            $$"""{"op":"subscribe","subscriptions":[{"id":{{id}},"channelId":{{channel}}}]}""");
        await socket.SendAsync("""{"op":"unsubscribe","subscriptionIds":[4000000000]}""");
        (await NextText(socket)).GetProperty("level").GetInt32().ShouldBeGreaterThan(0);
    }

    private static JsonElement Channel(JsonElement advertise, string topic) =>
        advertise.GetProperty("channels").EnumerateArray()
            .Single(channel => channel.GetProperty("topic").GetString() == topic);

    private static async Task<JsonElement> NextText(ClientWebSocket socket)
    {
        while (true)
        {
            (byte[] bytes, bool isBinary) = await socket.NextAsync();
            if (!isBinary)
                return JsonSerializer.Deserialize<JsonElement>(bytes);
        }
    }

    private static async Task<byte[]> NextBinary(ClientWebSocket socket)
    {
        while (true)
        {
            (byte[] bytes, bool isBinary) = await socket.NextAsync();
            if (isBinary)
                return bytes;
        }
    }

    private static async Task<(WebSocketCloseStatus? Status, string? Reason)> Closed(ClientWebSocket socket)
    {
        while (socket.State == WebSocketState.Open)
            await socket.NextAsync();
        return (socket.CloseStatus, socket.CloseStatusDescription);
    }
}
