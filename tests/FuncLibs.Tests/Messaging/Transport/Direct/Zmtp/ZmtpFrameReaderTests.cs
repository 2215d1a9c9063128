using FuncLibs.Messaging.Transport.Direct.Zmtp;

namespace FuncLibs.Tests.Messaging.Transport.Direct.Zmtp;

public sealed class ZmtpFrameReaderTests
{
    private const int Limit = 1000;

    private readonly ZmtpFrameReader _reader = new(Limit);

    [Fact]
    public void Read_TwoFramesInOneInput_GivesThemInTurn()
    {
        ReadOnlySpan<byte> input = [1, 2, 10, 11, 0, 1, 12];
        _reader.Read(ref input, out ReadOnlySpan<byte> first).ShouldBe(FrameStatus.Frame);
        first.ToArray().ShouldBe([10, 11]);
        _reader.HasMore.ShouldBeTrue();
        _reader.Read(ref input, out ReadOnlySpan<byte> second).ShouldBe(FrameStatus.Frame);
        second.ToArray().ShouldBe([12]);
        _reader.HasMore.ShouldBeFalse();
        _reader.Read(ref input, out _).ShouldBe(FrameStatus.NeedMore);
    }

    [Fact]
    public void Read_AByteAtATime_GivesTheFrame()
    {
        byte[] frame = [2, 0, 0, 0, 0, 0, 0, 1, 44, .. Enumerable.Range(0, 300).Select(i => (byte)i)];
        foreach (byte one in frame[..^1])
        {
            ReadOnlySpan<byte> input = [one];
            _reader.Read(ref input, out _).ShouldBe(FrameStatus.NeedMore);
            input.IsEmpty.ShouldBeTrue();
        }

        ReadOnlySpan<byte> last = frame.AsSpan(frame.Length - 1);
        _reader.Read(ref last, out ReadOnlySpan<byte> body).ShouldBe(FrameStatus.Frame);
        body.SequenceEqual(frame.AsSpan(9)).ShouldBeTrue();
    }

    [Fact]
    public void Read_EmptyFrame_IsAFrame() => StatusOf([0, 0]).ShouldBe(FrameStatus.Frame);

    [Fact]
    public void Read_Command_IsACommand() => StatusOf([4, 1, 1]).ShouldBe(FrameStatus.Command);

    [Fact]
    public void Read_LongestFrame_IsWaitedFor() =>
        StatusOf([2, 0, 0, 0, 0, 0, 0, Limit >> 8, Limit & 0xFF]).ShouldBe(FrameStatus.NeedMore);

    [Fact]
    public void Read_LongerFrame_IsBroken() =>
        StatusOf([2, 0, 0, 0, 0, 0, 0, (Limit + 1) >> 8, (Limit + 1) & 0xFF]).ShouldBe(FrameStatus.Broken);

    [Fact]
    public void Read_CommandAboveItsOwnLimit_IsBroken()
    {
        var reader = new ZmtpFrameReader(1 << 20);
        ReadOnlySpan<byte> input = [6, 0, 0, 0, 0, 0, 0, 4, 1];
        reader.Read(ref input, out _).ShouldBe(FrameStatus.Broken);
    }

    [Theory]
    [InlineData("02FFFFFFFFFFFFFFFF")]
    [InlineData("027FFFFFFFFFFFFFFF")]
    [InlineData("028000000000000000")]
    [InlineData("0800")]
    [InlineData("8000")]
    [InlineData("0500")]
    public void Read_HeadThatIsNone_IsBroken(string hex) =>
        StatusOf(Convert.FromHexString(hex)).ShouldBe(FrameStatus.Broken);

    [Fact]
    public void Read_ClaimOfTheLimit_TakesNoMemoryForIt()
    {
        var reader = new ZmtpFrameReader(256 << 20);
        byte[] claim = [2, 0, 0, 0, 0, 0x10, 0, 0, 0, 1, 2, 3];
        ReadOnlySpan<byte> input = claim;
        long before = GC.GetAllocatedBytesForCurrentThread();
        reader.Read(ref input, out _).ShouldBe(FrameStatus.NeedMore);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(16 << 10);
    }

    private FrameStatus StatusOf(ReadOnlySpan<byte> input) => _reader.Read(ref input, out _);
}
