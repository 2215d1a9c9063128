using System.Net;
using System.Net.Sockets;
using Testing;

namespace FuncLibs.Hosting.Tests.Programs;

public sealed class HostProcessTests
{
    private const string Listening = "listening link tcp://127.0.0.1:1";

    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    public async Task Run_Signal_StopsCleanly(string signal)
    {
        using var probe = ProbeProcess.Start();
        (await probe.ListeningAsync()).ShouldBe(Listening);
        await probe.SignalAsync(signal);
        (await probe.EndAsync()).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Run_Supervised_IgnoresInterruptAndStopsWithItsInput()
    {
        using var probe = ProbeProcess.Start("--Run:Supervised", "true");
        (await probe.ListeningAsync()).ShouldBe(Listening);
        await probe.SignalAsync("INT");
        probe.CloseInput();
        (int exitCode, string errors) = await probe.EndAsync();
        exitCode.ShouldBe(0);
        errors.ShouldContain("stopping: standard input closed");
        errors.ShouldNotContain("SIGINT");
    }

    [Fact]
    public async Task Run_LoopThrows_LogsAndExits1()
    {
        using var probe = ProbeProcess.Start("--Loop:End", "throws");
        (int exitCode, string errors) = await probe.EndAsync();
        exitCode.ShouldBe(1);
        errors.ShouldContain("thread probe failed");
        errors.ShouldContain("the loop broke");
    }

    [Fact]
    public async Task Run_ForSeconds_StopsByItself()
    {
        using var probe = ProbeProcess.Start("--Run:WarmupSeconds", "0", "--Run:For", "0.1");
        (await probe.EndAsync()).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Run_BadConfiguration_Exits2WithoutStackTrace()
    {
        using var probe = ProbeProcess.Start("--Loop:Capacity", "x", "--Bogus", "1");
        (int exitCode, string errors) = await probe.EndAsync();
        exitCode.ShouldBe(2);
        errors.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(2);
    }

    [Fact]
    public async Task Run_PortInUse_Exits2WithOneLine()
    {
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        using var probe = ProbeProcess.Start("--Loop:BindPort", $"{((IPEndPoint)taken.LocalEndpoint).Port}");
        (int exitCode, string errors) = await probe.EndAsync();
        exitCode.ShouldBe(2);
        errors.ShouldContain("probe cannot start: ");
        errors.ShouldContain("choose another port (0 = any free one)");
        errors.ShouldNotContain("   at ");
    }

    [Fact]
    public async Task Run_StateFolderOfOtherProcess_Exits2AndNamesFolder()
    {
        using var folder = new TemporaryFolder();
        using var first = ProbeProcess.Start("--State:Folder", folder.Path);
        (await first.ListeningAsync()).ShouldBe(Listening);
        using var second = ProbeProcess.Start("--State:Folder", folder.Path);
        (int exitCode, string errors) = await second.EndAsync();
        exitCode.ShouldBe(2);
        errors.Trim().ShouldBe(
            $"probe cannot start: state folder {folder.Path} is in use by another process; stop that one, or choose "
                + $"another State:Folder");
    }

    [Fact]
    public async Task Run_KilledOwner_LeavesNoLock()
    {
        using var folder = new TemporaryFolder();
        using var first = ProbeProcess.Start("--State:Folder", folder.Path);
        (await first.ListeningAsync()).ShouldBe(Listening);
        await first.SignalAsync("KILL");
        await first.EndAsync();
        using var second =
            ProbeProcess.Start("--State:Folder", folder.Path, "--Run:WarmupSeconds", "0", "--Run:For", "0.1");
        (await second.EndAsync()).ExitCode.ShouldBe(0);
    }

    [Fact]
    public async Task Run_StateFolder_HoldsTheLog()
    {
        using var folder = new TemporaryFolder();
        using var probe = ProbeProcess.Start("--State:Folder", folder.Path, "--Loop:End", "throws");
        (await probe.EndAsync()).ExitCode.ShouldBe(1);
        string log = Directory.GetFiles(folder.File("logs"), "probe-*.log").Single();
        (await File.ReadAllTextAsync(log)).ShouldContain("the loop broke");
    }

    [Fact]
    public async Task Run_BadSerilogSection_Exits2()
    {
        using var probe = ProbeProcess.Start("--Serilog:MinimumLevel:Default", "Loud");
        (int exitCode, string errors) = await probe.EndAsync();
        exitCode.ShouldBe(2);
        errors.ShouldStartWith("probe cannot start: section Serilog: ");
    }

    [Fact]
    public async Task Run_ListeningFile_GetsTheLines()
    {
        using var folder = new TemporaryFolder();
        using var probe = ProbeProcess.Start(
            "--Run:ListeningFile", folder.File("lines"), "--Run:WarmupSeconds", "0", "--Run:For", "0.1");
        await probe.EndAsync();
        (await File.ReadAllTextAsync(folder.File("lines"))).ShouldBe(Listening + "\n");
    }
}
