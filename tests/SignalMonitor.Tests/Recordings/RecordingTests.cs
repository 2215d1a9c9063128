using System.Buffers;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal.Segments;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Tests.Recorder;

namespace SignalMonitor.Tests.Recordings;

public sealed class RecordingTests : IDisposable
{
    private readonly RecorderRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void FindStream_OfTwoPublishers_AsksForOneAndFindsBoth()
    {
        RecordTwoPublishers();
        Recording.Open(_rig.PathOf("A"), out Recording? recording).ShouldBeNull();

        recording!.FindStream(null, out _).ShouldBe(
            "the journal has 2 streams; choose one with --stream: journal/main, journal-2/main");
        recording.FindStream("main", out _).ShouldBe(
            "several journals have a stream 'main'; choose one with --stream: "
                + "journal/main, journal-2/main");
        recording.FindStream("journal/main", out StreamExtent[] first).ShouldBeNull();
        first.Single().Last.ShouldBe(3UL);
        recording.FindStream("journal-2/main", out StreamExtent[] second).ShouldBeNull();
        second.Single().Last.ShouldBe(4UL);
        recording.Publisher.ShouldNotBe(TestStream.Publisher);
    }

    private void RecordTwoPublishers()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 3);
        Guid other = Guid.NewGuid();
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1) with { Publisher = other }, catalogue);
        _rig.Intake.Intake.ReceiveCatalogue(catalogue.WrittenSpan);
        for (ulong sequence = 1; sequence <= 4; sequence++)
            _rig.Intake.Data(IntakeRig.DataHeader(sequence) with { Publisher = other });
        _rig.WaitFor(status => status.Frames >= 7);
        _rig.Stop();
    }
}
