using FuncLibs.Messaging.RigLink;
using Testing;

namespace FuncLibs.Tests.Messaging.RigLink;

public sealed class LinkFrameParserTests
{
    private readonly LinkFrameParser _parser = new();

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(7)]
    [InlineData(100_000)]
    public void TryTake_BytesInPieces_GivesTheFrames(int piece)
    {
        byte[] bytes =
        [
            .. Frame(LinkFrameType.Event, 3), .. Frame(LinkFrameType.Heartbeat, 0),
            .. Frame(LinkFrameType.Block, 200_000),
        ];
        var seen = new List<(LinkFrameType, int)>();
        for (int at = 0; at < bytes.Length;)
        {
            int count = Math.Min(Math.Min(piece, bytes.Length - at), _parser.Free.Length);
            bytes.AsSpan(at, count).CopyTo(_parser.Free);
            _parser.Advance(count);
            at += count;
            while (_parser.TryTake(out LinkFrame frame).IsOk)
                seen.Add((frame.Type, frame.Body.Length));
        }

        seen.ShouldBe([(LinkFrameType.Event, 3), (LinkFrameType.Heartbeat, 0), (LinkFrameType.Block, 200_000)]);
    }

    [Theory]
    [InlineData(0u, (byte)5)]
    [InlineData(uint.MaxValue, (byte)2)]
    [InlineData((8u << 20) + 1, (byte)2)]
    [InlineData((1u << 20) + 1, (byte)1)]
    public void TryTake_BadLength_IsRefusedBeforeTheBufferGrows(uint length, byte type)
    {
        int before = _parser.Capacity;
        Feed([.. BitConverter.GetBytes(length), type]);

        LinkOutcome outcome = _parser.TryTake(out _);

        outcome.Status.ShouldBe(LinkStatus.BadLength);
        outcome.Value.ShouldBe(length);
        _parser.Capacity.ShouldBe(before);
    }

    [Theory]
    [InlineData((byte)0)]
    [InlineData((byte)6)]
    [InlineData((byte)255)]
    public void TryTake_BadType_IsRefused(byte type)
    {
        Feed([1, 0, 0, 0, type]);

        _parser.TryTake(out _).ToString().ShouldBe($"a frame of type {type}; known are 1 to 5");
    }

    [Fact]
    public void TryTake_WarmParser_DoesNotAllocate()
    {
        byte[] frame = Frame(LinkFrameType.Block, 1000);

        Allocation.OfWarm(() =>
        {
            Feed(frame);
            _parser.TryTake(out _);
            _parser.TryTake(out _);
        }).ShouldBe(0);
    }

    private void Feed(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_parser.Free);
        _parser.Advance(bytes.Length);
    }

    private static byte[] Frame(LinkFrameType type, int bodyBytes) =>
        [.. BitConverter.GetBytes(bodyBytes + 1), (byte)type, .. new byte[bodyBytes]];
}
