using FuncLibs.Runtime.Platform;

namespace FuncLibs.Tests.Runtime.Platform;

/// <summary>
/// Runs the tests of this namespace, of the clocks over it and of the journal's files again with every fallback in
/// force, as they are on other systems. The variable is read at start only.
/// </summary>
public sealed class PortableTests
{
    private const string TooLong =
        "FullyQualifiedName~FuncLibs.Tests.Runtime.Platform|FullyQualifiedName~FuncLibs.Tests.Runtime.Timing|FullyQualifiedName~Journal.PositionFileTests"
        + "|FullyQualifiedName~Journal.FrameJournalTests";

    private static bool IsPortable => Environment.GetEnvironmentVariable(Linux.PortableVariable) == "1";

    [Fact]
    public void InUse_OnThisSystem_IsLinuxWithoutTheVariable() =>
        Linux.InUse.ShouldBe(OperatingSystem.IsLinux() && !IsPortable);

    [Fact]
    public async Task Fallbacks_InForce_PassTheSameTests()
    {
        if (!IsPortable)
            await ChildTestHost.PassesAsync(TooLong, new() { [Linux.PortableVariable] = "1" });
    }
}
