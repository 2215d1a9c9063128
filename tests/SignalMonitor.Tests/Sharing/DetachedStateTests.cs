using FuncLibs.Journal.Segments;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Recordings;
using SignalMonitor.Sharing;
using Testing;
using Testing.Processes;

namespace SignalMonitor.Tests.Sharing;

public sealed class DetachedStateTests : IDisposable
{
    private static readonly DateTimeOffset Time = new(2026, 11, 24, 8, 0, 0, TimeSpan.Zero);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Detach_FileThatIsOpen_IsNotWrittenThroughIt()
    {
        using FileStream open = Open("events.jsonl", FileShare.Read);
        open.Write("before"u8);
        open.Flush();
        DetachedState.Detach(_folder.Path, () => { });

        open.Write(", after"u8);
        open.Flush();

        File.ReadAllText(_folder.File("events.jsonl")).ShouldBe("before");
    }

    [Fact]
    public void Detach_FileThatTheFormerHolderIsMaking_IsLeft()
    {
        using (FileStream made = Open("break.capture"))
        {
            made.Write("half, "u8);
            DetachedState.Detach(_folder.Path, () => { });
            made.Write("whole"u8);
        }

        File.ReadAllText(_folder.File("break.capture")).ShouldBe("half, whole");
    }

    [Fact]
    public void Detach_LockOfAnotherProcess_CanBeTaken()
    {
        using FileStream theirs = Open("lock");
        DetachedState.Detach(_folder.Path, () => { });

        using FileStream ours = Open("lock");

        ours.Length.ShouldBe(0);
    }

    [Theory]
    [InlineData(1, 3, true)]
    [InlineData(1, 4, false)]
    [InlineData(2, 1, false)]
    public void Detach_SegmentsOfARecording_TheNewestOfTheLastTwoEpochsAreCopied(
        ulong epoch, uint number, bool isWrittenThrough)
    {
        foreach ((ulong Epoch, uint Number) one in (ReadOnlySpan<(ulong, uint)>)[(1, 3), (1, 4), (2, 1)])
            Segment(one.Epoch, one.Number);
        using FileStream open = new(
            Segment(epoch, number), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("changed"u8);
        open.Flush();

        File.ReadAllText(open.Name).ShouldBe(isWrittenThrough ? "changed" : "segment");
    }

    [Fact]
    public void Detach_SegmentsOfManyEpochs_ThoseOfEarlierOnesAreNotCopied()
    {
        string[] segments = [.. Enumerable.Range(1, 5).Select(epoch => Segment((ulong)epoch, 1))];
        for (int i = 0; i < segments.Length; i++)
            File.SetLastWriteTimeUtc(segments[i], Time.UtcDateTime.AddMinutes(i));
        using FileStream open = new(
            segments[2], FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("changed"u8);
        open.Flush();

        File.ReadAllText(segments[2]).ShouldBe("changed");
    }

    [Theory]
    [InlineData(-400)]
    [InlineData(400)]
    public void Detach_FileOfAnotherTime_IsNotWrittenThroughIt(int days)
    {
        File.WriteAllText(_folder.File("position.json"), "new");
        using FileStream open = Open("events.jsonl", FileShare.Read);
        open.Write("before"u8);
        open.Flush();
        File.SetLastWriteTimeUtc(
            _folder.File("events.jsonl"), File.GetLastWriteTimeUtc(_folder.File("position.json")).AddDays(days));
        DetachedState.Detach(_folder.Path, () => { });

        open.Write(", after"u8);
        open.Flush();

        File.ReadAllText(_folder.File("events.jsonl")).ShouldBe("before");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Detach_Recording_IsLeftOnceItIsClosed(bool isClosed)
    {
        string recording = Directory.CreateDirectory(_folder.File("recordings/lab/rig1/T-17/journal")).FullName;
        new RecordingDocument
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun { Name = "T-17", ControlMode = "strain", StartedUtc = Time },
            ClosedUtc = isClosed ? Time : null,
        }.Write(Path.GetDirectoryName(recording)!);
        using FileStream open = Open(
            Path.Combine(recording, new SegmentName(1, 1).File), FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("more"u8);
        open.Flush();

        new FileInfo(open.Name).Length.ShouldBe(isClosed ? 4 : 0);
    }

    [Fact]
    public void Detach_Capture_IsLeft()
    {
        File.WriteAllText(_folder.File("break.capture"), "samples");
        using FileStream open = Open("break.capture", FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("changed"u8);
        open.Flush();

        File.ReadAllText(_folder.File("break.capture")).ShouldBe("changed");
    }

    [Fact]
    public void Detach_ExportOfTheFormerHolder_IsLeft()
    {
        string export = Path.Combine(
            Directory.CreateDirectory(_folder.File(ExportJobOptions.FolderName)).FullName, "1.csv");
        File.WriteAllText(export, "0");
        using FileStream open = Open(export, FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("1"u8);
        open.Flush();

        File.ReadAllText(export).ShouldBe("1");
    }

    [Fact]
    public void Detach_Links_AreNotFollowed()
    {
        using TemporaryFolder other = new();
        File.WriteAllText(other.File("secret"), "secret");
        File.CreateSymbolicLink(_folder.File("file"), other.File("secret"));
        Directory.CreateSymbolicLink(_folder.File("folder"), other.Path);
        using FileStream open = new(
            other.File("secret"), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path, () => { });

        open.Write("public"u8);
        open.Flush();

        File.ReadAllText(other.File("secret")).ShouldBe("public");
        new FileInfo(_folder.File("file")).LinkTarget.ShouldNotBeNull();
    }

    [Fact]
    public void Detach_LinkInPlaceOfACopy_IsNotWrittenThrough()
    {
        using TemporaryFolder other = new();
        File.WriteAllText(other.File("secret"), "secret");
        File.CreateSymbolicLink(_folder.File("position.json.detached"), other.File("secret"));
        File.WriteAllText(_folder.File("position.json"), "position");

        Should.Throw<IOException>(() => DetachedState.Detach(_folder.Path, () => { }));

        File.ReadAllText(other.File("secret")).ShouldBe("secret");
    }

    [Fact]
    public void Detach_Pipe_IsNotWaitedFor()
    {
        if (OperatingSystem.IsWindows())
            return;
        using (HostProcess mkfifo = HostProcess.Run("mkfifo", "mkfifo", [], [_folder.File("pipe")]))
            mkfifo.WaitForExit().ShouldBe(0);

        DetachedState.Detach(_folder.Path, () => { });

        File.ReadAllText(_folder.File("pipe")).ShouldBeEmpty();
    }

    [Fact]
    public void Detach_CopyThatAnEarlierOneLeft_IsRemoved()
    {
        File.WriteAllText(_folder.File("position.json"), "whole");
        File.WriteAllText(_folder.File("position.json.detached"), "ha");

        DetachedState.Detach(_folder.Path, () => { });

        Directory.GetFiles(_folder.Path).ShouldBe([_folder.File("position.json")]);
        File.ReadAllText(_folder.File("position.json")).ShouldBe("whole");
    }

    [Fact]
    public void Detach_EmptyFolder_DoesNothing()
    {
        DetachedState.Detach(_folder.Path, () => { });

        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    private FileStream Open(string name, FileShare share = FileShare.None) =>
        new(_folder.File(name), FileMode.OpenOrCreate, FileAccess.ReadWrite, share);

    private string Segment(ulong epoch, uint number)
    {
        Directory.CreateDirectory(_folder.File("recordings"));
        string path = _folder.File(Path.Combine("recordings", new SegmentName(epoch, number).File));
        File.WriteAllText(path, "segment");
        return path;
    }
}
