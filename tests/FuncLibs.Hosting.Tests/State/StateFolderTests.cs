using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Hosting.Tests.State;

public sealed class StateFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Open_MissingFolder_IsMade()
    {
        using var state = StateFolder.Open(_folder.File("a/b"));
        File.Exists(state.File(StateFolder.LockName)).ShouldBeTrue();
    }

    [Fact]
    public void Open_TwiceInOneProcess_IsRefused()
    {
        using var state = StateFolder.Open(_folder.Path);
        Should.Throw<StartupException>(() => StateFolder.Open(_folder.Path)).Message.ShouldContain("is in use");
    }

    [Fact]
    public void Open_AfterDispose_IsFree()
    {
        StateFolder.Open(_folder.Path).Dispose();
        StateFolder.Open(_folder.Path).Dispose();
    }

    [Fact]
    public void Open_PathIsFile_IsReported()
    {
        File.WriteAllText(_folder.File("f"), "");
        Should.Throw<StartupException>(() => StateFolder.Open(_folder.File("f"))).Message
            .ShouldBe($"state folder {_folder.File("f")} is a file; choose another State:Folder");
    }

    [Fact]
    public void Open_FileInTheWay_NamesTheReason()
    {
        File.WriteAllText(_folder.File("f"), "");
        Should.Throw<StartupException>(
            () => StateFolder.Open(_folder.File("f/sub"))).Message.ShouldContain("cannot be created");
    }

    // The tests may run as root, for whom no folder is read-only: a folder in the place of the lock file is in.
    [Fact]
    public void Open_LockCannotBeWritten_ReportsWhatToDo()
    {
        Directory.CreateDirectory(_folder.File(StateFolder.LockName));
        Should.Throw<StartupException>(
            () => StateFolder.Open(_folder.Path)).Message.ShouldContain("make it writable for this user");
    }

    [Fact]
    public void Write_OldContent_IsReplacedWhole()
    {
        AtomicFile.Write(_folder.File("x"), "a long first content"u8);
        AtomicFile.Write(_folder.File("x"), "short"u8);
        File.ReadAllText(_folder.File("x")).ShouldBe("short");
        File.Exists(_folder.File("x" + PendingFile.Ending)).ShouldBeFalse();
    }
}
