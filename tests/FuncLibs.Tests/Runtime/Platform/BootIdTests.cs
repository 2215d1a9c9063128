using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class BootIdTests
{
    // Without one, nothing counts as written in the same run of the system.
    [Fact]
    public void Current_IsThere_OnLinuxOnly() => (BootId.Current != Guid.Empty).ShouldBe(Linux.InUse);
}
