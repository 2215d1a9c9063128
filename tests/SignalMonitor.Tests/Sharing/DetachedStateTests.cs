using FuncLibs.Journal.Segments;
using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class DetachedStateTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Detach_FileThatIsOpen_IsNotWrittenThroughIt()
    {
        using FileStream open = Open("events.jsonl", FileShare.Read);
        open.Write("before"u8);
        open.Flush();
        DetachedState.Detach(_folder.Path);

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
            DetachedState.Detach(_folder.Path);
            made.Write("whole"u8);
        }

        File.ReadAllText(_folder.File("break.capture")).ShouldBe("half, whole");
    }

    [Fact]
    public void Detach_LockOfAnotherProcess_CanBeTaken()
    {
        using FileStream theirs = Open("lock");
        DetachedState.Detach(_folder.Path);

        using FileStream ours = Open("lock");

        ours.Length.ShouldBe(0);
    }

    [Fact]
    public void Detach_SegmentsOfARecording_OnlyTheNewestIsCopied()
    {
        string old = Segment(3);
        string newest = Segment(4);
        using FileStream oldOpen = new(old, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        using FileStream newestOpen = new(newest, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        DetachedState.Detach(_folder.Path);
        foreach (FileStream file in (FileStream[])[oldOpen, newestOpen])
        {
            file.Write("changed"u8);
            file.Flush();
        }

        (File.ReadAllText(old), File.ReadAllText(newest)).ShouldBe(("changed", "segment"));
    }

    [Fact]
    public void Detach_FileThatNobodyWroteForADay_IsLeft()
    {
        File.WriteAllText(_folder.File("position.json"), "new");
        File.WriteAllText(_folder.File("old.json"), "old");
        File.SetLastWriteTimeUtc(
            _folder.File("old.json"),
            File.GetLastWriteTimeUtc(_folder.File("position.json")) - TimeSpan.FromDays(2));
        using FileStream open = new(
            _folder.File("old.json"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        DetachedState.Detach(_folder.Path);

        File.AppendAllText(_folder.File("old.json"), "er");

        open.Length.ShouldBe(5);
    }

    [Fact]
    public void Detach_EmptyFolder_DoesNothing()
    {
        DetachedState.Detach(_folder.Path);

        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    private FileStream Open(string name, FileShare share = FileShare.None) =>
        new(_folder.File(name), FileMode.OpenOrCreate, FileAccess.ReadWrite, share);

    private string Segment(uint number)
    {
        Directory.CreateDirectory(_folder.File("recordings"));
        string path = _folder.File(Path.Combine("recordings", new SegmentName(1, number).File));
        File.WriteAllText(path, "segment");
        return path;
    }
}
