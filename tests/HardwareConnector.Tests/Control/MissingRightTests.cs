using System.Buffers;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Control;
using Testing;

namespace HardwareConnector.Tests.Control;

/// <summary>Requests that a key has no right to, over real sockets that demand keys.</summary>
public sealed class MissingRightTests : IDisposable
{
    private static readonly SocketLimits Limits = new() { LingerMs = 0 };

    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly RunningControl _control;
    private readonly ZeroMqTransport _server;
    private readonly ZeroMqTransport _consumer;
    private readonly IControlClient _client;
    private readonly Thread _thread;
    private readonly TransportKeys _keys;

    public MissingRightTests()
    {
        KeyFile rig = NewKey("rig1");
        KeyFile office = NewKey("office1");
        File.WriteAllText(
            _folder.File("office1.pub"), (office with { Secret = null, Rights = AccessRights.Live }).ToString());
        _keys = new TransportKeys { Own = rig, Allowed = new AllowedPeers(_folder.Path) };
        _control = new RunningControl(TimeProvider.System, TimeProvider.System, keys: _keys);
        _control.Stop();
        _server = new ZeroMqTransport(Limits, TimeProvider.System, keys: _keys);
        _consumer = new ZeroMqTransport(Limits, TimeProvider.System, keys: new TransportKeys { Own = office });
        ReadySignal ready = new();
        ControlLoop loop = _control.NewLoop(_server, ready);
        _thread = new Thread(() => loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        _client = _consumer.Connect(Endpoint.Parse(ready.Endpoint.Result), rig.Public);
    }

    [Fact]
    public void Status_KeyWithoutTheRight_IsRefusedAndOtherRequestsAreStillAnswered()
    {
        const int Statuses = PeerRegistry.MaxRefusals + 4;
        for (int i = 0; i < Statuses; i++)
            Send(new ConsumerStatus(1, 0, 0, 0, 0, 0, _control.Publisher.Identity.Epoch).Write);
        for (int i = 0; i < Statuses; i++)
            Error().ShouldBe((0u, ErrorAnswer.Unsupported));
        _keys.Counts.MissingRights.ShouldBe(Statuses);

        ReplayRequest replay = new() { Id = 7, Credit = ReplayRequest.MaxCredit };
        replay.Ranges.Add(new ReplayRange(1, _control.Publisher.Identity.Epoch, 1, 1));
        Send(replay.Write);
        Error().ShouldBe((7u, ErrorAnswer.Unsupported));
        Send(new TimeExchange(8, 1).WriteRequest);
        Receive();
        TimeExchange.TryRead(_control.Answer.Payload, out TimeExchange time, out _).ShouldBeTrue();
        time.Id.ShouldBe(8u);
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _client.Dispose();
        _consumer.Dispose();
        _server.Dispose();
        _control.Dispose();
        _stop.Dispose();
        _folder.Dispose();
    }

    private static KeyFile NewKey(string name)
    {
        CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
        return new KeyFile { Name = name, Public = known, Secret = secret };
    }

    private void Send(Action<IBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> request = new();
        write(request);
        _client.TrySend(request.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    private void Receive() => Eventually.True(
        () => _client.TryReceive(_control.Answer) == ReceiveStatus.Control, "an answer comes");

    private (uint Id, string Code) Error()
    {
        Receive();
        ErrorAnswer answer = ErrorAnswer.Read(_control.Answer.Payload, out _).ShouldNotBeNull();
        return (answer.Id, answer.Code);
    }
}
