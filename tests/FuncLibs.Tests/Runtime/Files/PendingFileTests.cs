using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class PendingFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Publish_File_HasItsNameAndNothingElseIsLeft()
    {
        using (PendingFile pending = new(_folder.File("x")))
        {
            Write(pending, "new");
            pending.Publish(overwrite: false);
        }

        File.ReadAllText(_folder.File("x")).ShouldBe("new");
        File.Exists(_folder.File("x" + PendingFile.Ending)).ShouldBeFalse();
    }

    [Fact]
    public void Publish_Folder_HasItsName()
    {
        using PendingFile pending = new(_folder.File("x"));
        Directory.CreateDirectory(pending.Path);
        File.WriteAllText(Path.Combine(pending.Path, "part"), "1");

        pending.Publish(overwrite: false);

        File.ReadAllText(Path.Combine(_folder.File("x"), "part")).ShouldBe("1");
    }

    [Fact]
    public void Publish_NameIsTaken_LeavesBothAsTheyWere()
    {
        File.WriteAllText(_folder.File("x"), "old");
        using (PendingFile pending = new(_folder.File("x")))
        {
            Write(pending, "new");
            Should.Throw<IOException>(() => pending.Publish(overwrite: false));
        }

        File.ReadAllText(_folder.File("x")).ShouldBe("old");
        File.Exists(_folder.File("x" + PendingFile.Ending)).ShouldBeFalse();
    }

    [Fact]
    public void Dispose_NotPublished_RemovesWhatWasWritten()
    {
        using (PendingFile pending = new(_folder.File("x")))
            Write(pending, "new");

        Directory.EnumerateFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void Create_EarlierTryLeftAFolder_RemovesIt()
    {
        Directory.CreateDirectory(Path.Combine(_folder.File("x" + PendingFile.Ending), "inside"));

        using PendingFile pending = new(_folder.File("x"));

        Directory.Exists(pending.Path).ShouldBeFalse();
    }

    private static void Write(PendingFile pending, string text)
    {
        using FileStream file = new(pending.Path, FileMode.Create, FileAccess.Write);
        file.Write(System.Text.Encoding.UTF8.GetBytes(text));
        PendingFile.Flush(file);
    }
}
