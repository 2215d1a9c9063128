using FuncLibs.Journal;
using FuncLibs.Journal.Reading;

namespace FuncLibs.Tests.Journal.Reading;

public sealed class RangeReaderTests
{
    [Fact]
    public void Next_StreamInFewSegments_IsFoundFromEverySequence()
    {
        using JournalRig rig = new();
        for (int i = 0; i < 12; i++)
        {
            rig.PublishAndRun(1, 40);
            rig.Publish(2);
        }

        rig.Stop();
        rig.Start();

        rig.SegmentPaths().Length.ShouldBeGreaterThan(24);
        for (ulong from = 1; from <= 12; from++)
            rig.Read(2, from, 12, JournalRig.FirstEpoch).Frames.Length.ShouldBe(13 - (int)from);
        for (ulong from = 1; from <= 480; from += 7)
            rig.Read(1, from, 480, JournalRig.FirstEpoch).Frames[0].ShouldBe(from);
    }

    [Fact]
    public void Next_FrameOfALateSegment_OpensOnlyThatOne()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 400);
        rig.Stop();
        rig.Start();
        HashSet<string> opened = [];
        rig.Files.BeforeRead = name => opened.Add(Path.GetFileNameWithoutExtension(name));

        rig.Read(1, 300, 300, JournalRig.FirstEpoch).Frames.ShouldBe([300UL]);

        opened.Count.ShouldBe(1);
    }

    [Fact]
    public void Next_IndexesTakenAway_ReadsTheSegments()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 100);
        rig.Stop();
        rig.Start();
        foreach (string index in Directory.GetFiles(rig.Files.Folder, "*.idx"))
            File.Delete(index);

        rig.Read(1, 50, 100, JournalRig.FirstEpoch).Missing.ShouldBeEmpty();
    }

    [Fact]
    public void Next_ReaderThatFallsBehind_AllocatesNothing()
    {
        using JournalRig rig = new(new JournalOptions { RingBytes = 8 << 20, ReservedBytes = 0 });
        using RangeReader reader = rig.Journal.NewReader();
        rig.PublishAndRun(1, 3);
        reader.Begin(new FrameRange(rig.Epoch, 1, 1, 403));
        for (int i = 0; i < 3; i++)
            reader.Next().ShouldBe(ReadStep.Frame);
        reader.Next().ShouldBe(ReadStep.NotYet);
        for (int i = 0; i < 400; i++)
            rig.Publish(1, 5000);
        rig.Turn();

        long before = GC.GetAllocatedBytesForCurrentThread();
        int frames = 0;
        while (reader.Next() == ReadStep.Frame)
            frames++;
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        (frames, allocated).ShouldBe((400, 0));
    }
}
