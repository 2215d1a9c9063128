using SignalMonitor.Archiving.Documents;
using SignalMonitor.Audit;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Recorder;

public sealed class RecordingRetentionTests
{
    private static readonly RetentionLimits NoLimit = new(0, TimeSpan.Zero, 0, 0);

    [Fact]
    public void Step_MoreRunsThanAreKept_RemovesTheOldestFinished()
    {
        using RecorderRig rig = new(retention: NoLimit with { Runs = 2 });
        RecordThree(rig);

        WaitUntilRemoved(rig, 1);
        Left(rig).ShouldBe(["B", "C"]);
        rig.Events.ReadAfter(0, 100).All.ShouldContain(
            one => one.Text == "the recording of test run A is removed: 3 recordings are more than 2");
    }

    [Fact]
    public void Step_RemovesARecording_IsNotedWithItsReason()
    {
        using RecorderRig rig = new(retention: NoLimit with { Runs = 2 });
        RecordThree(rig);
        WaitUntilRemoved(rig, 1);

        AuditAction noted = AuditFolder.NewestFirst(rig.Audit.Files, long.MaxValue, _ => { }).First().Action;
        (noted.From, noted.Action, noted.Target, noted.Old, noted.New).ShouldBe(
            (
                "monitor", "recording.remove", "lab/rig1 test run A", rig.PathOf("A"),
                "3 recordings are more than 2"));
    }

    [Fact]
    public void Step_RemovalThatCannotBeNoted_IsDoneAllTheSame()
    {
        using RecorderRig rig = new(retention: NoLimit with { Runs = 2 });
        Directory.CreateDirectory(Path.Combine(rig.Audit.Files.Folder, AuditLog.LockName));
        RecordThree(rig);

        WaitUntilRemoved(rig, 1);
        Left(rig).ShouldBe(["B", "C"]);
    }

    [Fact]
    public void Step_OldestIsMarkedKept_RemovesTheNext()
    {
        using RecorderRig rig = new();
        RecordThree(rig);
        (rig.Document("A") with { Keep = true }).Write(rig.PathOf("A"));
        rig.Stop();
        rig.Retention = NoLimit with { Runs = 2 };
        rig.Start();
        rig.Take(null);

        WaitUntilRemoved(rig, 1);
        Left(rig).ShouldBe(["A", "C"]);
    }

    [Fact]
    public void Step_RunningOneIsTheOldest_IsNotRemoved()
    {
        using RecorderRig rig = new();
        rig.Record("B", RecorderRig.Started.AddHours(2));
        rig.Stop();
        rig.Retention = NoLimit with { Bytes = 1 };
        rig.Start();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 3);

        WaitUntilRemoved(rig, 1);
        WaitFor(rig, status => status.Fault is not null);
        rig.Recorder.Retention!.Status.Fault!.ShouldContain(
            "no recording of the rig may be removed: 0 are marked kept, 1 are open");
        Left(rig).ShouldBe(["A"]);
    }

    [Fact]
    public void Step_TooOld_IsRemoved()
    {
        using RecorderRig rig = new();
        RecordThree(rig);
        (rig.Document("B") with { ClosedUtc = TimeProvider.System.GetUtcNow().AddDays(-8) }).Write(rig.PathOf("B"));
        rig.Stop();
        rig.Retention = NoLimit with { Age = TimeSpan.FromDays(7) };
        rig.Start();
        rig.Take(null);

        WaitUntilRemoved(rig, 1);
        Left(rig).ShouldBe(["A", "C"]);
    }

    [Fact]
    public void Step_DiskGetsFull_RemovesUntilThereIsRoomAndRecordingGoesOn()
    {
        long free = long.MaxValue;
        using RecorderRig rig = new(folder => new FaultyFiles(folder) { Free = Volatile.Read(ref free) });
        RecordThree(rig);
        rig.Stop();
        Volatile.Write(ref free, 0);
        rig.Retention = NoLimit with { FreeBytes = 1000 };
        rig.Start();
        rig.Take(RecorderRig.Run("D", RecorderRig.Started.AddDays(3)));
        rig.Data(1, 5);

        WaitUntilRemoved(rig, 3);
        WaitFor(rig, status => status.Fault is not null);
        rig.Recorder.Retention!.Status.Fault!.ShouldStartWith("0 bytes of the disk are free, less than 1000");
        rig.WaitFor(status => status.Fault is not null);
    }

    [Fact]
    public void Step_RemovalThatACrashEnded_IsContinued()
    {
        using RecorderRig rig = new(retention: NoLimit with { Runs = 5 });
        RecordThree(rig);
        string left = Path.Combine(Path.GetDirectoryName(rig.PathOf("A"))!, RecordingFolder.RemovingPrefix + "A");
        Directory.Move(rig.PathOf("A"), left);

        Left(rig).ShouldBe(["B", "C"]);
        rig.Restart();
        rig.Take(null);
        WaitUntilRemoved(rig, 1);
        Directory.Exists(left).ShouldBeFalse();
    }

    [Fact]
    public void Step_RunIsMarkedWhileItIsRecorded_StaysMarked()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 3);
        rig.WaitFor(status => status.Frames > 0);
        (rig.Document("A") with { Keep = true }).Write(rig.PathOf("A"));
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        rig.Document("A").Keep.ShouldBeTrue();
    }

    [Fact]
    public void Step_OldestIsNotArchivedYet_RemovesTheNext()
    {
        using RecorderRig rig = new();
        RecordThree(rig);
        Archive(rig, "B");
        rig.Stop();
        (rig.Retention, rig.IsArchived) = (NoLimit with { Runs = 1 }, ArchiveMark.IsIn);
        rig.Start();
        rig.Take(null);

        WaitUntilRemoved(rig, 1);
        WaitFor(rig, status => status.Fault is not null);
        Left(rig).ShouldBe(["A", "C"]);
        rig.Recorder.Retention!.Status.Fault!.ShouldContain("2 are not archived yet");
    }

    [Fact]
    public void Step_MarkIsOfAnotherRecording_IsNotRemoved()
    {
        using RecorderRig rig = new();
        RecordThree(rig);
        new ArchiveMark("0123", "lab/rig1/A", RecorderRig.Started).Write(rig.PathOf("A"));
        Archive(rig, "B");
        rig.Stop();
        (rig.Retention, rig.IsArchived) = (NoLimit with { Runs = 2 }, ArchiveMark.IsIn);
        rig.Start();
        rig.Take(null);

        WaitUntilRemoved(rig, 1);
        Left(rig).ShouldBe(["A", "C"]);
    }

    private static void Archive(RecorderRig rig, string run) => new ArchiveMark(
        ArchivedTest.IdOf(rig.Document(run)), $"lab/rig1/{run}", RecorderRig.Started).Write(rig.PathOf(run));

    private static void RecordThree(RecorderRig rig)
    {
        rig.Record("A");
        rig.Record("B", RecorderRig.Started.AddDays(1));
        rig.Record("C", RecorderRig.Started.AddDays(2));
    }

    private static string[] Left(RecorderRig rig) =>
        [.. RecordingFolder.List(rig.Root).Select(folder => Path.GetFileName(folder))];

    private static void WaitUntilRemoved(RecorderRig rig, long recordings) =>
        WaitFor(rig, status => status.Removed == recordings);

    private static void WaitFor(RecorderRig rig, Func<RetentionStatus, bool> condition) => Eventually.True(
        () => condition(rig.Recorder.Retention!.Status), $"retention: {rig.Recorder.Retention!.Status}");
}
