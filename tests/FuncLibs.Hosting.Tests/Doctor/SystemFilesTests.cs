using FuncLibs.Hosting.Doctor;
using Testing;

namespace FuncLibs.Hosting.Tests.Doctor;

public sealed class SystemFilesTests : IDisposable
{
    private readonly SystemFolder _system = new();

    public void Dispose() => _system.Dispose();

    [Fact]
    public void Limit_NotListed_IsNull() => _system.Files.Limit("Max open files").ShouldBeNull();

    [Theory]
    [InlineData("Max open files            1024                 524288               files", 1024)]
    [InlineData("Max open files            unlimited            unlimited            files", long.MaxValue)]
    public void Limit_Listed_IsTheSoftOne(string line, long limit)
    {
        _system.Write("/proc/self/limits", "Limit  Soft Limit  Hard Limit  Units\n" + line);
        _system.Files.Limit("Max open files").ShouldBe(limit);
    }

    [Fact]
    public void FileSystemOf_MountsBelowEachOther_IsThatOfTheInnermost()
    {
        _system.Write(
            "/proc/self/mountinfo",
            """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 0:20 / /srv rw - xfs /dev/sdb1 rw
            24 23 0:21 / /srv/rig\040one rw - nfs4 server:/x rw
            broken line
            """);
        _system.Files.FileSystemOf("/srv/rig one/state").ShouldBe("nfs4");
        _system.Files.FileSystemOf("/srv/rig").ShouldBe("xfs");
        _system.Files.FileSystemOf("/srvother").ShouldBe("ext4");
    }

    [Fact]
    public void Read_MissingFile_IsNull() => _system.Files.Read("/proc/none").ShouldBeNull();
}

/// <summary>A folder in which a test writes what Linux would say.</summary>
internal sealed class SystemFolder : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public SystemFiles Files => new(_folder.Path);

    public void Write(string path, string text)
    {
        string full = Files.PathOf(path);
        Directory.CreateDirectory(Path.GetDirectoryName(full)!);
        File.WriteAllText(full, text + "\n");
    }

    public void Dispose() => _folder.Dispose();
}
