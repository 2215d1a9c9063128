using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Tests.Journal;

/// <summary>A disk that refuses a read: what it refuses is not lost.</summary>
public sealed class ReadFailureTests
{
    private static readonly JournalOptions Large =
        JournalRig.Small with { SegmentBytes = 16 << 20, RingBytes = 1 << 20 };

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Next_AReadFailsAndTheNextDoesNot_GivesEveryFrame(int failures)
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 20);
        rig.Files.FailReads = failures;
        (ulong[] frames, ulong[] missing) = rig.Read(1);

        (frames.Length, missing.Length).ShouldBe((20, 0));
        rig.Files.FailReads.ShouldBe(0);
    }

    [Fact]
    public void Next_BadSector_GivesWhatIsBeforeItAndTheRestOnceItReads()
    {
        using JournalRig rig = new(Large);
        rig.PublishAndRun(1, 20, 10_000);
        rig.Files.BadSector = (Path.GetFileName(rig.SegmentPaths().Single()), 105_000, 512);
        using RangeReader reader = rig.Journal.NewReader();
        rig.Read(
            reader, new FrameRange(rig.Epoch, 1, 1, 20)).Frames.Length.ShouldBe(10, "the sector is in the eleventh");
        reader.Next().ShouldBe(ReadStep.Failed);
        reader.Failure.Fault.ShouldBe(FileFault.Device);

        rig.Files.BadSector = null;
        for (ulong sequence = 11; sequence <= 20; sequence++)
        {
            reader.Next().ShouldBe(ReadStep.Frame);
            reader.Frame.Sequence.ShouldBe(sequence);
        }

        reader.Next().ShouldBe(ReadStep.End);
    }

    [Fact]
    public void Next_BadSectorInTheFirstMegabyte_WhatIsBehindItCanBeAskedForApart()
    {
        using JournalRig rig = new(Large);
        rig.PublishAndRun(1, 40, 100_000);
        rig.Files.BadSector = (Path.GetFileName(rig.SegmentPaths().Single()), 50_000, 512);
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 30));
        reader.Next().ShouldBe(ReadStep.Failed);

        ulong first = reader.FirstAfterFailure;
        first.ShouldBeInRange(2UL, 12UL);
        (ulong[] frames, ulong[] missing) = rig.Read(reader, new FrameRange(rig.Epoch, 1, first, 40));
        ((ulong)frames.Length, missing.Length).ShouldBe((41 - first, 0));
    }

    [Fact]
    public void Next_FolderIsAway_IsNotGone()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 20);
        string away = rig.Files.Folder + ".away";
        Directory.Move(rig.Files.Folder, away);
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 20));
        reader.Next().ShouldBe(ReadStep.Failed);

        Directory.Move(away, rig.Files.Folder);
        reader.Next().ShouldBe(ReadStep.Frame);
    }

    [Fact]
    public void Open_SegmentsCannotBeRead_AreKeptAndServedLater()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 30);
        rig.Kill();
        rig.Files.FailReads = 100_000;
        rig.Start();
        rig.Journal.Recovery.Damaged.ShouldContain(range => range.Cause == DamageCause.Unreadable);
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(JournalRig.FirstEpoch, 1, 1, 30));
        reader.Next().ShouldBe(ReadStep.Failed);

        rig.Files.FailReads = 0;
        (ulong[] frames, ulong[] missing) = rig.Read(1, 1, 30, JournalRig.FirstEpoch);
        (frames.Length, missing.Length).ShouldBe((30, 0));
    }

    [Fact]
    public void FindCatalogue_DiskFails_ReportsThatItMayBeThere()
    {
        using JournalRig rig = new();
        rig.PublishCatalogue(1);
        rig.PublishAndRun(1, 2);
        rig.Files.FailReads = 100_000;
        rig.Journal.FindCatalogue(1, out FileOutcome outcome).ShouldBeNull();
        outcome.Fault.ShouldBe(FileFault.Device);

        rig.Files.FailReads = 0;
        rig.Journal.FindCatalogue(1, out outcome).ShouldNotBeNull();
        rig.Journal.FindCatalogue(7, out outcome).ShouldBeNull();
        outcome.IsOk.ShouldBeTrue();
    }
}
