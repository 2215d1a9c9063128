using System.Buffers;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Wire.Control;

/// <summary>
/// Messages as Python's msgpack wrote them (tests/Interop/python/make_control_vectors.py), byte for byte.
/// </summary>
public sealed class ControlGoldenTests
{
    private const long SentNs = 1_795_382_400_000_000_000;
    private const long AcquiredNs = SentNs - 10_000_000;

    private static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
    private static readonly Guid Instance = Guid.Parse("0f0e0d0c-0b0a-4908-8706-050403020100");

    [Fact]
    public void Heartbeat_Written_HasTheGoldenBytes() => Bytes(Beat().Write).ShouldBe(Golden.Read("control-heartbeat"));

    [Fact]
    public void Heartbeat_GoldenBytes_HaveTheStreamsProgress()
    {
        Heartbeat beat = new();

        beat.TryRead(Golden.Read("control-heartbeat"), out MapFault fault).ShouldBeTrue(fault.ToString());

        beat.ProgressOf(1).ShouldBe(Beat().ProgressOf(1));
    }

    [Fact]
    public void Catalogue_Written_HasTheGoldenBytes() =>
        Bytes(output => CatalogueCodec.Write(Described(), output)).ShouldBe(Golden.Read("control-catalogue"));

    [Fact]
    public void Welcome_Written_HasTheGoldenBytes()
    {
        Welcome welcome = new() { Id = 9, Publisher = Publisher, Instance = Instance, Epoch = 18 };
        welcome.Epochs.Add(new EpochRange(17, 1, 1, 300, Exact: false));
        welcome.Epochs.Add(new EpochRange(18, 1, 1, 70_000, Exact: false));
        welcome.Streams.Add(new NamedStream(1, "main"));

        Bytes(welcome.Write).ShouldBe(Golden.Read("control-welcome"));
    }

    [Fact]
    public void Welcome_GoldenBytes_NameTheRunningEpoch() =>
        Welcome.Read(
            Golden.Read("control-welcome"), out _)!.Epochs[^1].ShouldBe(new EpochRange(18, 1, 1, 70_000, Exact: false));

    [Fact]
    public void End_Written_HasTheGoldenBytes() =>
        Bytes(new EndAnswer(10, ReplayResult.Gone, FirstAvailable: 120, Reason: "the journal begins at 120").Write)
            .ShouldBe(Golden.Read("control-end"));

    [Fact]
    public void Error_Written_HasTheGoldenBytes() =>
        Bytes(
            new ErrorAnswer(11, ErrorAnswer.BadRequest, "id is missing").Write).ShouldBe(Golden.Read("control-error"));

    private static Heartbeat Beat()
    {
        Heartbeat beat = new()
        {
            Instance = Instance,
            Epoch = 18,
            SentUtcNs = SentNs,
            UptimeMs = 65_536,
            Link = LinkState.Online,
            LastAcquiredNs = AcquiredNs,
        };
        beat.Streams.Add(new StreamProgress(1, 70_000)
        {
            Written = 69_998,
            Durable = 69_990,
            FirstInJournal = new JournalPoint(17, 1),
            Link = LinkState.Online,
            LastAcquiredNs = AcquiredNs,
        });
        return beat;
    }

    private static PublisherCatalogue Described()
    {
        ColumnDescription column = new("force", "kN", -100, 100, 0.0030517578125);
        StreamDescription stream =
            new(1, "main", 2000, 20, [], [], [new(7, "load cell", 1, 1, 20, [column])], ["door"], []);
        return new PublisherCatalogue(3, Publisher, "lab", "rig1", [new(17, 1, 1, 300, false)], [stream]);
    }

    private static byte[] Bytes(Action<IBufferWriter<byte>> write)
    {
        var output = new ArrayBufferWriter<byte>();
        write(output);
        return output.WrittenSpan.ToArray();
    }
}
