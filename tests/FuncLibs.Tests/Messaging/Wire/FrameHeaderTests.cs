using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Wire;

public class FrameHeaderTests
{
    internal static readonly byte[] Golden = File.ReadAllBytes("Vectors/header-small.bin");
    internal static readonly byte[] Payload = File.ReadAllBytes("Vectors/columns-small.msgpack");

    internal static FrameHeader Small { get; } = new()
    {
        Kind = FrameKind.Data,
        Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"),
        Stream = 1,
        Content = 1,
        Epoch = 1,
        Sequence = 1,
        AcquiredNs = 1763700315123456700,
        PublishedNs = 1763700315123556700,
        CatalogueRevision = 1,
    };

    [Fact]
    public void Write_GoldenValues_GivesTheGoldenBytes()
    {
        byte[] bytes = new byte[FrameHeader.Size];
        Small.WithPayload(Payload).Write(bytes);
        bytes.ShouldBe(Golden);
    }

    [Fact]
    public void Read_GoldenBytes_GivesTheGoldenValues()
    {
        FrameHeaderReader.Read(Golden, Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
        header.ShouldBe(Small.WithPayload(Payload));
    }

    [Fact]
    public void Write_EveryFieldOfAPlainPayload_ComesBack()
    {
        FrameHeader header = new FrameHeader
        {
            Kind = FrameKind.Derived,
            Flags = FrameFlags.Recording | FrameFlags.EndOfStream | FrameFlags.AfterUncleanStop
                | FrameFlags.Trimmed | FrameFlags.SamplesMissing,
            Publisher = Guid.NewGuid(),
            Stream = FrameHeader.HeartbeatStream,
            Content = 200,
            KeyId = 0xBEEF,
            Epoch = ulong.MaxValue,
            Sequence = ulong.MaxValue - 1,
            AcquiredNs = long.MinValue,
            PublishedNs = long.MaxValue,
            CatalogueRevision = uint.MaxValue,
        }.WithPayload([1, 2, 3]);
        byte[] bytes = new byte[FrameHeader.Size];
        header.Write(bytes);
        FrameHeaderReader.Read(bytes, [1, 2, 3], FrameLimits.Default, out FrameHeader back).IsOk.ShouldBeTrue();
        back.ShouldBe(header);
    }
}
