using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using Testing.Journal;

namespace FuncLibs.Tests.Journal;

public sealed class DiskFailureTests
{
    private static readonly JournalOptions QuickRetry =
        JournalRig.Small with { RetryInterval = TimeSpan.FromMilliseconds(20) };

    private const int Frames = 200;

    public static TheoryData<DiskFailure> Failures => new(Enum.GetValues<DiskFailure>());

    // published = what a reader finds + what was declared, whatever fails and when.
    [Theory]
    [MemberData(nameof(Failures))]
    public void Publish_AnyOneOperationFails_GoesOnAndTheAccountCloses(DiskFailure failure)
    {
        for (int n = 1; n <= 200; n++)
        {
            using JournalRig rig = new(QuickRetry);
            rig.Files.Failure = failure;
            rig.Files.FailAt = n;
            PublishAll(rig);
            Heal(rig);

            CheckAccount(rig, $"{failure} at {n}");
        }
    }

    [Theory]
    [InlineData(2)]
    [InlineData(5)]
    [InlineData(30)]
    public void Publish_SeveralOperationsFail_GoesOnAndTheAccountCloses(int count)
    {
        for (int n = 1; n <= 200; n++)
        {
            using JournalRig rig = new(QuickRetry);
            rig.Files.FailCount = count;
            rig.Files.FailAt = n;
            PublishAll(rig);
            Heal(rig);

            CheckAccount(rig, $"{count} from {n}");
        }
    }

    [Fact]
    public void Write_FailsOnce_LosesNothing()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 3);
        (rig.Files.FailAt, rig.Files.Failure) = (rig.Files.Operations + 1, DiskFailure.Short);
        rig.PublishAndRun(1, 3);

        rig.Read(1).Frames.ShouldBe([1UL, 2, 3, 4, 5, 6]);
        (rig.Journal.Counters.WriteFailures, rig.Journal.GapFrames).ShouldBe((1, 0));
        rig.Journal.Status.IsRecording.ShouldBeTrue();
        rig.Journal.Status.Fault.ShouldBe(FileFault.Short);
        rig.SegmentPaths().Length.ShouldBe(2);
    }

    [Fact]
    public void Flush_Fails_IsNeverRetriedAndWhatItCoveredIsDeclared()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 3);
        string first = rig.SegmentPaths().Single();
        rig.Files.FailAt = rig.Files.Operations + 2;
        rig.PublishAndRun(1, 2);

        rig.TakeGaps().ShouldBe([new JournalGap(rig.Epoch, 1, 4, 4, 1, GapReason.NotDurable)]);
        rig.Journal.Counters.SyncFailures.ShouldBe(1);
        rig.SegmentPaths().Length.ShouldBe(2);
        rig.SegmentPaths()[0].ShouldBe(first);
        rig.Journal.Watermarks(1)!.Durable.ShouldBe(5UL);
    }

    [Fact]
    public void Disk_Full_IsReportedAndResumesWithADeclaredGap()
    {
        using JournalRig rig = new(JournalRig.Small with { ReservedBytes = 1000 });
        rig.PublishAndRun(1, 2);
        rig.Files.Free = 999;
        (rig.Files.FailAt, rig.Files.FailCount) = (rig.Files.Operations + 1, 1);
        rig.PublishAndRun(1, 3);

        rig.Journal.Status.IsRecording.ShouldBeFalse();
        rig.Journal.Status.Fault.ShouldBe(FileFault.Full);
        rig.Journal.Status.Reason!.ShouldContain("999 bytes are free, 1000 are reserved, and a segment needs 4096");
        rig.TakeGaps().ShouldBeEmpty();

        rig.Files.Free = 5096;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 2);

        rig.Journal.Status.IsRecording.ShouldBeTrue();
        rig.TakeGaps().ShouldBe([new JournalGap(rig.Epoch, 1, 3, 5, 3, GapReason.NotRecording)]);
        (ulong[] frames, ulong[] missing) = rig.Read(1);
        frames.ShouldBe([1UL, 2, 6, 7]);
        missing.ShouldBe([3UL, 4, 5]);
    }

    [Fact]
    public void Disk_NearlyFull_NoSegmentReachesIntoTheReserve()
    {
        const long Mebibyte = 1 << 20;
        using JournalRig rig =
            new(JournalRig.Small with { SegmentBytes = 64 * Mebibyte, RingBytes = 16 << 20, ReservedBytes = 1000 });
        rig.Stop();
        rig.Files.Free = (17 * Mebibyte) + 1000;
        rig.Start();
        for (int i = 0; i < 10; i++)
        {
            rig.Publish(1, 2 << 20);
            rig.Turn();
        }

        rig.SegmentPaths().Max(path => new FileInfo(path).Length).ShouldBeLessThanOrEqualTo(17 * Mebibyte);
        rig.Journal.Status.IsRecording.ShouldBeTrue();
    }

    [Fact]
    public void Disk_FilledByOthers_EndsTheSegmentBeforeTheReserveIsUsed()
    {
        using JournalRig rig = new(JournalRig.Small with { ReservedBytes = 1000 });
        rig.PublishAndRun(1, 2);
        rig.Files.Free = 999;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);

        (rig.Journal.Status.IsRecording, rig.Journal.Status.Fault).ShouldBe((false, FileFault.Full));
        rig.Files.Free = null;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);
        rig.Read(1).Frames.ShouldBe([1UL, 2, 4]);
        (rig.Journal.Status.IsRecording, rig.Journal.Status.Reason).ShouldBe((true, null));
        rig.Journal.Status.LastFailure!.ShouldContain("999 bytes are free");
    }

    [Fact]
    public void Folder_VanishedWhileNotRecording_IsMadeAgainAndRecordingResumes()
    {
        using JournalRig rig = new(JournalRig.Small with { ReservedBytes = 1000 });
        rig.PublishAndRun(1, 2);
        rig.Files.Free = 0;
        rig.Turn(rig.Options.RetryInterval);
        rig.Journal.Status.IsRecording.ShouldBeFalse();
        Directory.Delete(rig.Files.Folder, recursive: true);
        rig.Turn(rig.Options.RetryInterval);
        rig.Files.Free = null;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);

        (rig.Journal.Status.IsRecording, rig.Journal.Status.Reason).ShouldBe((true, null));
        (ulong[] frames, ulong[] missing) = rig.Read(1);
        frames.ShouldBe([3UL]);
        missing.ShouldBe([1UL, 2]);
        rig.Journal.StoredBytes.ShouldBeLessThan(1000, "what the folder held is no longer counted");
    }

    [Fact]
    public void Folder_Vanished_IsNamedInTheStatus()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 1);
        Directory.Delete(rig.Files.Folder, recursive: true);
        rig.Turn(rig.Options.RetryInterval);

        rig.Journal.Status.LastFailure!.ShouldContain(rig.Files.Folder);
        (rig.Journal.Status.IsRecording, rig.Journal.Status.Failures).ShouldBe((true, 1));
    }

    [Fact]
    public void Folder_ReadOnlyFromTheStart_PublishesAndResumes()
    {
        using JournalRig rig = new();
        rig.Stop();
        rig.Files.IsReadOnly = true;
        rig.Start();

        rig.Publish(1).ShouldBeTrue();
        rig.Turn();
        (rig.Journal.Status.IsRecording, rig.Journal.Status.Fault).ShouldBe((false, FileFault.Denied));

        rig.Files.IsReadOnly = false;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);
        rig.Journal.Status.IsRecording.ShouldBeTrue();
        rig.TakeGaps().Single().Reason.ShouldBe(GapReason.NotRecording);
        rig.Read(1).Frames.ShouldBe([2UL]);
    }

    [Fact]
    public void Folder_Vanished_IsMadeAgainAndWhatItHeldIsDeclared()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 3);
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 5));
        rig.Read(reader, new FrameRange(rig.Epoch, 1, 1, 3)).Frames.Length.ShouldBe(3);
        Directory.Delete(rig.Files.Folder, recursive: true);
        rig.PublishAndRun(1, 1);

        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);

        rig.TakeGaps().ShouldBe([new JournalGap(rig.Epoch, 1, 1, 4, 4, GapReason.Vanished)]);
        (ulong[] frames, ulong[] missing) = rig.Read(1);
        (frames.Single(), missing.Length).ShouldBe((5UL, 4));
        rig.Journal.Status.IsRecording.ShouldBeTrue();
    }

    [Fact]
    public void Open_AnyOperationOfTheRepairFails_StillReadsEverything()
    {
        for (int n = 1; n <= 8; n++)
        {
            using JournalRig rig = new();
            rig.PublishAndRun(1, 30);
            rig.Kill();
            File.AppendAllText(rig.SegmentPaths()[^1], "the torn beginning of a record");
            rig.Files.FailAt = rig.Files.Operations + n;
            rig.Start();
            rig.Files.FailAt = 0;
            rig.Turn(rig.Options.RetryInterval);
            rig.PublishAndRun(1, 1);

            rig.Read(1, 1, 30, JournalRig.FirstEpoch).Frames.Length.ShouldBe(30, $"operation {n}");
            rig.Read(1).Frames.ShouldBe([1UL], $"operation {n}");
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Open_CutOrFlushOfTheRepairFails_LeavesNoIndexAndRepairsAtTheNextStart(int operation)
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 5);
        rig.Kill();
        string segment = rig.SegmentPaths().Single();
        string index = Path.ChangeExtension(segment, "idx");
        File.AppendAllText(segment, "the torn beginning of a record");
        rig.Files.FailAt = rig.Files.Operations + operation;
        rig.Start();
        File.Exists(index).ShouldBeFalse();
        rig.Journal.Recovery.Unrepaired.ShouldHaveSingleItem();

        rig.Files.FailAt = 0;
        rig.Kill();
        rig.Start();
        File.Exists(index).ShouldBeTrue();
        rig.Journal.Recovery.Unrepaired.ShouldBeEmpty();
        rig.Read(1, 1, 5, JournalRig.FirstEpoch).Frames.Length.ShouldBe(5);
    }

    [Fact]
    public void Power_CutAtAnyTurn_KeepsAllThatIsDurable()
    {
        for (int seed = 0; seed < 100; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            for (int i = random.Next(60); i >= 0; i--)
            {
                rig.Publish(1, random.Next(600));
                rig.Turn(TimeSpan.FromMilliseconds(random.Next(12)));
            }

            ulong durable = rig.Journal.Watermarks(1)!.Durable;
            ulong written = rig.Journal.Watermarks(1)!.Written;
            rig.Kill();
            rig.Files.CutPower(random);
            VerifyReport report = rig.Verify();
            rig.Start();

            (ulong[] frames, _) = rig.Read(1, 1, written, JournalRig.FirstEpoch);
            frames.ShouldBe(Enumerable.Range(1, frames.Length).Select(i => (ulong)i), $"seed {seed}");
            ((ulong)frames.Length).ShouldBeGreaterThanOrEqualTo(durable, $"seed {seed}");
            (report.Damaged, report.Torn <= 1).ShouldBe((0, true), $"seed {seed}");
        }
    }

    private static void PublishAll(JournalRig rig)
    {
        for (int i = 0; i < Frames; i++)
        {
            rig.Publish(1, 100 + i);
            if (i % 3 == 0)
                rig.Publish(2, 50);
            rig.Turn(TimeSpan.FromMilliseconds(i % 5 == 0 ? 10 : 3));
        }
    }

    // The disk is well again; the failure was really met.
    private static void Heal(JournalRig rig)
    {
        rig.Files.Operations.ShouldBeGreaterThanOrEqualTo(rig.Files.FailAt);
        rig.Files.FailAt = 0;
        rig.Turn(rig.Options.RetryInterval);
        rig.PublishAndRun(1, 1);
    }

    private static void CheckAccount(JournalRig rig, string what)
    {
        rig.Journal.Status.IsRecording.ShouldBeTrue(what);
        JournalGap[] gaps = rig.TakeGaps();
        foreach (uint stream in new uint[] { 1, 2 })
        {
            (ulong[] frames, ulong[] missing) = rig.Read(stream);
            foreach (ulong sequence in missing)
                gaps
                    .Any(gap => gap.Stream == stream && gap.From <= sequence && sequence <= gap.To)
                    .ShouldBeTrue($"{what}: {stream}/{sequence}");
            ulong read = (ulong)(frames.Length + missing.Length);
            read.ShouldBe(Math.Max(rig.Journal.Watermarks(stream)?.Written ?? 0, read), what);
            for (ulong sequence = read + 1; sequence <= rig.Last(stream); sequence++)
                gaps
                    .Any(gap => gap.Stream == stream && gap.From <= sequence && sequence <= gap.To)
                    .ShouldBeTrue($"{what}: {stream}/{sequence}");
        }
    }
}
