using FuncLibs.Hosting.Doctor;
using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class SharedMountTests : IDisposable
{
    private readonly TemporaryFolder _system = new();

    public void Dispose() => _system.Dispose();

    [Theory]
    [InlineData("nfs4 db:/lab rw,vers=4.2,lookupcache=none,hard", true)]
    [InlineData("nfs4 db:/lab rw,vers=4.2,hard", false)]
    [InlineData("nfs db:/lab rw,lookupcache=positive", false)]
    [InlineData("ext4 /dev/sdb1 rw", true)]
    public void FindFault_OfAMount_IsNamesThatAreRemembered(string mount, bool isFine)
    {
        Directory.CreateDirectory(_system.File("proc/self"));
        File.WriteAllText(
            _system.File("proc/self/mountinfo"),
            $"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n24 22 0:21 / /mnt/lab rw,relatime - {mount}\n");

        string? fault = SharedMount.FindFault("/mnt/lab/monitors", new SystemFiles(_system.Path));

        (fault is null).ShouldBe(isFine, fault);
    }

    [Fact]
    public void FindFault_UnknownMount_IsNone() =>
        SharedMount.FindFault("/mnt/lab/monitors", new SystemFiles(_system.Path)).ShouldBeNull();
}
