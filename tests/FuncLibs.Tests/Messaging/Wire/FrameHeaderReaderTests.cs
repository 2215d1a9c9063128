using System.Buffers.Binary;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Tests.Messaging.Wire;

public class FrameHeaderReaderTests
{
    private static readonly byte[] Payload = FrameHeaderTests.Payload;

    [Fact]
    public void Read_WrongMagic_IsMagic() => FaultAfter(bytes => bytes[0] = (byte)'X').ShouldBe(FrameFault.Magic);

    [Fact]
    public void Read_UnknownVersion_IsVersion() => FaultAfter(bytes => bytes[4] = 2).ShouldBe(FrameFault.Version);

    [Fact]
    public void Read_LengthByteDisagrees_IsLength() => FaultAfter(bytes => bytes[5] = 11).ShouldBe(FrameFault.Length);

    [Fact]
    public void Read_DamagedField_IsHeaderCrc() => FaultAfter(bytes => bytes[40] ^= 1).ShouldBe(FrameFault.HeaderCrc);

    [Theory]
    [InlineData(64)]
    [InlineData(128)]
    public void Read_RefusedFlag_IsFlags(byte flag) =>
        FaultAfter(bytes => bytes[7] = flag, repair: true).ShouldBe(FrameFault.Flags);

    [Fact]
    public void Read_UnknownLowFlag_IsIgnored() =>
        FaultAfter(bytes => bytes[7] = 32, repair: true).ShouldBe(FrameFault.None);

    [Theory]
    [InlineData(0)]
    [InlineData(7)]
    public void Read_UnknownKind_IsKind(byte kind) =>
        FaultAfter(bytes => bytes[6] = kind, repair: true).ShouldBe(FrameFault.Kind);

    [Fact]
    public void Read_EncryptionWithoutItsFlag_IsFlags() =>
        FaultAfter(bytes => bytes[29] = 1, repair: true).ShouldBe(FrameFault.Flags);

    [Fact]
    public void Read_PayloadLengthDisagrees_IsLength() =>
        FaultAfter(bytes => bytes[68]++, repair: true).ShouldBe(FrameFault.Length);

    [Fact]
    public void Read_PayloadOverTheLimit_IsOversize() =>
        FrameHeaderReader.Read(FrameHeaderTests.Golden, Payload, new FrameLimits(Payload.Length - 1), out _)
            .Fault.ShouldBe(FrameFault.Oversize);

    [Fact]
    public void Read_HugeDeclaredLength_IsOversize() =>
        FaultAfter(bytes => bytes.AsSpan(68, 4).Fill(0xFF), repair: true).ShouldBe(FrameFault.Oversize);

    [Fact]
    public void Read_DamagedPayload_IsPayloadCrc()
    {
        byte[] payload = [.. Payload];
        payload[^1] ^= 0x80;
        FrameOutcome outcome =
            FrameHeaderReader.Read(FrameHeaderTests.Golden, payload, FrameLimits.Default, out FrameHeader header);
        outcome.Fault.ShouldBe(FrameFault.PayloadCrc);
        header.ShouldBe(default);
    }

    [Fact]
    public void Read_AnyTruncation_IsRefused()
    {
        for (int length = 0; length < FrameHeader.Size; length++)
        {
            FrameHeaderReader.Read(FrameHeaderTests.Golden.AsSpan(0, length), Payload, FrameLimits.Default, out _)
                .Fault.ShouldBe(FrameFault.Length);
        }
    }

    [Fact]
    public void Read_LongerHeader_SkipsWordsItDoesNotKnow()
    {
        byte[] bytes = Longer();
        FrameHeaderReader.Read(bytes, Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        header.Sequence.ShouldBe(1ul);
    }

    [Fact]
    public void Read_LongerHeaderDamagedInItsTail_IsHeaderCrc()
    {
        byte[] bytes = Longer();
        bytes[^1] ^= 1;
        FrameHeaderReader.Read(bytes, Payload, FrameLimits.Default, out _).Fault.ShouldBe(FrameFault.HeaderCrc);
    }

    [Fact]
    public void Read_EveryFlippedBit_IsRefused()
    {
        for (int bit = 0; bit < FrameHeader.Size * 8; bit++)
            FaultAfter(bytes => bytes[bit / 8] ^= (byte)(1 << (bit % 8))).ShouldNotBe(FrameFault.None, $"bit {bit}");
    }

    [Fact]
    public void Read_RandomBytes_NeverThrows()
    {
        var random = new Random(7);
        byte[] bytes = new byte[200];
        for (int i = 0; i < 20_000; i++)
        {
            random.NextBytes(bytes);
            if (i % 2 == 0)
                FrameHeaderTests.Golden.AsSpan(0, random.Next(1, 80)).CopyTo(bytes);
            FrameHeaderReader.Read(
                bytes.AsSpan(0, random.Next(bytes.Length)), Payload, FrameLimits.Default, out _).IsOk.ShouldBeFalse();
        }
    }

    [Fact]
    public void Default_Outcome_IsNoSuccess() => default(FrameOutcome).IsOk.ShouldBeFalse();

    private static byte[] Longer()
    {
        byte[] bytes = [.. FrameHeaderTests.Golden, 1, 2, 3, 4, 5, 6, 7, 8];
        bytes[5] = 11;
        Repair(bytes);
        return bytes;
    }

    private static FrameFault FaultAfter(Action<byte[]> damage, bool repair = false)
    {
        byte[] bytes = [.. FrameHeaderTests.Golden];
        damage(bytes);
        if (repair)
            Repair(bytes);
        FrameOutcome outcome = FrameHeaderReader.Read(bytes, Payload, FrameLimits.Default, out _);
        outcome.IsOk.ShouldBe(outcome.Fault == FrameFault.None);
        return outcome.Fault;
    }

    private static void Repair(byte[] bytes) => BinaryPrimitives.WriteUInt32LittleEndian(
        bytes.AsSpan(76), Crc32C.Append(Crc32C.Compute(bytes.AsSpan(0, 76)), bytes.AsSpan(80)));
}
