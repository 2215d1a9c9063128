using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class SharedMemoryTests
{
    [Fact]
    public void Folder_IsThatOfLinux_OrNone() => SharedMemory.Folder.ShouldBe(Linux.InUse ? "/dev/shm" : "");
}
