using System.Diagnostics;
using FuncLibs.Platform;

namespace FuncLibs.Tests.Platform;

/// <summary>
/// Runs the tests of this room, of the clocks over it and of the journal's files again with every fallback in force, as they are on
/// other systems. The variable is read at start only.
/// </summary>
public sealed class PortableTests
{
    private const string OverTheRoom =
        "FullyQualifiedName~FuncLibs.Tests.Platform|FullyQualifiedName~FuncLibs.Tests.Timing|FullyQualifiedName~Journal.PositionFileTests"
        + "|FullyQualifiedName~Journal.FrameJournalTests";

    private static bool IsPortable => Environment.GetEnvironmentVariable(Linux.PortableVariable) == "1";

    [Fact]
    public void InUse_OnThisSystem_IsLinuxWithoutTheVariable() => Linux.InUse.ShouldBe(OperatingSystem.IsLinux() && !IsPortable);

    [Fact]
    public async Task Fallbacks_InForce_PassTheSameTests()
    {
        if (IsPortable)
            return;
        var start = new ProcessStartInfo(
            "dotnet",
            [
                "vstest", typeof(PortableTests).Assembly.Location, $"--TestCaseFilter:{OverTheRoom}",
                "--logger:console;verbosity=minimal",
            ])
        {
            RedirectStandardOutput = true,
        };
        start.Environment[Linux.PortableVariable] = "1";
        using Process host = Process.Start(start)!;
        string output = await host.StandardOutput.ReadToEndAsync();
        await host.WaitForExitAsync();

        host.ExitCode.ShouldBe(0, output);
        output.ShouldContain("Passed!");
    }
}
