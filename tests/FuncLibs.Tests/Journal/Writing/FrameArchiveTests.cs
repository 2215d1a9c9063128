using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal.Writing;

public sealed class FrameArchiveTests : IDisposable
{
    private const uint Stream = 1;
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly FaultyFiles _files;
    private FrameArchive _archive;

    public FrameArchiveTests()
    {
        _files = new FaultyFiles(_folder.File("journal"));
        _archive = Open();
    }

    public void Dispose()
    {
        _archive.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Append_SeveralEpochs_ComeBackByteForByte()
    {
        AppendRange(7, 1, 20);
        AppendRange(9, 1, 20);
        AppendRange(7, 21, 30);
        _archive.Finish();

        Kept().ShouldBe([new StreamExtent(7, Stream, 1, 30, 30), new StreamExtent(9, Stream, 1, 20, 20)]);
        foreach ((ulong epoch, ulong last) in new[] { (7UL, 30UL), (9UL, 20UL) })
            Read(epoch, 1, last).ShouldBe([.. Sequences(1, last)]);
    }

    [Fact]
    public void Append_AfterARestart_ContinuesTheEpoch()
    {
        AppendRange(7, 1, 20);
        Step();
        Reopen();

        _archive.Recovery.Extents.ShouldBe([new StreamExtent(7, Stream, 1, 20, 20)]);
        AppendRange(7, 21, 40);
        _archive.Finish();

        Kept().ShouldBe([new StreamExtent(7, Stream, 1, 40, 40)]);
        JournalVerifier.Verify(_files, Small, TestFrames.Publisher).ShouldSatisfyAllConditions(
            report => report.Ranges.ShouldBeEmpty(),
            report => report.Lost.ShouldBeEmpty());
    }

    [Fact]
    public void CatalogueOf_EpochOfAnEarlierRun_IsTheNewest()
    {
        AppendCatalogue(7, 1, revision: 3);
        AppendCatalogue(7, 2, revision: 4);
        AppendRange(7, 1, 1, revision: 4);
        Step();
        Reopen();

        _archive.CatalogueOf(7)!.Header.CatalogueRevision.ShouldBe(4u);
        _archive.CatalogueOf(8).ShouldBeNull();
    }

    [Fact]
    public void Open_TornEnd_IsCutAndReported()
    {
        AppendRange(7, 1, 5);
        Step();
        _archive.Dispose();
        string segment = Directory.GetFiles(_files.Folder, "*.seg").Single();
        using (FileStream file = new(segment, FileMode.Append))
            file.Write("CDB1 torn"u8);

        _archive = Open();

        _archive.Recovery.Damaged.Single().IsTorn.ShouldBeTrue();
        AppendRange(7, 6, 8);
        _archive.Finish();
        Kept().ShouldBe([new StreamExtent(7, Stream, 1, 8, 8)]);
    }

    [Fact]
    public void Open_SecondTime_IsRefusedAsInUse()
    {
        FrameArchive.Open(_files, Small, TestFrames.Publisher, _time, out FrameArchive? second).Fault
            .ShouldBe(FileFault.InUse);
        second.ShouldBeNull();
    }

    [Fact]
    public void Open_FolderCannotBeMade_SaysWhy()
    {
        string file = _folder.File("file");
        File.WriteAllText(file, "no folder");

        FrameArchive
            .Open(new DiskFiles(file), Small, TestFrames.Publisher, _time, out FrameArchive? archive)
            .ToString().ShouldContain(file);
        archive.ShouldBeNull();
    }

    [Fact]
    public void Append_FullBuffer_IsCountedAsLost()
    {
        ulong fitted = 0;
        while (Append(7, fitted + 1, 4000))
            fitted++;

        _archive.LostFrames.ShouldBe(1);
        Step();
        Append(7, fitted + 2, 200);
        _archive.Finish();

        Read(7, 1, fitted + 2).ShouldBe([.. Sequences(1, fitted), fitted + 2]);
    }

    [Fact]
    public void LostBlocks_CatalogueIsLost_IsNoBlock()
    {
        _files.Free = 0;
        AppendCatalogue(7, 1, revision: 3);
        AppendRange(7, 1, 3, revision: 3);
        Step();

        _archive.LostFrames.ShouldBe(4);
        _archive.LostBlocks.ShouldBe(3);
    }

    [Fact]
    public void Append_SegmentIsOld_BeginsTheNext()
    {
        _archive.Dispose();
        FrameArchive.Open(
            _files,
            Small with { MaxSegmentAge = TimeSpan.FromMinutes(5) },
            TestFrames.Publisher,
            _time,
            out FrameArchive? archive).IsOk.ShouldBeTrue();
        _archive = archive!;
        AppendRange(7, 1, 5);
        Step();
        _time.Advance(TimeSpan.FromMinutes(5));
        AppendRange(7, 6, 9);
        _archive.Finish();

        Directory.GetFiles(_files.Folder, "*.seg").Length.ShouldBe(2);
        Read(7, 1, 9).ShouldBe([.. Sequences(1, 9)]);
    }

    [Fact]
    public void Append_OtherPublisher_IsRefused()
    {
        byte[] payload = TestFrames.Payload(Stream, 7, 1, 10);
        byte[] header = TestFrames.Header(Stream, 7, 1, payload, publisher: Guid.NewGuid());

        Should.Throw<ArgumentException>(() => _archive.Append(header, payload));
    }

    [Fact]
    public void IsSettled_OnlyOnceItIsDurable()
    {
        AppendRange(7, 1, 3);
        _archive.Step();
        _archive.IsSettled(_archive.Appended).ShouldBeFalse();

        Step();

        _archive.IsSettled(_archive.Appended).ShouldBeTrue();
    }

    [Fact]
    public void IsSettled_WhatTheDiskRefused_IsLostAndSettled()
    {
        _files.Free = 0;
        AppendRange(7, 1, 3);
        Step();

        _archive.Status.IsRecording.ShouldBeFalse();
        _archive.Status.Reason.ShouldNotBeNull().ShouldContain("bytes are free");
        _archive.LostFrames.ShouldBe(3);
        _archive.IsSettled(3).ShouldBeTrue();
    }

    [Fact]
    public void Step_DiskHasRoomAgain_ContinuesBehindTheGap()
    {
        _files.Free = 0;
        AppendRange(7, 1, 3);
        Step();
        _files.Free = null;
        _time.Advance(Small.RetryInterval);
        Step();
        AppendRange(7, 4, 5);
        _archive.Finish();

        _archive.Status.IsRecording.ShouldBeTrue();
        Read(7, 1, 5).ShouldBe([4, 5]);
    }

    [Fact]
    public void Append_FrameInAKnownEpoch_DoesNotAllocate()
    {
        byte[] payload = TestFrames.Payload(Stream, 7, 1, 100);
        byte[] header = TestFrames.Header(Stream, 7, 1, payload);
        _archive.Append(header, payload);

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 100; i++)
            _archive.Append(header, payload);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);
    }

    // What was settled when the power went is there afterwards, and nothing twice; the consumer brings the rest again.
    [Fact]
    public void CutPower_AtAnyMoment_KeepsWhatWasSettled()
    {
        const int Cuts = 25;
        const ulong Frames = 1000;
        Random random = new(17);
        ulong next = 1;
        for (int cut = 0; cut < Cuts || next <= Frames;)
        {
            ulong settled = next - 1;
            for (int i = 0; i < 40 && next <= Frames; i++)
            {
                Append(7, next++, random.Next(600)).ShouldBeTrue();
                if (random.Next(4) > 0)
                    Step(TimeSpan.FromMilliseconds(random.Next(13)));
                settled = _archive.IsSettled(_archive.Appended) ? next - 1 : settled;
            }

            _archive.Dispose();
            if (random.Next(3) > 0)
            {
                _files.CutPower(random, random.Next(2) == 0 ? PageLoss.Tail : PageLoss.Any);
                cut++;
            }

            _archive = Open();
            ulong kept = _archive.Recovery.Extents.SingleOrDefault().Last;
            kept.ShouldBeGreaterThanOrEqualTo(settled, $"after {cut} cuts");
            next = kept + 1;
        }

        _archive.Finish();
        Read(7, 1, Frames).ShouldBe([.. Sequences(1, Frames)]);
        JournalVerifier.Verify(_files, Small, TestFrames.Publisher).ShouldSatisfyAllConditions(
            report => report.Damaged.ShouldBe(0),
            report => report.Lost.ShouldBeEmpty());
    }

    private static JournalOptions Small { get; } =
        new() { SegmentBytes = 4096, RingBytes = 64 * 1024, ReservedBytes = 0, QuotaBytes = long.MaxValue };

    private static IEnumerable<ulong> Sequences(ulong first, ulong last)
    {
        for (ulong sequence = first; sequence <= last; sequence++)
            yield return sequence;
    }

    private FrameArchive Open()
    {
        FrameArchive.Open(_files, Small, TestFrames.Publisher, _time, out FrameArchive? archive)
            .ToString().ShouldBe("ok");
        return archive!;
    }

    // As a process that was killed: what was not written is gone.
    private void Reopen()
    {
        _archive.Dispose();
        _archive = Open();
    }

    private void Step(TimeSpan? after = null)
    {
        _time.Advance(after ?? Small.CommitInterval);
        _archive.Step();
    }

    private void AppendRange(ulong epoch, ulong first, ulong last, uint revision)
    {
        foreach (ulong sequence in Sequences(first, last))
        {
            byte[] payload = TestFrames.Payload(Stream, epoch, sequence, 200);
            byte[] header = new byte[FrameHeader.Size];
            new FrameHeader
            {
                Kind = FrameKind.Data,
                Publisher = TestFrames.Publisher,
                Stream = Stream,
                Epoch = epoch,
                Sequence = sequence,
                CatalogueRevision = revision,
            }.WithPayload(payload).Write(header);
            _archive.Append(header, payload).ShouldBeTrue();
        }
    }

    private void AppendRange(ulong epoch, ulong first, ulong last)
    {
        foreach (ulong sequence in Sequences(first, last))
            Append(epoch, sequence, 200).ShouldBeTrue();
    }

    private bool Append(ulong epoch, ulong sequence, int length)
    {
        byte[] payload = TestFrames.Payload(Stream, epoch, sequence, length);
        return _archive.Append(TestFrames.Header(Stream, epoch, sequence, payload), payload);
    }

    private void AppendCatalogue(ulong epoch, ulong sequence, uint revision)
    {
        byte[] payload = BitConverter.GetBytes(revision);
        byte[] header = new byte[FrameHeader.Size];
        new FrameHeader
        {
            Kind = FrameKind.Catalogue,
            Publisher = TestFrames.Publisher,
            Epoch = epoch,
            Sequence = sequence,
            CatalogueRevision = revision,
        }.WithPayload(payload).Write(header);
        _archive.Append(header, payload).ShouldBeTrue();
    }

    private StreamExtent[] Kept() =>
        [.. new JournalFolder(_files, Small, TestFrames.Publisher).Report.Extents.OrderBy(extent => extent.Epoch)];

    private ulong[] Read(ulong epoch, ulong first, ulong last)
    {
        List<ulong> found = [];
        using RangeReader reader = new JournalFolder(_files, Small, TestFrames.Publisher).NewReader();
        reader.Begin(new FrameRange(epoch, Stream, first, last));
        for (ReadStep step; (step = reader.Next()) is ReadStep.Frame or ReadStep.Missing;)
        {
            if (step == ReadStep.Missing)
                continue;
            ulong sequence = reader.Frame.Sequence;
            byte[] payload = TestFrames.Payload(Stream, epoch, sequence, reader.Payload.Length);
            reader.Payload.SequenceEqual(payload).ShouldBeTrue();
            reader.HeaderBytes.SequenceEqual(TestFrames.Header(Stream, epoch, sequence, payload)).ShouldBeTrue();
            found.Add(sequence);
        }

        return [.. found];
    }
}
