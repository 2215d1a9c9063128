using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Wire.Control;

public class ControlMessageTests
{
    private static readonly byte[] Catalogue = [0x81, 0xA8, .. "revision"u8, 7];

    [Fact]
    public void Hello_WhatWasWritten_ComesBack()
    {
        var hello = new Hello(9, "bench 3", ConsumerClass.Lossless);
        byte[] bytes = Bytes(hello.Write);
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.Hello, 9));
        Hello.Read(bytes, out _).ShouldBe(hello);
    }

    [Theory]
    [InlineData("time")]
    [InlineData("replay")]
    [InlineData("hello")]
    [InlineData("credit")]
    public void Envelope_AnOpThatIsAnswered_NeedsAnId(string op)
    {
        ControlEnvelope.TryRead(OpAlone(op), out _, out MapFault fault).ShouldBeFalse();

        fault.ToString().ShouldBe("id is missing");
    }

    [Theory]
    [InlineData("status")]
    [InlineData("bye")]
    [InlineData("dance")]
    public void Envelope_AnOpWithoutAnAnswer_NeedsNone(string op) =>
        ControlEnvelope.TryRead(OpAlone(op), out _, out _).ShouldBeTrue();

    [Fact]
    public void Hello_UnknownClass_IsRefused()
    {
        byte[] bytes = [0x81, 0xA5, .. "class"u8, 0xA1, (byte)'x'];
        Hello.Read(bytes, out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe("class");
    }

    [Fact]
    public void Welcome_WhatWasWritten_ComesBack()
    {
        var welcome = new Welcome { Id = 9, Publisher = Guid.NewGuid(), Instance = Guid.NewGuid(), Epoch = 17 };
        welcome.Epochs.Add(new EpochRange(16, 1, 1, 300, Exact: false));
        welcome.Streams.Add(new NamedStream(1, "main"));
        byte[] bytes = Bytes(welcome.Write);
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.Welcome, 9));
        Welcome back = Welcome.Read(bytes, out MapFault fault).ShouldNotBeNull(fault.ToString());
        (back.Id, back.Publisher, back.Instance, back.Epoch).ShouldBe(
            (welcome.Id, welcome.Publisher, welcome.Instance, welcome.Epoch));
        back.Epochs.ShouldBe(welcome.Epochs);
        back.Streams.ShouldBe(welcome.Streams);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(3u)]
    public void CatalogueRequest_WhatWasWritten_ComesBack(uint? revision)
    {
        var request = new CatalogueRequest(4, revision);
        CatalogueRequest.TryRead(Bytes(request.Write), out CatalogueRequest back, out _).ShouldBeTrue();
        back.ShouldBe(request);
    }

    [Theory]
    [InlineData(null, ControlOp.Catalogue)]
    [InlineData(2, ControlOp.Snapshot)]
    public void CatalogueAnswer_WhatWasWritten_ComesBack(int? blocks, ControlOp op)
    {
        var answer = new CatalogueAnswer(5, blocks);
        byte[] bytes = Bytes(output => answer.Write(output, Catalogue));
        Op(bytes).Op.ShouldBe(op);
        CatalogueAnswer
            .TryRead(bytes, out CatalogueAnswer back, out ReadOnlySpan<byte> catalogue, out _)
            .ShouldBeTrue();
        back.ShouldBe(answer);
        catalogue.SequenceEqual(Catalogue).ShouldBeTrue();
    }

    [Fact]
    public void Status_WhatWasWritten_ComesBack()
    {
        var status = new ConsumerStatus(1, 2, 3, 4, 5, 0.25, 6);
        ConsumerStatus.TryRead(Bytes(status.Write), out ConsumerStatus back, out _).ShouldBeTrue();
        back.ShouldBe(status);
    }

    [Fact]
    public void Time_Answer_ComesBack()
    {
        var time = new TimeExchange(8, 100, 200, 300);
        TimeExchange.TryRead(Bytes(time.WriteAnswer), out TimeExchange back, out _).ShouldBeTrue();
        back.ShouldBe(time);
    }

    [Fact]
    public void Error_WhatWasWritten_ComesBack()
    {
        var error = new ErrorAnswer(8, ErrorAnswer.Unsupported, "replay needs a journal");
        ErrorAnswer.Read(Bytes(error.Write), out _).ShouldBe(error);
    }

    [Fact]
    public void Envelope_UnknownOp_IsNoFailure()
    {
        byte[] bytes = [0x82, 0xA2, .. "op"u8, 0xA5, .. "dance"u8, 0xA2, .. "id"u8, 3];
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.Unknown, 3));
    }

    [Theory]
    [InlineData(new byte[] { 7 })]
    [InlineData(new byte[] { 0x92, 1, 2 })]
    [InlineData(new byte[] { 0xC4, 2, 0xA0, 0xA0 })]
    public void Envelope_OpOfAnotherTypeBeforeTheId_IsRefusedWithTheId(byte[] op)
    {
        byte[] bytes = [0x82, 0xA2, .. "op"u8, .. op, 0xA2, .. "id"u8, 3];
        ControlEnvelope.TryRead(bytes, out ControlEnvelope envelope, out MapFault fault).ShouldBeFalse();
        envelope.ShouldBe(new ControlEnvelope(ControlOp.Unknown, 3));
        (fault.Member, fault.Offset).ShouldBe(("op", 4));
    }

    [Fact]
    public void Envelope_GoodOpBehindABadOne_IsRefused()
    {
        byte[] bytes = [0x82, 0xA2, .. "op"u8, 7, 0xA2, .. "op"u8, 0xA3, .. "bye"u8];
        ControlEnvelope.TryRead(bytes, out _, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBe("op");
    }

    [Fact]
    public void Envelope_OpThatIsCut_IsAFaultOfTheOp()
    {
        byte[] bytes = [0x82, 0xA2, .. "op"u8, 0xDC, 0xFF, 0xFF];
        ControlEnvelope.TryRead(bytes, out _, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBe("op");
    }

    [Theory]
    [InlineData(new byte[0])]
    [InlineData(new byte[] { 0xC1 })]
    [InlineData(new byte[] { 0x80 })]
    [InlineData(new byte[] { 0xDF, 0xFF, 0xFF, 0xFF, 0xFF })]
    public void Envelope_BadBytes_IsAFaultWithAPlace(byte[] bytes)
    {
        ControlEnvelope.TryRead(bytes, out _, out MapFault fault).ShouldBeFalse();
        fault.ToString().ShouldNotBe("no fault");
    }

    [Fact]
    public void EveryReader_MutatedMaps_NeverThrows()
    {
        byte[] seed = Bytes(new Hello(9, "bench", ConsumerClass.Live).Write);
        var random = new Random(11);
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bytes = [.. seed];
            for (int flip = random.Next(1, 4); flip > 0; flip--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            Hello.Read(bytes, out _);
            Welcome.Read(bytes, out _);
            ControlEnvelope.TryRead(bytes, out _, out _);
            CatalogueAnswer.TryRead(bytes, out _, out _, out _);
        }
    }

    private static ControlEnvelope Op(byte[] bytes)
    {
        ControlEnvelope.TryRead(bytes, out ControlEnvelope envelope, out MapFault fault).ShouldBeTrue(fault.ToString());
        return envelope;
    }

    private static byte[] Bytes(Action<IBufferWriter<byte>> write)
    {
        var output = new ArrayBufferWriter<byte>();
        write(output);
        return output.WrittenSpan.ToArray();
    }

    private static byte[] OpAlone(string op) =>
        [0x81, 0xA2, .. "op"u8, (byte)(0xA0 | op.Length), .. System.Text.Encoding.ASCII.GetBytes(op)];
}
