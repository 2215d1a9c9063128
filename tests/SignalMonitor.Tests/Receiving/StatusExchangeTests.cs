using System.Buffers;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using SignalMonitor.Receiving;

namespace SignalMonitor.Tests.Receiving;

public sealed class StatusExchangeTests : IDisposable
{
    private readonly IntakeRig _rig = new();
    private readonly ZeroMqTransport _transport = new(new SocketLimits { LingerMs = 0 }, TimeProvider.System);
    private readonly FrameBuffer _answer = new(FrameLimits.Default);
    private readonly IControlClient _client;
    private readonly StatusExchange _status;
    private readonly ControlExchange _control;

    public StatusExchangeTests()
    {
        _client = _transport.Connect(Endpoint.Parse("tcp://127.0.0.1:1"));
        _status = new StatusExchange(_rig.Streams, _rig.Delivery, _rig.Time);
        _control = new ControlExchange(
            _client,
            _rig.Intake,
            _rig.Delivery,
            new ConsumerIdentity("test", ConsumerClass.Live),
            new HistoryRequester(_rig.Streams, 60, _rig.Time),
            _rig.Time)
        {
            Clock = new ClockExchange(new ConnectionClock(), _rig.Time),
            Status = _status,
        };
    }

    [Fact]
    public void IsDue_OnceASecond()
    {
        _status.IsDue.ShouldBeTrue();
        _status.Send(_client);
        _status.IsDue.ShouldBeFalse();
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _status.IsDue.ShouldBeTrue();
    }

    [Fact]
    public void IsDue_AfterARefusal_OnceAMinute()
    {
        _status.Send(_client);
        Receive(new ErrorAnswer(0, ErrorAnswer.Unsupported, "the key office1 lacks the right status").Write);
        _rig.Time.Advance(TimeSpan.FromSeconds(59));
        _status.IsDue.ShouldBeFalse();
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _status.IsDue.ShouldBeTrue();
    }

    [Fact]
    public void IsDue_AnotherRequestRefused_StaysOnceASecond()
    {
        _status.Send(_client);
        Receive(new ErrorAnswer(7, ErrorAnswer.Unsupported, "the key office1 lacks the right replay").Write);
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _status.IsDue.ShouldBeTrue();
    }

    [Fact]
    public void IsDue_WelcomeAfterARefusal_OnceASecond()
    {
        _status.Send(_client);
        Receive(new ErrorAnswer(0, ErrorAnswer.Unsupported, "the key office1 lacks the right status").Write);
        Receive(new Welcome
        {
            Id = 1,
            Publisher = Guid.NewGuid(),
            Instance = Guid.NewGuid(),
            Epoch = 2,
        }.Write);
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _status.IsDue.ShouldBeTrue();
    }

    public void Dispose()
    {
        _client.Dispose();
        _transport.Dispose();
        _rig.Dispose();
    }

    private void Receive(Action<IBufferWriter<byte>> write)
    {
        ArrayBufferWriter<byte> output = new();
        write(output);
        _answer.TrySetPayload(output.WrittenSpan).ShouldBeTrue();
        _control.Receive(_answer);
    }
}
