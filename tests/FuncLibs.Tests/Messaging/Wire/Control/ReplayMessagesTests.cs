using System.Buffers;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Wire.Control;
using Testing;

namespace FuncLibs.Tests.Messaging.Wire.Control;

public class ReplayMessagesTests
{
    private const uint TooMuch = ReplayRequest.MaxCredit + 1;
    private readonly ReplayRequest _request = new();

    [Fact]
    public void Replay_WhatWasWritten_ComesBack()
    {
        byte[] bytes = Replay(9, 1 << 20, new(1, 17, 3, 300), new(1, 18, 1, ulong.MaxValue), new(2, 17, 5, 5));
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.Replay, 9));
        _request.TryRead(bytes, out MapFault fault).ShouldBeTrue(fault.ToString());
        (_request.Id, _request.Credit).ShouldBe((9u, 1u << 20));
        _request.Ranges.ShouldBe([new(1, 17, 3, 300), new(1, 18, 1, ulong.MaxValue), new(2, 17, 5, 5)]);
    }

    [Fact]
    public void Replay_Bytes_AreThoseOfTheWire() => Replay(1, 2, new ReplayRange(3, 4, 5, 6)).ShouldBe(
    [
        0x84, 0xA2, .. "op"u8, 0xA6, .. "replay"u8, 0xA2, .. "id"u8, 1,
        0xA6, .. "ranges"u8, 0x91, 0x94, 3, 4, 5, 6, 0xA6, .. "credit"u8, 2,
    ]);

    [Fact]
    public void Replay_AsManyRangesAsAllowed_ComeBack()
    {
        _request.TryRead(Replay(1, 0, Ranges(ReplayRequest.MaxRanges)), out _).ShouldBeTrue();
        _request.Ranges.Count.ShouldBe(ReplayRequest.MaxRanges);
    }

    [Fact]
    public void Replay_OneRangeTooMany_IsRefused() =>
        Refused(Replay(1, 0, Ranges(ReplayRequest.MaxRanges + 1)), "ranges");

    [Fact]
    public void Replay_ABillionRanges_IsRefusedBeforeAllocating()
    {
        byte[] bytes = [0x81, 0xA6, .. "ranges"u8, 0xDD, 0x3B, 0x9A, 0xCA, 0x00];
        _request.TryRead(bytes, out _).ShouldBeFalse();
        Allocation.OfWarm(() => _request.TryRead(bytes, out _)).ShouldBe(0);
    }

    [Fact]
    public void Replay_CreditAboveTheLimit_IsRefused() => Refused(Replay(1, TooMuch, Ranges(1)), "credit");

    [Fact]
    public void Replay_EmptyRanges_AreRefusedAsEmptyNotAsMissing()
    {
        _request.TryRead(Replay(1, 0), out MapFault fault).ShouldBeFalse();

        (fault.Member, fault.Failure).ShouldBe(("ranges", ReadFailure.OutOfRange));
    }

    [Fact]
    public void Replay_WithoutRanges_ReportsThatTheyAreMissing()
    {
        _request.TryRead([0x80], out MapFault fault).ShouldBeFalse();

        fault.ToString().ShouldBe("ranges is missing");
    }

    [Theory]
    [InlineData(0ul, 1ul, 2ul)]
    [InlineData(1ul, 0ul, 2ul)]
    [InlineData(1ul, 3ul, 2ul)]
    public void Replay_RangeThatIsNone_IsRefused(ulong epoch, ulong from, ulong to) =>
        Refused(Replay(1, 0, new ReplayRange(1, epoch, from, to)), "ranges[]");

    [Theory]
    [InlineData(5ul, 10ul, 20ul)]
    [InlineData(5ul, 1ul, 3ul)]
    [InlineData(4ul, 30ul, 31ul)]
    public void Replay_OverlapOrBackwards_IsRefused(ulong epoch, ulong from, ulong to) => Refused(
        Replay(1, 0, new(1, 5, 5, 10), new(2, 5, 5, 10), new(1, epoch, from, to)), "ranges");

    [Fact]
    public void Replay_RangeOfThree_IsRefused()
    {
        byte[] bytes = [0x81, 0xA6, .. "ranges"u8, 0x91, 0x93, 1, 2, 3];
        Refused(bytes, "ranges[]");
    }

    [Fact]
    public void Replay_AfterAFailure_RequestsNothing()
    {
        _request.TryRead(Replay(1, 5, Ranges(3)), out _).ShouldBeTrue();
        _request.TryRead([0xC0], out _).ShouldBeFalse();
        (_request.Id, _request.Credit, _request.Ranges.Count).ShouldBe((0u, 0u, 0));
    }

    [Fact]
    public void Credit_WhatWasWritten_ComesBack()
    {
        var grant = new CreditGrant(9, ReplayRequest.MaxCredit);
        byte[] bytes = Bytes(grant.Write);
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.Credit, 9));
        CreditGrant.TryRead(bytes, out CreditGrant back, out _).ShouldBeTrue();
        back.ShouldBe(grant);
    }

    [Fact]
    public void Credit_AboveTheLimit_IsRefused()
    {
        CreditGrant.TryRead(Bytes(new CreditGrant(9, TooMuch).Write), out _, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBe("bytes");
    }

    [Fact]
    public void Credit_WithoutBytes_IsMissing()
    {
        CreditGrant
            .TryRead(Bytes(new ControlEnvelope(ControlOp.Credit, 9).Write), out _, out MapFault fault)
            .ShouldBeFalse();
        fault.ToString().ShouldBe("bytes is missing");
    }

    [Theory]
    [InlineData(ReplayResult.Complete)]
    [InlineData(ReplayResult.Partial)]
    [InlineData(ReplayResult.Gone)]
    [InlineData(ReplayResult.Busy)]
    [InlineData(ReplayResult.Unavailable)]
    public void End_WhatWasWritten_ComesBack(ReplayResult result)
    {
        var end = new EndAnswer(9, result, 100, 200, 250, "retention");
        byte[] bytes = Bytes(end.Write);
        Op(bytes).ShouldBe(new ControlEnvelope(ControlOp.End, 9));
        EndAnswer.Read(bytes, out _).ShouldBe(end);
    }

    [Fact]
    public void End_UnknownResult_IsRefused()
    {
        EndAnswer.Read(Bytes(new EndAnswer(9, ReplayResult.Unknown).Write), out MapFault fault).ShouldBeNull();
        fault.Member.ShouldBe("result");
    }

    [Fact]
    public void End_WithoutResult_IsMissing()
    {
        EndAnswer.Read(Bytes(new ControlEnvelope(ControlOp.End, 9).Write), out MapFault fault).ShouldBeNull();
        fault.ToString().ShouldBe("result is missing");
    }

    [Fact]
    public void EveryReader_MutatedMaps_NeverThrows()
    {
        byte[][] seeds =
        [
            Replay(9, 1 << 20, Ranges(3)), Bytes(new CreditGrant(9, 8).Write),
            Bytes(new EndAnswer(9, ReplayResult.Gone).Write),
        ];
        var random = new Random(12);
        for (int i = 0; i < 30_000; i++)
        {
            byte[] bytes = [.. seeds[i % seeds.Length]];
            for (int flip = random.Next(1, 4); flip > 0; flip--)
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
            if (_request.TryRead(bytes, out _))
                _request.Ranges.ShouldAllBe(range => range.Epoch > 0 && range.From > 0 && range.From <= range.To);
            CreditGrant.TryRead(bytes, out _, out _);
            EndAnswer.Read(bytes, out _);
        }
    }

    private static ReplayRange[] Ranges(int count) =>
        [.. Enumerable.Range(1, count).Select(i => new ReplayRange(1, 7, (ulong)i * 10, ((ulong)i * 10) + 4))];

    private static byte[] Replay(uint id, uint credit, params ReplayRange[] ranges)
    {
        var request = new ReplayRequest { Id = id, Credit = credit };
        foreach (ReplayRange range in ranges)
            request.Ranges.Add(range);
        return Bytes(request.Write);
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

    private void Refused(byte[] bytes, string member)
    {
        _request.TryRead(bytes, out MapFault fault).ShouldBeFalse();
        fault.Member.ShouldBe(member);
    }
}
