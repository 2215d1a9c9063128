using FuncLibs.Runtime.Platform;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class FolderSyncTests
{
    [Fact]
    public void Flush_Folder_IsFine()
    {
        using TemporaryFolder folder = new();
        FolderSync.Flush(folder.Path);
    }

    [Fact]
    public void Flush_MissingFolder_IsReported_WhereFoldersAreFlushed()
    {
        using TemporaryFolder folder = new();
        Exception? refusal = Record.Exception(() => FolderSync.Flush(folder.File("none")));

        (refusal is IOException).ShouldBe(Linux.InUse || OperatingSystem.IsMacOS());
    }
}
