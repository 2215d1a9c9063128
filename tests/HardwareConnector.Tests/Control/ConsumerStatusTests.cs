using System.Buffers;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Wire.Control;
using HardwareConnector.Consumers;
using Testing;

namespace HardwareConnector.Tests.Control;

/// <summary>Statuses over real sockets.</summary>
public sealed class ConsumerStatusTests : IDisposable
{
    private readonly FakeTime _time = new();
    private readonly RunningControl _control;

    public ConsumerStatusTests() => _control = new RunningControl(_time, TimeProvider.System);

    private ulong Epoch => _control.Publisher.Identity.Epoch;

    public void Dispose() => _control.Dispose();

    [Fact]
    public void Status_AfterHello_IsRegisteredWithALease()
    {
        Send(new Hello(1, "plotter", ConsumerClass.Lossless).Write);
        Send(new ConsumerStatus(1, 0, 0, 17, 0, 0.25, Epoch).Write);

        Eventually.True(
            () => _control.Consumers.All is [{ State: ConsumerState.Keeping }], "the consumer is in the book");
        ConsumerView consumer = _control.Consumers.All[0];
        (consumer.Name, consumer.Cpu, consumer.Streams[0].Name, consumer.Streams[0].QueueBytes).ShouldBe(
            ("plotter", 0.25, "main", 17UL));
        _control.Publisher.Recorder.Leases.Leases.All.Single().Consumer.ShouldBe("plotter");
    }

    [Fact]
    public void Bye_RemovesTheConsumerNotItsLease()
    {
        Send(new Hello(1, "plotter", ConsumerClass.Lossless).Write);
        Send(new ConsumerStatus(1, 0, 0, 17, 0, 0.25, Epoch).Write);
        Send(new ControlEnvelope(ControlOp.Bye, 2).Write);

        Eventually.True(
            () => _control.Consumers.All.Count == 0 && _control.Publisher.Recorder.Leases.Leases.All.Count == 1,
            "it left and may come back");
    }

    [Fact]
    public void Status_OfAnUnknownPeer_RequestsAHelloAndIsNoRefusal()
    {
        for (int i = 0; i < 50; i++)
            Send(new ConsumerStatus(1, 0, 0, 0, 0, 0, Epoch).Write);

        Eventually.True(() => _control.Consumers.Ignored == 50, "all are looked at");
        FrameBuffer answer = _control.Answer;
        Eventually.True(
            () => _control.Client.TryReceive(answer) == FuncLibs.Messaging.Transport.ReceiveStatus.Control,
            "it is told to greet");
        ErrorAnswer.Read(answer.Payload, out _).ShouldNotBeNull().Code.ShouldBe(ErrorAnswer.UnknownPeer);
        _control.Peers.Refused.ShouldBe(0);
    }

    [Fact]
    public void Status_ThatCannotBeRead_IsABadRequest()
    {
        Send(WriteNegative);

        FrameBuffer answer = _control.Answer;
        Eventually.True(
            () => _control.Client.TryReceive(answer) == FuncLibs.Messaging.Transport.ReceiveStatus.Control,
            "an answer comes");
        ErrorAnswer.Read(answer.Payload, out _).ShouldNotBeNull().Message.ShouldContain("delivered");
    }

    private static void WriteNegative(IBufferWriter<byte> output)
    {
        MessagePackWriter writer = new(output);
        writer.WriteMapHeader(2);
        writer.Write("op");
        writer.Write("status");
        writer.Write("delivered");
        writer.Write(-1L);
        writer.Flush();
    }

    private void Send(Action<IBufferWriter<byte>> write) => _control.Send(write);
}
