using System.Buffers;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Control;
using HardwareConnector.Tests.Publishing;
using Testing;

namespace HardwareConnector.Tests.Control;

public sealed class ControlLoopTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly RunningControl _control;

    public ControlLoopTests() => _control = new RunningControl(_time, TimeProvider.System);

    private RunningPublisher Publisher => _control.Publisher;

    private FrameBuffer Answer => _control.Answer;

    public void Dispose() => _control.Dispose();

    [Fact]
    public void Hello_IsWelcomed()
    {
        Publish(3);
        Ask(new Hello(7, "test", ConsumerClass.Live).Write);

        Welcome welcome = Welcome.Read(Answer.Payload, out _).ShouldNotBeNull();
        welcome.Id.ShouldBe(7u);
        (welcome.Publisher, welcome.Instance, welcome.Epoch).ShouldBe(
            (Publisher.Identity.Publisher, Publisher.Identity.Instance, Publisher.Identity.Epoch));
        welcome.Streams.ShouldBe([new NamedStream(1, "main")]);
        welcome.Epochs.ShouldBe([new EpochRange(Publisher.Identity.Epoch, 1, 1, 3, Exact: false)]);
    }

    [Fact]
    public void Hello_WithoutClass_IsRefusedUnderItsOwnId()
    {
        Ask(output => WriteOp(output, "hello", 8));

        Error().ShouldBe((8u, ErrorAnswer.BadRequest));
    }

    [Fact]
    public void Request_LongerThan64KiB_IsRefusedWithAnAnswer()
    {
        _control.Client.TrySend(new byte[SocketLimits.MaxRequestBytes + 1]).ShouldBe(SendStatus.Sent);
        Receive().ShouldBe(ReceiveStatus.Control);

        ErrorAnswer.Read(Answer.Payload, out _)!.Message.ShouldContain("up to 65536 bytes");
        Error().ShouldBe((0u, ErrorAnswer.BadRequest));
    }

    [Fact]
    public void Run_PeerThatNeverStopsRequesting_LeavesReplaysTheirTurn()
    {
        using EndlessRequester peer = new(Publisher.Identity.Epoch);
        Publish(20);
        Eventually.True(() => Publisher.Recorder.Marks(1)?.Written >= 20, "every block is written");
        _control.Stop();
        using CancellationTokenSource stop = new();
        Thread thread = new(() => _control.NewLoop(peer).Run(stop.Token)) { IsBackground = true };
        thread.Start();

        Eventually.True(() => peer.Frames >= 20, "the replay goes on between the requests");
        stop.Cancel();
        thread.Join();
    }

    [Fact]
    public void Catalogue_IsThePresentOne()
    {
        Ask(new CatalogueRequest(9).Write);

        CatalogueAnswer
            .TryRead(Answer.Payload, out CatalogueAnswer answer, out ReadOnlySpan<byte> encoded, out _)
            .ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(9));
        CatalogueCodec.Read(encoded, out PublisherCatalogue? catalogue).IsOk.ShouldBeTrue();
        catalogue.ShouldBe(Publisher.Registry.Current.Catalogue);
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
        CatalogueAnswer.TryRead(Answer.Payload, out CatalogueAnswer answer, out _, out _).ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(11, 1));

        Receive().ShouldBe(ReceiveStatus.Frame);
        FrameHeaderReader.Read(
            Answer.Header, Answer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        (header.Sequence, header.AcquiredNs).ShouldBe((5UL, TestRig.DueNs(4)));
        Answer.Payload.SequenceEqual(Publisher.Payload).ShouldBeTrue();
    }

    [Fact]
    public void Snapshot_BeforeTheFirstBlock_AnnouncesNone()
    {
        Ask(new ControlEnvelope(ControlOp.Snapshot, 12).Write);

        CatalogueAnswer.TryRead(Answer.Payload, out CatalogueAnswer answer, out _, out _).ShouldBeTrue();
        answer.ShouldBe(new CatalogueAnswer(12, 0));
    }

    [Fact]
    public void Time_IsBetweenReceivedAndAnswered()
    {
        Ask(new TimeExchange(13, 42).WriteRequest);

        TimeExchange.TryRead(Answer.Payload, out TimeExchange time, out _).ShouldBeTrue();
        (time.Id, time.T1).ShouldBe((13u, 42L));
        time.T3.ShouldBeGreaterThanOrEqualTo(time.T2);
        time.T2.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("history", ErrorAnswer.BadRequest)]
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
        for (uint i = 0; i < PeerRegistry.MaxRefusals; i++)
            Ask(output => WriteOp(output, "dance", i));
        _control.Send(new TimeExchange(15, 1).WriteRequest);
        Eventually.True(() => _control.Peers.Dropped == 1, "the seventeenth is dropped unread");

        _time.Advance(TimeSpan.FromSeconds(60));
        Ask(new TimeExchange(16, 1).WriteRequest);
        TimeExchange.TryRead(Answer.Payload, out TimeExchange time, out _).ShouldBeTrue();
        time.Id.ShouldBe(16u);
    }

    [Fact]
    public void SeveralFrames_AreRefusedAndNotAnsweredWithAnothersRequest()
    {
        Ask(new TimeExchange(17, 1).WriteRequest);
        using var peer = new RawDealer(_control.Address);
        peer.Send("first"u8, more: true);
        peer.Send("second"u8, more: false);

        ErrorAnswer answer = ErrorAnswer.Read(peer.Receive(), out _).ShouldNotBeNull();
        (answer.Id, answer.Code).ShouldBe((0u, ErrorAnswer.BadRequest));
        Eventually.True(() => _control.Peers.Refused == 1, "it is counted, after its answer");
    }

    [Fact]
    public void PeerThatLeft_IsRemoved()
    {
        using (var peer = new RawDealer(_control.Address))
        {
            for (int i = 0; i < 50; i++)
                peer.Send([0xC1], more: false);
            // A socket that is closed with answers unread is reset, and what it sent last may go with it.
            Eventually.True(() => _control.Peers.Refused >= PeerRegistry.MaxRefusals, "its requests are looked at");
        }

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
            TestRig.Offer(Publisher.Feed, i);
            Publisher.Next(FrameKind.Data);
        }

        Eventually.True(() => Publisher.Loop.Counters.Blocks == blocks, "the last block is kept");
    }

    private void Ask(Action<IBufferWriter<byte>> write)
    {
        _control.Send(write);
        Receive().ShouldBe(ReceiveStatus.Control);
    }

    private ReceiveStatus Receive()
    {
        ReceiveStatus status = default;
        Eventually.True(() => (status = _control.Client.TryReceive(Answer)) != ReceiveStatus.Empty, "an answer comes");
        return status;
    }

    private (uint Id, string Code) Error()
    {
        ErrorAnswer answer = ErrorAnswer.Read(Answer.Payload, out _).ShouldNotBeNull();
        answer.Message.ShouldNotBeEmpty();
        return (answer.Id, answer.Code);
    }
}
