using System.Buffers;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Recorder;

public sealed class OmissionsTests : IDisposable
{
    private const string Mode = "Cycles";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TryAdd_TwoPublishers_ShareTheRangesOfTheRecording()
    {
        OmissionQuota quota = new(OmissionQuota.MaxRanges - 3);
        Omissions first = new(quota);
        Omissions second = new(quota);

        first.TryAdd("journal", IntakeRig.DataHeader(1), Mode).ShouldBeTrue();
        second.TryAdd("journal-2", IntakeRig.DataHeader(1), Mode).ShouldBeTrue();
        first.TryAdd("journal", IntakeRig.DataHeader(3), Mode).ShouldBeTrue();

        second.TryAdd("journal-2", IntakeRig.DataHeader(3), Mode).ShouldBeFalse();
        first.TryAdd("journal", IntakeRig.DataHeader(5), Mode).ShouldBeFalse();
        (first.Ranges.Length, first.Blocks, second.Ranges.Length, second.Blocks).ShouldBe((2, 2, 1, 1));
    }

    [Fact]
    public void TryAdd_AllRangesAreTaken_TheNewestStillGrows()
    {
        Omissions omissions = new(new OmissionQuota(OmissionQuota.MaxRanges - 1));
        omissions.TryAdd("journal", IntakeRig.DataHeader(7), Mode).ShouldBeTrue();

        omissions.TryAdd("journal", IntakeRig.DataHeader(8), Mode).ShouldBeTrue();

        omissions.Ranges.Single().ShouldBe(new Omission("journal", 1, TestStream.Id, 7, 8, Mode));
    }

    [Fact]
    public void MaxRanges_AtTheirLongest_AreADocumentThatIsRead()
    {
        const ulong Longest = 1UL << 46;
        RecordingDocument document = Document(OmissionQuota.MaxRanges, new NotKeptRange(
            "journal-1000", ulong.MaxValue, uint.MaxValue, Longest - 1, Longest, "Unreadable"));

        document.Write(_folder.Path);

        new FileInfo(_folder.File(RecordingDocument.FileName)).Length.ShouldBeLessThan(RecordingDocument.MaxBytes / 2);
        RecordingDocument.Read(_folder.Path, out string? fault).ShouldNotBeNull(fault).NotKept.Length
            .ShouldBe(OmissionQuota.MaxRanges);
    }

    [Fact]
    public void Record_SecondPublisherWhenOneRangeIsLeft_IsStoredInsteadOfLeftOut()
    {
        using RecorderRig rig = new(cycles: "servo1.count");
        Directory.CreateDirectory(rig.PathOf("A"));
        NotKeptRange earlier = new("journal-9", 1, TestStream.Id, 1, 1, Mode);
        Document(OmissionQuota.MaxRanges - 1, earlier).Write(rig.PathOf("A"));
        rig.Take(RecorderRig.Run("A"));

        // Cycles 3 and 6 are left out, 5 and 10 are kept.
        rig.Cycle(3, first: 1, last: 2);
        rig.Cycle(5, first: 3, last: 3);
        rig.Cycle(6, first: 4, last: 4);
        Guid other = Guid.NewGuid();
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1) with { Publisher = other }, catalogue);
        rig.Intake.Intake.ReceiveCatalogue(catalogue.WrittenSpan);
        FrameHeader header = IntakeRig.DataHeader(1) with { Publisher = other };
        rig.Intake.Data(header).ShouldBeTrue();
        rig.WaitFor(status => status.Frames >= 5);
        rig.Stop();

        RecordingDocument document = rig.Document("A");
        document.NotKept.Length.ShouldBe(OmissionQuota.MaxRanges);
        document.NotKept[^1].ShouldBe(new NotKeptRange("journal", 1, TestStream.Id, 1, 2, Mode));
        rig.Sequences("A").ShouldBe([3, 4]);
        document.Accounts.Select(account => (account.Journal, account.Stored, account.NotKept))
            .ShouldBe([("journal", 2, 2), ("journal-2", 1, 0)], ignoreOrder: true);
    }

    private static RecordingDocument Document(int ranges, NotKeptRange range) => new()
    {
        Format = RecordingDocument.CurrentFormat,
        Station = RecorderRig.Station,
        Run = RecordedRun.From(RecorderRig.Run("A")),
        NotKept = [.. Enumerable.Repeat(range, ranges)],
    };
}
