using FuncLibs.Runtime.Platform;
using Microsoft.Win32.SafeHandles;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class FileSyncTests
{
    [Fact]
    public void Flush_WrittenFile_IsFine()
    {
        using TemporaryFolder folder = new();
        using SafeFileHandle file = File.OpenHandle(folder.File("f"), FileMode.CreateNew, FileAccess.Write);
        RandomAccess.Write(file, "block"u8, 0);

        FileSync.Flush(file);

        RandomAccess.GetLength(file).ShouldBe(5);
    }
}
