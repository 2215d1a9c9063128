using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.Direct.Zmtp;
using FuncLibs.Messaging.Wire;
using FuncLibs.Tests.Messaging.Transport.Contract;

namespace FuncLibs.Tests.Messaging.Transport.Direct.Zmtp;

public sealed class MessageAssemblerTests
{
    private const int MaxPayload = 5000;

    private static readonly FrameLimits Limits = new() { MaxPayloadBytes = MaxPayload };
    private static readonly byte[] Block = Message(Rig.Topic, FrameHeaderTestData.Golden, FrameHeaderTestData.Payload);

    private readonly MessageAssembler _assembler = new(Limits);
    private readonly FrameBuffer _buffer = new(Limits);

    [Fact]
    public void Read_ThreeFrames_IsAFrame()
    {
        Read(Block).ShouldBe(AssemblyStatus.Frame);
        _assembler.TryTake(_buffer).ShouldBeTrue();
        _buffer.Topic.SequenceEqual(Rig.Topic).ShouldBeTrue();
        _buffer.Header.SequenceEqual(FrameHeaderTestData.Golden).ShouldBeTrue();
        _buffer.Payload.SequenceEqual(FrameHeaderTestData.Payload).ShouldBeTrue();
    }

    [Fact]
    public void Read_EachSplitInTwo_IsTheSameFrame()
    {
        for (int at = 1; at < Block.Length; at++)
        {
            Read(Block.AsSpan(0, at)).ShouldBe(AssemblyStatus.NeedMore);
            Read(Block.AsSpan(at)).ShouldBe(AssemblyStatus.Frame);
            _assembler.TryTake(_buffer).ShouldBeTrue();
            _buffer.Payload.SequenceEqual(FrameHeaderTestData.Payload).ShouldBeTrue($"split at {at}");
        }
    }

    [Fact]
    public void Target_PayloadIsNext_ReceivesIt()
    {
        Read(Block.AsSpan(0, Block.Length - FrameHeaderTestData.Payload.Length)).ShouldBe(AssemblyStatus.NeedMore);
        _assembler.Target.Length.ShouldBe(FrameHeaderTestData.Payload.Length);
        FrameHeaderTestData.Payload.CopyTo(_assembler.Target);
        _assembler.Advance(FrameHeaderTestData.Payload.Length).ShouldBe(AssemblyStatus.Frame);
        _assembler.TryTake(_buffer).ShouldBeTrue();
        _buffer.Payload.SequenceEqual(FrameHeaderTestData.Payload).ShouldBeTrue();
    }

    [Fact]
    public void Read_OneFrame_IsAControlMap()
    {
        Read(Message([0x81, 1, 2])).ShouldBe(AssemblyStatus.Control);
        _assembler.TryTake(_buffer).ShouldBeTrue();
        _buffer.Topic.Length.ShouldBe(0);
        _buffer.Payload.ToArray().ShouldBe([0x81, 1, 2]);
    }

    [Fact]
    public void Read_TwoFrames_AreDropped() => Read(Message([1], [2])).ShouldBe(AssemblyStatus.Malformed);

    [Fact]
    public void Read_FourFrames_AreDroppedAndTheNextMessageIsRead()
    {
        ReadOnlySpan<byte> input = [.. Message([1], [2], [3], [4]), .. Block];
        _assembler.Read(ref input).ShouldBe(AssemblyStatus.Malformed);
        _assembler.Read(ref input).ShouldBe(AssemblyStatus.Frame);
    }

    [Theory]
    [InlineData(Topic.MaxBytes, FrameHeader.MaxSize, "Frame")]
    [InlineData(Topic.MaxBytes + 1, FrameHeader.MaxSize, "Malformed")]
    [InlineData(Topic.MaxBytes, FrameHeader.MaxSize + 1, "Malformed")]
    public void Read_TopicAndHeader_HaveTheirLimits(int topic, int header, string expected) =>
        Read(Message(new byte[topic], new byte[header], [1])).ToString().ShouldBe(expected);

    [Fact]
    public void Read_LongestPayload_IsTaken() =>
        Read(Message([1], [2], new byte[MaxPayload])).ShouldBe(AssemblyStatus.Frame);

    [Fact]
    public void Read_LongerPayload_IsRefusedByItsHead()
    {
        byte[] bytes = Message([1], [2], new byte[MaxPayload + 1]);
        Read(bytes.AsSpan(0, bytes.Length - MaxPayload - 1)).ShouldBe(AssemblyStatus.Oversize);
    }

    [Fact]
    public void Read_MessageWithoutEnd_IsBroken()
    {
        AssemblyStatus status = AssemblyStatus.NeedMore;
        int frames = 0;
        for (; frames < 5000 && status == AssemblyStatus.NeedMore; frames++)
            status = Read([1, 1, 7]);
        status.ShouldBe(AssemblyStatus.Broken);
        frames.ShouldBe(1025);
    }

    [Fact]
    public void Read_CommandBetweenFrames_LeavesTheMessageWhole()
    {
        int second = 2 + Rig.Topic.Length;
        ReadOnlySpan<byte> input = [.. Block[..second], 4, 7, 4, .. "PING"u8, 0, 0, .. Block[second..]];
        _assembler.Read(ref input).ShouldBe(AssemblyStatus.Command);
        _assembler.Command.ToArray().ShouldBe([4, .. "PING"u8, 0, 0]);
        _assembler.Read(ref input).ShouldBe(AssemblyStatus.Frame);
    }

    [Fact]
    public void Reset_HalfAMessage_IsForgotten()
    {
        Read(Block.AsSpan(0, Block.Length - 5)).ShouldBe(AssemblyStatus.NeedMore);
        _assembler.Reset();
        Read(Block).ShouldBe(AssemblyStatus.Frame);
    }

    [Fact]
    public void Read_Warm_AllocatesNothing()
    {
        void Once()
        {
            Read(Block);
            _assembler.TryTake(_buffer);
        }

        Once();
        Once();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++)
            Once();
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    private static byte[] Message(params byte[][] frames)
    {
        List<byte> bytes = [];
        for (int i = 0; i < frames.Length; i++)
        {
            byte[] frame = new byte[ZmtpFrames.MaxHeadBytes + frames[i].Length];
            byte more = i + 1 < frames.Length ? ZmtpFrames.More : (byte)0;
            bytes.AddRange(frame[..ZmtpFrames.Write(frame, more, frames[i])]);
        }

        return [.. bytes];
    }

    private AssemblyStatus Read(ReadOnlySpan<byte> input) => _assembler.Read(ref input);
}
