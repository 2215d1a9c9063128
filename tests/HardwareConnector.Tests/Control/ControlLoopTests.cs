using System.Buffers;
using FuncLibs.Catalogue;
using FuncLibs.Catalogue.Codec;
using FuncLibs.Hosting.Threads;
using FuncLibs.MessagePack;
using FuncLibs.Transport;
using FuncLibs.Transport.Buffers;
using FuncLibs.Wire;
using FuncLibs.Wire.Control;
using HardwareConnector.Control;
using HardwareConnector.Replay;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.Control;

public sealed class ControlLoopTests : IDisposable
{
    private readonly RunningPublisher _publisher = new RunningPublisher().Join().Describe();
    private readonly FakeTime _time = new();
    private readonly PeerBook _peers;
    private readonly ReplayDesk _desk;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private readonly Endpoint _endpoint;
    private readonly IControlClient _client;
    private readonly ArrayBufferWriter<byte> _request = new();
    private readonly FrameBuffer _answer = new(FrameLimits.Default);

    public ControlLoopTests()
    {
        _peers = new PeerBook(_time);
        ReadySignal ready = new();
        _desk = new ReplayDesk(_publisher.Recorder, _publisher.Book, _publisher.Feed, 1e9, TimeProvider.System);
        ControlAnswers answers = new(_publisher.Book, _publisher.Identity, _publisher.Recorder, _desk, TimeProvider.System);
        ControlLoop loop = new(_publisher.Transport, Endpoint.Parse("tcp://127.0.0.1:0"), ready, answers, _desk, _peers);
        _thread = new Thread(() => loop.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
        Eventually.True(() => ready.Endpoint.IsCompletedSuccessfully, "the socket is bound");
        _endpoint = Endpoint.Parse(ready.Endpoint.Result);
        _client = _publisher.Transport.Connect(_endpoint);
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _client.Dispose();
        _desk.Dispose();
        _publisher.Dispose();
        _stop.Dispose();
    }

    [Fact]
    public void Hello_IsWelcomed()
    {
        Publish(3);
        Ask(new Hello(7, "test", ConsumerClass.Live).Write);

        Welcome welcome = Welcome.Read(_answer.Payload, out _).ShouldNotBeNull();
        welcome.Id.ShouldBe(7u);
        (welcome.Publisher, welcome.Instance, welcome.Epoch).ShouldBe(
            (_publisher.Identity.Publisher, _publisher.Identity.Instance, _publisher.Identity.Epoch));
        welcome.Streams.ShouldBe([new NamedStream(1, "main")]);
        welcome.Epochs.ShouldBe([new EpochRange(_publisher.Identity.Epoch, 1, 1, 3, Exact: false)]);
    }

    [Fact]
    public void Hello_WithoutClass_IsRefusedUnderItsOwnId()
    {
        Ask(output => WriteOp(output, "hello", 8));

        Error().ShouldBe((8u, ErrorAnswer.BadRequest));
    }

    [Fact]
    public void Catalogue_IsThePresentOne()
    {
        Ask(new CatalogueRequest(9).Write);

        CatalogueAnswer.TryRead(_answer.Payload, out CatalogueAnswer answer, out ReadOnlySpan<byte> encoded, out _).ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(9));
        CatalogueCodec.Read(encoded, out PublisherCatalogue? catalogue).IsOk.ShouldBeTrue();
        catalogue.ShouldBe(_publisher.Book.Current.Catalogue);
    }

    [Fact]
    public void Catalogue_UnknownRevision_IsNotFound()
    {
        Ask(new CatalogueRequest(10, 4711).Write);

        Error().ShouldBe((10u, ErrorAnswer.NotFound));
    }

    [Fact]
    public void Snapshot_IsTheCatalogueAndTheLastBlock()
    {
        Publish(5);
        Ask(new ControlEnvelope(ControlOp.Snapshot, 11).Write);
        CatalogueAnswer.TryRead(_answer.Payload, out CatalogueAnswer answer, out _, out _).ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(11, 1));

        Receive().ShouldBe(ReceiveStatus.Frame);
        FrameHeaderReader.Read(_answer.Header, _answer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        (header.Sequence, header.AcquiredNs).ShouldBe((5UL, TestRig.DueNs(4)));
        _answer.Payload.SequenceEqual(_publisher.Payload).ShouldBeTrue();
    }

    [Fact]
    public void Snapshot_BeforeTheFirstBlock_AnnouncesNone()
    {
        Ask(new ControlEnvelope(ControlOp.Snapshot, 12).Write);

        CatalogueAnswer.TryRead(_answer.Payload, out CatalogueAnswer answer, out _, out _).ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(12, 0));
    }

    [Fact]
    public void Time_IsBetweenReceivedAndAnswered()
    {
        Ask(new TimeExchange(13, 42).WriteRequest);

        TimeExchange.TryRead(_answer.Payload, out TimeExchange time, out _).ShouldBeTrue();
        (time.Id, time.T1).ShouldBe((13u, 42L));
        time.T3.ShouldBeGreaterThanOrEqualTo(time.T2);
        time.T2.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("history", ErrorAnswer.Unsupported)]
    [InlineData("replay", ErrorAnswer.BadRequest)]
    [InlineData("credit", ErrorAnswer.BadRequest)]
    [InlineData("dance", ErrorAnswer.UnknownOp)]
    public void Op_NotServed_IsAnError(string op, string code)
    {
        Ask(output => WriteOp(output, op, 14));

        Error().ShouldBe((14u, code));
    }

    [Fact]
    public void Garbage_IsABadRequest()
    {
        Ask(output => output.Write((ReadOnlySpan<byte>)[0xC1, 0xFF]));

        Error().ShouldBe((0u, ErrorAnswer.BadRequest));
    }

    [Fact]
    public void OpOfAnotherType_IsABadRequestUnderItsOwnId()
    {
        Ask(output => output.Write((ReadOnlySpan<byte>)[0x82, 0xA2, .. "op"u8, 0x07, 0xA2, .. "id"u8, 0x13]));

        Error().ShouldBe((0x13u, ErrorAnswer.BadRequest));
    }

    [Fact]
    public void SixteenRefusals_AreIgnoredForAMinute()
    {
        for (uint i = 0; i < PeerBook.MaxRefusals; i++)
            Ask(output => WriteOp(output, "dance", i));
        Send(new TimeExchange(15, 1).WriteRequest);
        Eventually.True(() => _peers.Dropped == 1, "the seventeenth is dropped unread");

        _time.Advance(TimeSpan.FromSeconds(60));
        Ask(new TimeExchange(16, 1).WriteRequest);
        TimeExchange.TryRead(_answer.Payload, out TimeExchange time, out _).ShouldBeTrue();
        time.Id.ShouldBe(16u);
    }

    [Fact]
    public void SeveralFrames_AreRefusedAndNotAnsweredWithAnothersRequest()
    {
        Ask(new TimeExchange(17, 1).WriteRequest);
        using var peer = new RawDealer(_endpoint);
        peer.Send("first"u8, more: true);
        peer.Send("second"u8, more: false);

        ErrorAnswer answer = ErrorAnswer.Read(peer.Receive(), out _).ShouldNotBeNull();
        (answer.Id, answer.Code).ShouldBe((0u, ErrorAnswer.BadRequest));
        _peers.Refused.ShouldBe(1);
    }

    [Fact]
    public void PeerThatLeft_IsForgotten()
    {
        using (var peer = new RawDealer(_endpoint))
        {
            for (int i = 0; i < 50; i++)
                peer.Send([0xC1], more: false);
        }

        Eventually.True(() => _peers.Refused >= PeerBook.MaxRefusals, "its requests are looked at");
        Ask(new TimeExchange(18, 1).WriteRequest);
    }

    private static void WriteOp(IBufferWriter<byte> output, string op, uint id)
    {
        var writer = new MessagePackWriter(output);
        writer.WriteMapHeader(2);
        writer.Write("op");
        writer.Write(op);
        writer.Write("id");
        writer.Write((long)id);
        writer.Flush();
    }

    private void Publish(int blocks)
    {
        for (int i = 0; i < blocks; i++)
        {
            TestRig.Offer(_publisher.Feed, i);
            _publisher.Next(FrameKind.Data);
        }

        Eventually.True(() => _publisher.Loop.Counters.Blocks == blocks, "the last block is kept");
    }

    private void Send(Action<IBufferWriter<byte>> write)
    {
        _request.ResetWrittenCount();
        write(_request);
        _client.TrySend(_request.WrittenSpan).ShouldBe(SendStatus.Sent);
    }

    private void Ask(Action<IBufferWriter<byte>> write)
    {
        Send(write);
        Receive().ShouldBe(ReceiveStatus.Control);
    }

    private ReceiveStatus Receive()
    {
        ReceiveStatus status = default;
        Eventually.True(() => (status = _client.TryReceive(_answer)) != ReceiveStatus.Empty, "an answer comes");
        return status;
    }

    private (uint Id, string Code) Error()
    {
        ErrorAnswer answer = ErrorAnswer.Read(_answer.Payload, out _).ShouldNotBeNull();
        answer.Message.ShouldNotBeEmpty();
        return (answer.Id, answer.Code);
    }
}
