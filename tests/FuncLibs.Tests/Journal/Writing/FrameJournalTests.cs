using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Journal.Writing;

public sealed class FrameJournalTests
{
    [Fact]
    public void Append_SeveralStreams_ComeBackByteForByte()
    {
        using JournalRig rig = new();
        for (int i = 0; i < 100; i++)
        {
            rig.Publish(1, 13 * i);
            rig.Publish(2, 8 * i);
            rig.Publish(FrameHeader.ControlStream, i);
            if (i % 10 == 9)
                rig.Turn();
        }

        ulong[] all = [.. Enumerable.Range(1, 100).Select(i => (ulong)i)];
        foreach (uint stream in new uint[] { 0, 1, 2 })
        {
            (ulong[] frames, ulong[] missing) = rig.Read(stream);
            frames.ShouldBe(all);
            missing.ShouldBeEmpty();
        }
    }

    [Fact]
    public void Append_BeforeATurn_IsNotWritten()
    {
        using JournalRig rig = new();
        rig.Publish(1);

        rig.Journal.Watermarks(1).ShouldBeNull();
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 1));
        reader.Next().ShouldBe(ReadStep.NotYet);
    }

    [Fact]
    public void Step_WithinTheCommitInterval_WritesWithoutSync()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 1);
        rig.Publish(1);

        rig.Turn(TimeSpan.FromMilliseconds(1));

        StreamWatermarks marks = rig.Journal.Watermarks(1)!;
        (marks.Written, marks.Durable).ShouldBe((2UL, 1UL));
        rig.Turn();
        marks.Durable.ShouldBe(2UL);
    }

    [Fact]
    public void Append_FullRing_DeclaresTheGapAndGoesOn()
    {
        using JournalRig rig = new();
        int fitted = 0;
        while (rig.Publish(1, 4000))
            fitted++;
        rig.Publish(1, 4000);
        rig.Journal.TryTakeGap(out _).ShouldBeFalse("the gap still grows");

        rig.Turn();
        rig.Publish(1).ShouldBeTrue();
        rig.Turn();

        rig.TakeGaps().ShouldBe(
            [new JournalGap(rig.Epoch, 1, (ulong)fitted + 1, (ulong)fitted + 2, 2, GapReason.RingFull)]);
        rig.Read(1).Missing.ShouldBe([(ulong)fitted + 1, (ulong)fitted + 2]);
        rig.Journal.Watermarks(1)!.Durable.ShouldBe((ulong)fitted + 3);
    }

    [Fact]
    public void Append_LargerThanARecordMayBe_IsAGap()
    {
        using JournalRig rig = new();
        rig.Publish(1, JournalRig.Small.RingBytes / 2).ShouldBeFalse();
        rig.Publish(1);
        rig.Turn();

        rig.TakeGaps().ShouldBe([new JournalGap(rig.Epoch, 1, 1, 1, 1, GapReason.Oversize)]);
    }

    [Fact]
    public void Append_ManyLaps_LosesNothing()
    {
        using JournalRig rig = new();
        for (int i = 0; i < 400; i++)
        {
            rig.Publish(1, 1 + (i * 37 % 2000));
            if (i % 7 == 0)
                rig.Turn();
        }

        rig.Turn();

        rig.Journal.GapFrames.ShouldBe(0);
        rig.Read(1).Frames.Length.ShouldBe(400);
    }

    [Fact]
    public void Segment_AfterTheFirst_BeginsWithTheCatalogueInForce()
    {
        using JournalRig rig = new();
        rig.Publish(FrameHeader.ControlStream, 300, FrameKind.Catalogue);
        rig.PublishAndRun(1, 40);

        string[] segments = rig.SegmentPaths();

        segments.Length.ShouldBeGreaterThan(2);
        byte[] catalogue = File.ReadAllBytes(segments[0])[..384];
        foreach (string segment in segments[1..])
            File.ReadAllBytes(segment)[..384].ShouldBe(catalogue);
        rig.Verify().Records.ShouldBe(41);
        rig.Read(FrameHeader.ControlStream).Frames.ShouldBe([1UL]);
    }

    [Fact]
    public void FindCatalogue_OfAnyRevision_IsFoundUntilRetentionTakesIt()
    {
        using JournalRig rig = new();
        for (uint revision = 1; revision <= 5; revision++)
        {
            rig.PublishCatalogue(revision);
            rig.PublishAndRun(1, 25);
        }

        rig.Stop();
        rig.Start();
        rig.PublishCatalogue(6);
        rig.Turn();

        for (uint revision = 1; revision <= 6; revision++)
            rig.Journal.FindCatalogue(revision)!.Payload.ToArray().ShouldBe(BitConverter.GetBytes(revision));
        rig.Journal.FindCatalogue(7).ShouldBeNull();
        File.Delete(rig.SegmentPaths()[0]);
        rig.Journal.FindCatalogue(1)!.Header.Sequence.ShouldBe(1UL, "the next segment has a copy");
    }

    [Fact]
    public void TryTakeGap_MoreThanPlaces_StillCountsEachFrame()
    {
        using JournalRig rig = new(JournalRig.Small with { RingBytes = 4096 });
        int refused = 0;
        for (int i = 0; i < 600; i++)
        {
            while (rig.Publish(1, 1000))
            {
            }

            refused++;
            rig.Turn();
        }

        rig.Publish(1);
        rig.Turn();
        JournalGap[] gaps = rig.TakeGaps();

        (gaps.Length <= 256, gaps.Sum(gap => (long)gap.Count)).ShouldBe((true, refused));
        rig.Journal.GapFrames.ShouldBe(refused);
        rig.Read(1).Missing.ShouldAllBe(sequence => gaps.Any(gap => gap.From <= sequence && sequence <= gap.To));
    }

    [Fact]
    public void TryTakeGap_ManyStreams_KeepsThemApart()
    {
        using JournalRig rig = new(JournalRig.Small with { RingBytes = 4096 });
        while (rig.Publish(0, 1000))
        {
        }

        for (uint stream = 1; stream <= 600; stream++)
            rig.Publish(stream, 2000).ShouldBeFalse();
        rig.Turn();
        rig.Publish(0);
        rig.Turn();

        rig.TakeGaps().Select(gap => (gap.Stream, gap.Count)).ShouldBe(
            Enumerable.Range(0, 601).Select(stream => ((uint)stream, 1UL)));
    }

    [Fact]
    public void Open_FolderThatCannotBeMade_PublishesWithoutRecording()
    {
        DiskFiles files = new("/proc/telemetry-journal");

        FileOutcome outcome = FrameJournal.Open(
            files, JournalRig.Small, TestFrames.Publisher, 1, TimeProvider.System, null, out FrameJournal? journal);

        using (journal)
        {
            (outcome.IsOk, journal!.Status.IsRecording, journal.Recovery.Folder.IsOk).ShouldBe((true, false, false));
            journal.Status.Reason!.ShouldContain("/proc/telemetry-journal");
        }
    }

    [Fact]
    public void Verify_BesideAWritingThread_NeverFindsDamage()
    {
        using JournalRig rig =
            new(new JournalOptions { RingBytes = 8 << 20, SegmentBytes = 1 << 20, ReservedBytes = 0 });
        using CancellationTokenSource stop = new();
        Thread thread = new(() => rig.Journal.Run(stop.Token));
        thread.Start();
        long records = 0;
        for (int i = 0; i < 2000; i++)
        {
            while (rig.Journal.WaitingBytes > 4 << 20)
                Thread.Yield();
            rig.Publish(1, 5000);
            if (i % 100 != 0)
                continue;
            VerifyReport report = rig.Verify();
            (report.Damaged, report.Lost.Count).ShouldBe((0, 0));
            report.Records.ShouldBeGreaterThanOrEqualTo(records);
            records = report.Records;
        }

        stop.Cancel();
        thread.Join();
        rig.Verify().Records.ShouldBe(2000);
    }

    [Fact]
    public void Open_AfterACleanStop_KeepsAllEpochs()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 30);
        rig.Stop();
        rig.Start();
        rig.PublishAndRun(1, 5);

        rig.Read(1, 1, 30, JournalRig.FirstEpoch).Frames.Length.ShouldBe(30);
        rig.Read(1).Frames.Length.ShouldBe(5);
        rig.Journal.Recovery.Damaged.ShouldBeEmpty();
        rig.Journal.Watermarks(1)!.Oldest.ShouldBe(new(JournalRig.FirstEpoch, 1));
    }

    [Fact]
    public void Open_FolderOfARunningJournal_IsRefused()
    {
        using JournalRig rig = new();

        FileOutcome outcome = FrameJournal.Open(
            new DiskFiles(rig.Files.Folder),
            rig.Options,
            TestFrames.Publisher,
            5000,
            rig.Time,
            null,
            out FrameJournal? second);

        (outcome.Fault, second).ShouldBe((FileFault.InUse, null));
    }

    [Theory]
    [InlineData(JournalRig.FirstEpoch)]
    [InlineData(JournalRig.FirstEpoch - 5)]
    public void Open_EpochThatIsNotNewer_TakesTheOneBehindTheRecorded(ulong epoch)
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 1);
        rig.Stop();

        FrameJournal.Open(
            rig.Files, rig.Options, TestFrames.Publisher, epoch, rig.Time, null, out FrameJournal? journal);

        using (journal)
            journal.ShouldNotBeNull().Epoch.ShouldBe(JournalRig.FirstEpoch + 1);
    }

    [Fact]
    public void Open_BehindTheLastEpochThereCanBe_IsRefused()
    {
        using JournalRig rig = new();
        rig.Stop();
        byte[] header = TestFrames.Header(1, long.MaxValue, 1, []);
        File.WriteAllBytes(Path.Combine(rig.Files.Folder, $"{long.MaxValue:x16}-00000001.seg"), header);

        FileOutcome outcome = FrameJournal.Open(
            rig.Files, rig.Options, TestFrames.Publisher, 5, rig.Time, null, out FrameJournal? journal);

        (outcome.Fault, journal).ShouldBe((FileFault.Exists, null));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Open_NewestRevision_IsThatOfItsNewestRecords(bool foreignBehind)
    {
        using JournalRig rig = new();
        rig.PublishCatalogue(7);
        rig.Turn();
        rig.Stop();
        if (foreignBehind)
        {
            byte[] foreign = TestFrames.Header(1, 5000, 1, [], publisher: Guid.NewGuid());
            File.WriteAllBytes(Path.Combine(rig.Files.Folder, "0000000000001388-00000001.seg"), foreign);
        }

        rig.Start();

        rig.Journal.Recovery.NewestRevision.ShouldBe(7u);
    }

    [Fact]
    public void Append_FrameOfAnotherEpochOrLength_IsAMisuse()
    {
        using JournalRig rig = new();
        byte[] payload = new byte[16];
        byte[] other = TestFrames.Header(1, rig.Epoch + 1, 1, payload);
        byte[] longer = TestFrames.Header(1, rig.Epoch, 1, new byte[17]);
        byte[] foreign = TestFrames.Header(1, rig.Epoch, 1, payload, publisher: Guid.NewGuid());

        foreach (byte[] header in new[] { other, longer, foreign })
            Should.Throw<ArgumentException>(() => rig.Journal.Append(header, payload));
    }

    [Fact]
    public void AppendAndStep_Warm_DoNotAllocate()
    {
        using JournalRig rig =
            new(new JournalOptions { RingBytes = 1 << 20, SegmentBytes = 1 << 28, ReservedBytes = 0 });
        byte[] payload = TestFrames.Payload(1, rig.Epoch, 1, 5000);
        byte[] header = TestFrames.Header(1, rig.Epoch, 1, payload);
        long bytes = Allocation.OfWarm(() =>
        {
            rig.Journal.Append(header, payload);
            rig.Turn();
        });

        bytes.ShouldBe(0);
    }

    [Fact]
    public void Run_RealThreadAndReaderBesideIt_LosesNothing()
    {
        const int Count = 5000;
        using JournalRig rig =
            new(new JournalOptions { RingBytes = 8 << 20, SegmentBytes = 256 * 1024, ReservedBytes = 0 });
        using CancellationTokenSource stop = new();
        FrameJournal journal = rig.Journal;
        Thread thread = new(() => journal.Run(stop.Token));
        thread.Start();
        using RangeReader reader = journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, Count));
        List<ulong> read = [];
        bool ReadOn()
        {
            while (reader.Next() is ReadStep.Frame)
                read.Add(reader.Frame.Sequence);
            return read.Count == Count;
        }

        for (int i = 0; i < Count; i++)
        {
            rig.Publish(1, 500);
            if (i % 10 == 0)
                ReadOn();
        }

        Eventually.True(ReadOn, "the reader has all frames");
        stop.Cancel();
        thread.Join();
        read.ShouldBe(Enumerable.Range(1, Count).Select(i => (ulong)i));
        journal.Watermarks(1)!.Durable.ShouldBe((ulong)Count);
        rig.Verify().Damaged.ShouldBe(0);
    }
}
