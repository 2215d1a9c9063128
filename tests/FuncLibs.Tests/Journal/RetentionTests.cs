using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Timing.Clocks;
using Testing;

namespace FuncLibs.Tests.Journal;

public sealed class RetentionTests
{
    private static readonly JournalOptions Quota = JournalRig.Small with { QuotaBytes = 20_000 };

    [Fact]
    public void Quota_Reached_RemovesTheOldestAndMovesTheOldestMark()
    {
        using JournalRig rig = new(Quota);
        rig.PublishAndRun(1, 300);

        rig.Journal.StoredBytes.ShouldBeLessThanOrEqualTo(Quota.QuotaBytes);
        rig.Journal.StoredBytes.ShouldBeGreaterThan(Quota.QuotaBytes / 2);
        rig.SegmentPaths().Sum(path => new FileInfo(path).Length).ShouldBeLessThanOrEqualTo(Quota.QuotaBytes);
        JournalPoint oldest = rig.Journal.Watermarks(1)!.Oldest!.Value;
        (ulong[] frames, ulong[] missing) = rig.Read(1);
        (frames[0], frames[^1], (ulong)missing.Length).ShouldBe((oldest.Sequence, 300UL, oldest.Sequence - 1));
        rig.Verify().Lost.ShouldBeEmpty();
    }

    [Fact]
    public void Quota_BelowOneSegment_KeepsToItAndGoesOn()
    {
        using JournalRig rig = new(JournalRig.Small with { QuotaBytes = 2000, SegmentBytes = 1 << 20 });
        rig.PublishAndRun(1, 100);

        rig.Journal.StoredBytes.ShouldBeLessThanOrEqualTo(2000);
        rig.Journal.Status.IsRecording.ShouldBeTrue();
        rig.Read(1).Frames[^1].ShouldBe(100UL);
    }

    [Fact]
    public void Quota_BelowOneRecord_KeepsTheNewestSegment()
    {
        using JournalRig rig = new(JournalRig.Small with { QuotaBytes = 100 });
        rig.PublishAndRun(1, 10, 5000);

        rig.Read(1).Frames.ShouldContain(10UL);
        rig.SegmentPaths().Length.ShouldBeLessThanOrEqualTo(2);
    }

    [Fact]
    public void MaxAge_ClockIsSteppedForward_RemovesNothing()
    {
        FakeTime time = new();
        AgeClock ages = new(time);
        long before = ages.NowNs;
        time.Step(TimeSpan.FromDays(400));
        time.Advance(TimeSpan.FromSeconds(1));
        (ages.NowNs - before).ShouldBe(1_000_000_000);

        time.Step(TimeSpan.FromDays(-401));
        ages.NowNs.ShouldBeLessThan(before);

        using JournalRig rig = new(JournalRig.Small with { MaxAge = TimeSpan.FromDays(365 * 57) });
        rig.PublishAndRun(1, 100);
        rig.Time.Step(TimeSpan.FromDays(5000));
        rig.Turn(rig.Options.RetryInterval);
        rig.Journal.Counters.Retired.ShouldBe(0);
    }

    [Fact]
    public void Leases_ClockIsSteppedForward_StayInForce()
    {
        FakeTime time = new();
        RetentionLeases leases = new(time);
        leases.Renew("m", 1, 5, 10);
        time.Step(RetentionLeases.Lifetime * 2);

        leases.IsRetained(5, 1, 11).ShouldBeTrue();
        leases.All.Count.ShouldBe(1);
    }

    [Fact]
    public void MaxAge_Reached_RemovesWhatIsOlder()
    {
        using JournalRig rig = new(JournalRig.Small with { MaxAge = TimeSpan.FromDays(1) });

        // The frames are stamped in the year 1970.
        rig.PublishAndRun(1, 100);
        rig.Turn(rig.Options.RetryInterval);

        (rig.Journal.Counters.Retired > 3, rig.SegmentPaths().Length).ShouldBe((true, 1));
    }

    [Fact]
    public void MaxAge_LeasedByAConsumer_KeepsItForSevenDays()
    {
        FakeTime time = new();
        RetentionLeases leases = new(time);
        leases.Renew("plotter", 1, JournalRig.FirstEpoch, 40);
        using JournalRig rig = new(JournalRig.Small with { MaxAge = TimeSpan.FromDays(1) }, leases);
        rig.PublishAndRun(1, 100);

        rig.Turn(rig.Options.RetryInterval);
        rig.Read(1, 41).Missing.ShouldBeEmpty();
        rig.Read(1).Missing.ShouldNotBeEmpty();

        time.Advance(RetentionLeases.Lifetime + TimeSpan.FromSeconds(1));
        rig.Turn(rig.Options.RetryInterval);
        rig.SegmentPaths().Length.ShouldBe(1);
    }

    [Fact]
    public void Quota_OverALease_RemovesAndCountsIt()
    {
        RetentionLeases leases = new(new FakeTime());
        leases.Renew("plotter", 1, JournalRig.FirstEpoch, 0);
        using JournalRig rig = new(Quota, leases);
        rig.PublishAndRun(1, 300);

        rig.Journal.Counters.RetiredNeeded.ShouldBe(rig.Journal.Counters.Retired);
        rig.Journal.Counters.Retired.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Leases_All_AreThoseInForceInOrder()
    {
        FakeTime time = new();
        RetentionLeases leases = new(time);
        leases.Renew("old", 1, 1, 1);
        time.Advance(RetentionLeases.Lifetime);
        leases.Renew("b", 2, 1, 5);
        leases.Renew("b", 1, 1, 4);
        leases.Renew("a", 1, 1, 3);
        time.Advance(TimeSpan.FromSeconds(1));

        leases.All
            .Select(lease => (lease.Consumer, lease.Stream, lease.Delivered))
            .ShouldBe([("a", 1u, 3UL), ("b", 1u, 4UL), ("b", 2u, 5UL)]);
    }

    [Fact]
    public void Leases_RestoredFromTheFuture_CountFromNow()
    {
        FakeTime time = new();
        RetentionLeases leases = new(time);
        leases.Restore(new RetentionLease("a", 1, 1, 3, time.GetUtcNow() + TimeSpan.FromDays(400)));
        time.Advance(RetentionLeases.Lifetime + TimeSpan.FromSeconds(1));

        (leases.All.Count, leases.IsRetained(1, 1, 9)).ShouldBe((0, false));
    }

    [Fact]
    public void Leases_MoreThanFit_TheOldestIsEvicted()
    {
        FakeTime time = new();
        RetentionLeases leases = new(time);
        for (int i = 0; i < 2 * RetentionLeases.Capacity; i++)
        {
            time.Advance(TimeSpan.FromMilliseconds(1));
            leases.Renew($"c{i}", 1, 1, 1);
        }

        leases.All.Count.ShouldBe(RetentionLeases.Capacity);
        leases.All.ShouldContain(lease => lease.Consumer == $"c{(2 * RetentionLeases.Capacity) - 1}");
    }

    [Fact]
    public void Verify_WhileRetentionRemoves_CountsNothingAsLost()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 100);
        string[] segments = rig.SegmentPaths();
        rig.Files.BeforeRead = name =>
        {
            if (name == Path.GetFileName(segments[2]))
                Array.ForEach(segments[..4], File.Delete);
        };

        VerifyReport report = JournalVerifier.Verify(rig.Files, rig.Options, TestFrames.Publisher);

        report.Lost.ShouldBeEmpty();
        report.Epochs.Single().Last.ShouldBe(100UL);
        report.Epochs.Single().First.ShouldBeGreaterThan(20UL);
    }

    [Fact]
    public void Reader_WhoseSegmentIsRemoved_ReadsItToItsEnd()
    {
        using JournalRig rig = new(Quota);
        rig.PublishAndRun(1, 10);
        using RangeReader reader = rig.Journal.NewReader();
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 500));
        reader.Next().ShouldBe(ReadStep.Frame);
        rig.PublishAndRun(1, 490);

        ulong next = 2;
        for (ReadStep step; (step = reader.Next()) != ReadStep.End;)
        {
            (step == ReadStep.Frame ? reader.Frame.Sequence : reader.Missing.From).ShouldBe(next);
            next = step == ReadStep.Frame ? next + 1 : reader.Missing.To + 1;
        }

        next.ShouldBe(501UL);
    }
}
