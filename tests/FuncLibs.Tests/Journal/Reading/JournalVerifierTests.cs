using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Tests.Journal.Reading;

public sealed class JournalVerifierTests : IDisposable
{
    private const ulong First = JournalRig.FirstEpoch;
    private readonly JournalRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Verify_SegmentMissingWhoseIndexIsThere_NamesItAndWhatItHeld()
    {
        RecordSegments();
        string last = _rig.SegmentPaths()[^1];
        File.Delete(last);

        VerifyReport report = _rig.Verify();

        report.Ranges.Single().Cause.ShouldBe(DamageCause.Missing);
        report.Ranges.Single().Segment.ShouldBe(Path.GetFileName(last));
        report.Lost.Single().ShouldBe(new FrameRange(First, 1, report.Epochs.Single().Last + 1, 40));
    }

    [Fact]
    public void Verify_OnlySegmentMissing_NamesAllItHeld()
    {
        _rig.PublishAndRun(1, 5);
        _rig.Stop();
        File.Delete(_rig.SegmentPaths().Single());

        VerifyReport report = _rig.Verify();

        (report.Damaged, report.Lost.Single()).ShouldBe((1, new FrameRange(First, 1, 1, 5)));
    }

    [Fact]
    public void Verify_SegmentAndIndexMissingInTheMiddle_IsLost()
    {
        RecordSegments();
        string path = _rig.SegmentPaths()[1];
        File.Delete(path);
        File.Delete(Path.ChangeExtension(path, ".idx"));

        _rig.Verify().Lost.Single().Stream.ShouldBe(1U);
    }

    [Fact]
    public void Verify_EpochShorterThanPublished_NamesItsEnd()
    {
        _rig.PublishAndRun(1, 30);
        _rig.Stop();

        Verify(new FrameRange(First, 1, 1, 35)).Lost.ShouldBe([new FrameRange(First, 1, 31, 35)]);
        Verify(new FrameRange(First, 1, 1, 30)).Lost.ShouldBeEmpty();
    }

    [Fact]
    public void Verify_EpochGoneBetweenOthers_IsLost()
    {
        _rig.PublishAndRun(1, 3);
        _rig.Stop();
        _rig.Start();
        _rig.Stop();
        _rig.Start();
        _rig.PublishAndRun(1, 3);
        _rig.Stop();

        Verify(new FrameRange(First + 1, 1, 1, 7)).Lost.ShouldBe([new FrameRange(First + 1, 1, 1, 7)]);
    }

    [Fact]
    public void Verify_WhatRetentionRemoved_IsNotLost()
    {
        RecordSegments();
        _rig.Start();
        _rig.PublishAndRun(1, 3);
        _rig.Stop();
        string[] paths = _rig.SegmentPaths();
        foreach (string path in paths[..2])
        {
            File.Delete(Path.ChangeExtension(path, ".idx"));
            File.Delete(path);
        }

        Verify(
            new FrameRange(First - 1, 1, 1, 7),
            new FrameRange(First, 1, 1, 40),
            new FrameRange(First, 2, 1, 9)).Lost.ShouldBeEmpty();
    }

    [Theory]
    [InlineData(true, false, DamageCause.Index)]
    [InlineData(false, true, DamageCause.Index)]
    [InlineData(true, true, DamageCause.Misplaced)]
    public void Verify_SwappedWithinAnEpoch_IsDamageAndNothingIsLost(bool segments, bool indexes, DamageCause cause)
    {
        RecordSegments();
        Swap(_rig.SegmentPaths()[0], _rig.SegmentPaths()[1], segments, indexes);

        VerifyReport report = _rig.Verify();

        report.Ranges.ShouldContain(range => range.Cause == cause);
        (report.Lost.Count, report.Records).ShouldBe((0, 40));
    }

    [Fact]
    public void Verify_SwappedBetweenEpochs_NamesNoSequenceThatWasNever()
    {
        _rig.PublishAndRun(1, 12);
        _rig.Stop();
        _rig.Start();
        _rig.PublishAndRun(1, 3);
        _rig.Stop();
        Swap(_rig.SegmentPaths()[0], _rig.SegmentPaths()[^1], segments: true, indexes: true);

        VerifyReport report = Verify(new FrameRange(First, 1, 1, 12), new FrameRange(First + 1, 1, 1, 3));

        report.Damaged.ShouldBeGreaterThan(0);
        report.Lost.ShouldAllBe(lost => lost.To <= (lost.Epoch == First ? 12UL : 3UL));
    }

    private void RecordSegments()
    {
        _rig.PublishAndRun(1, 40);
        _rig.Stop();
        _rig.SegmentPaths().Length.ShouldBeGreaterThan(2);
    }

    private VerifyReport Verify(params FrameRange[] published) =>
        JournalVerifier.Verify(new DiskFiles(_rig.Files.Folder), _rig.Options, TestFrames.Publisher, published);

    private static void Swap(string left, string right, bool segments, bool indexes)
    {
        if (segments)
            Exchange(left, right);
        if (indexes)
            Exchange(Path.ChangeExtension(left, ".idx"), Path.ChangeExtension(right, ".idx"));

        static void Exchange(string one, string other)
        {
            File.Move(one, one + ".away");
            File.Move(other, one);
            File.Move(one + ".away", other);
        }
    }
}
