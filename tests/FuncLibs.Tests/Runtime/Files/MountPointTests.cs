using FuncLibs.Runtime.Files;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class MountPointTests
{
    [Fact]
    public void LengthIn_AFolder_IsThatOfAMountPointAboveIt()
    {
        string folder = Path.GetFullPath(AppContext.BaseDirectory);

        MountPoint.IsMounted(folder[..MountPoint.LengthIn(folder)]).ShouldBeTrue();
    }

    [Fact]
    public void LengthIn_FolderWhoseNameBeginsLikeAMountPoint_IsOfTheOneAbove()
    {
        // /proc is mounted, /process-data is an ordinary folder.
        if (OperatingSystem.IsLinux())
            MountPoint.LengthIn("/process-data/journal").ShouldBe(1);
    }

    [Fact]
    public void IsMounted_AnOrdinaryFolder_IsFalse() => MountPoint.IsMounted("/no/such/mount").ShouldBeFalse();
}
