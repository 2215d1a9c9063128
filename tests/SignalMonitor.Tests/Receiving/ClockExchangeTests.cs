using System.Buffers;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Timing;
using FuncLibs.Runtime.Timing.Clocks;
using SignalMonitor.Receiving;
using Testing;

namespace SignalMonitor.Tests.Receiving;

/// <summary>
/// The dialog over a real socket with a clock of the test's: the test is the connector, whose clock is ahead.
/// </summary>
public sealed class ClockExchangeTests : IDisposable
{
    private static readonly TimeSpan Ahead = TimeSpan.FromMilliseconds(7);
    private static readonly TimeSpan Way = TimeSpan.FromMicroseconds(50);

    private readonly ZeroMqTransport _transport = new(new SocketLimits { LingerMs = 0 }, TimeProvider.System);
    private readonly FakeTime _time = new();
    private readonly ConnectionClock _clock = new();
    private readonly IControlServer _server;
    private readonly IControlClient _client;
    private readonly ClockExchange _dialog;
    private readonly FrameBuffer _frame = new(FrameLimits.Default);
    private TimeSpan _ahead = Ahead;
    private uint _id;

    public ClockExchangeTests()
    {
        _server = _transport.Serve(Endpoint.Parse("tcp://127.0.0.1:0"));
        _client = _transport.Connect(_server.Endpoint);
        _dialog = new ClockExchange(_clock, _time);
    }

    public void Dispose()
    {
        _client.Dispose();
        _server.Dispose();
        _transport.Dispose();
    }

    [Fact]
    public void Receive_Answer_GivesOffsetAndBound()
    {
        Exchange();

        ClockReading reading = _clock.Read();
        reading.Estimate.ShouldBe(new ClockEstimate(Ns(Ahead), Ns(Way) + 200, 2 * Ns(Way)));
        (reading.Probes, reading.Refused, reading.Jumps).ShouldBe((1L, 0L, 0L));
        (reading.LatencyErrorNs, reading.CorrectionNs).ShouldBe((Ns(Ahead) + Ns(Way) + 200, Ns(Ahead)));
    }

    [Fact]
    public void IsDue_OnceASecond()
    {
        _dialog.IsDue.ShouldBeTrue();
        Exchange();
        _time.Advance(TimeSpan.FromMilliseconds(998));
        _dialog.IsDue.ShouldBeFalse();
        _time.Advance(TimeSpan.FromMilliseconds(2));

        _dialog.IsDue.ShouldBeTrue();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public void Request_OwnClockStepped_IsCountedAndMeasuredAgain(int hours)
    {
        Exchange();
        _time.Step(TimeSpan.FromHours(hours));
        _ahead -= TimeSpan.FromHours(hours);
        _dialog.Request(_client, ++_id);
        (_clock.Read().Estimate, _clock.Read().OwnSteps, _clock.Own.LastNs).ShouldBe(
            (null, 1L, Ns(TimeSpan.FromHours(hours))));
        Receive();
        Exchange();

        _clock.Read().Estimate!.Value.OffsetNs.ShouldBe(Ns(_ahead));
        (_clock.Read().Jumps, _clock.Read().OwnSteps).ShouldBe((0L, 1L));
    }

    [Fact]
    public void Receive_OwnClockSteppedInBetween_IsNotUsed()
    {
        _dialog.Request(_client, ++_id);
        Receive();
        _time.Step(TimeSpan.FromSeconds(1));
        Answer(Request());

        (_clock.Read().Estimate, _clock.Read().OwnSteps, _clock.Read().Probes).ShouldBe((null, 1L, 0L));
    }

    [Fact]
    public void Request_ConnectorAnnouncedAStep_IsMeasuredAgainAndTheRigsClockIsUnknown()
    {
        Exchange();
        _clock.ConnectorStepped(1, 5, Ns(TimeSpan.FromHours(1)), _time.NowNs()).ShouldBeTrue();
        _clock.ConnectorStepped(1, 5, Ns(TimeSpan.FromHours(1)), _time.NowNs()).ShouldBeFalse();
        _ahead += TimeSpan.FromHours(1);
        Exchange();

        ClockReading reading = _clock.Read();
        (reading.ConnectorSteps, reading.Jumps, reading.Estimate!.Value.OffsetNs).ShouldBe((1L, 0L, Ns(_ahead)));
        (reading.LatencyErrorNs, reading.CorrectionNs).ShouldBe((null, null));
    }

    [Fact]
    public void Receive_ConnectorSteppedWithoutAWord_IsAJump()
    {
        Exchange();
        _ahead += TimeSpan.FromHours(1);
        Exchange();

        (_clock.Read().Jumps, _clock.Read().Estimate!.Value.OffsetNs).ShouldBe((1L, Ns(_ahead)));
    }

    [Theory]
    [InlineData(long.MinValue, long.MaxValue)]
    [InlineData(long.MaxValue, long.MaxValue)]
    [InlineData(0, 0)]
    [InlineData(-1, 1)]
    public void Receive_AbsurdStamps_AreRefused(long t2, long t3)
    {
        _dialog.Request(_client, ++_id);
        Receive();
        Take(Request() with { T2 = t2, T3 = t3 });

        (_clock.Read().Estimate, _clock.Read().Refused).ShouldBe((null, 1L));
    }

    [Fact]
    public void Receive_AnswerToSomethingElse_IsRefused()
    {
        _dialog.Request(_client, ++_id);
        Receive();
        TimeExchange requested = Request();
        Answer(requested with { Id = requested.Id + 1 });
        Answer(requested with { T1 = requested.T1 - 1 });
        _clock.Read().Refused.ShouldBe(2);
        Answer(requested);
        Answer(requested);

        (_clock.Read().Probes, _clock.Read().Refused).ShouldBe((1L, 3L));
    }

    [Fact]
    public void Restart_DropsTheOtherMachine()
    {
        Exchange();
        _dialog.Restart();
        _clock.Read().Estimate.ShouldBeNull();
        _ahead = TimeSpan.FromDays(-1);
        Exchange();

        (_clock.Read().Jumps, _clock.Read().Estimate!.Value.OffsetNs).ShouldBe((0L, Ns(_ahead)));
    }

    private static long Ns(TimeSpan time) => time.Ticks * UtcClock.NanosecondsPerTick;

    private void Exchange()
    {
        _dialog.Request(_client, ++_id);
        Receive();
        Answer(Request());
    }

    private void Receive() =>
        Eventually.True(() => _server.TryReceive(_frame, out _) == ReceiveStatus.Control, "the connector is asked");

    private TimeExchange Request()
    {
        TimeExchange.TryRead(_frame.Payload, out TimeExchange requested, out _).ShouldBeTrue();
        return requested;
    }

    private void Answer(TimeExchange requested)
    {
        _time.Advance(Way);
        long there = _time.NowNs() + Ns(_ahead);
        _time.Advance(Way);
        Take(requested with { T2 = there, T3 = there });
    }

    private void Take(TimeExchange answer)
    {
        ArrayBufferWriter<byte> bytes = new();
        answer.WriteAnswer(bytes);
        _dialog.Receive(bytes.WrittenSpan, _time.NowNs());
    }
}
