using Testing;
using Testing.Processes;

namespace Launcher.Tests;

/// <summary>
/// What run.sh says on machines that lack something. It runs in an empty checkout, so that it has to build, with
/// programs of the test's own before those of the machine.
/// </summary>
public sealed class RunScriptTests : IDisposable
{
    // An SDK that is there, and whose builds fail without a word.
    private const string GoodSdk = "case \"$1\" in --version) echo 10.0.401;; build) exit 1;; esac";

    private readonly TemporaryFolder _folder = new();

    public RunScriptTests()
    {
        foreach (string folder in (string[])
        [
            "eng", "tools", "FuncLibs", "FuncLibs.NetMq", "FuncLibs.Hosting", "HardwareConnector", "SignalMonitor",
            "launcher", "simulator",
            "dashboard/dist",
        ])
            Directory.CreateDirectory(_folder.File(folder));
        foreach (string file in (string[])
            ["eng/Programs.slnf", "Telemetry.sln", "Directory.Build.props", "global.json", "BannedSymbols.txt"])
            File.WriteAllText(_folder.File(file), "");
        foreach (string file in (string[])["run.sh", "eng/common.sh"])
            File.Copy(Repository.PathOf(file), _folder.File(file));
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void NoSdk_IsNamed_WithWhereToGetIt()
    {
        foreach (string tool in (string[])["bash", "dirname"])
            File.CreateSymbolicLink(_folder.File($"tools/{tool}"), $"/usr/bin/{tool}");

        Run(new() { ["PATH"] = _folder.File("tools") }).ShouldBe(
            "run.sh: the .NET 10 SDK is missing. Install it (https://dot.net/download, or your distribution's "
                + "dotnet-sdk-10.0) and try again.");
    }

    [Fact]
    public void SdkOfAnotherVersion_IsNamed_WithTheOneNeeded()
    {
        Tool(
            "dotnet",
            "case \"$1\" in --version) exit 145;; --list-sdks) echo '8.0.404 [/usr/share/dotnet/sdk]';; esac");

        Run().ShouldBe(
            "run.sh: this machine has the .NET SDK 8.0.404, the project needs version 10. Install the .NET 10 SDK "
                + "(https://dot.net/download) and try again.");
    }

    [Fact]
    public void RuntimeWithoutSdk_IsReported()
    {
        Tool("dotnet", "[ \"$1\" != --version ]");

        Run().ShouldStartWith("run.sh: there is a .NET runtime but no SDK on this machine.");
    }

    [Fact]
    public void FullDisk_IsReported_BeforeTheBuild()
    {
        Tool("dotnet", GoodSdk);
        Tool("df", "echo; echo 'disk 1000000 900000 102400 90% /'");

        Run().ShouldBe(
            $"run.sh: no disk space: 100 MB are free at {_folder.Path}, the first start needs 300 MB. Free some, or "
                + $"clone to another disk.");
    }

    [Fact]
    public void CacheThatCannotBeWritten_IsNamed_WithAnother()
    {
        Tool("dotnet", GoodSdk);

        Run(new() { ["NUGET_PACKAGES"] = "/proc/packages" }).ShouldEndWith(
            "run.sh: the package cache /proc/packages cannot be written. "
            + $"Make it writable, or choose another: NUGET_PACKAGES={_folder.Path}/.run/packages ./run.sh");
    }

    [Fact]
    public void HomeThatCannotBeWritten_IsReplaced_AndReported()
    {
        Tool("dotnet", "case \"$1\" in --version) echo 10.0.401;; build) echo \"home is $HOME\"; exit 1;; esac");

        string output = Run(new() { ["HOME"] = "/proc/home" });

        output.ShouldContain(
            $"the home folder '/proc/home' cannot be written: packages and settings go to {_folder.Path}/.run/home. "
                + $"Set HOME to have them elsewhere.");
        output.ShouldContain($"home is {_folder.Path}/.run/home");
    }

    [Fact]
    public void FailedBuild_ShowsItsMessages()
    {
        Tool(
            "dotnet",
            "case \"$1\" in --version) echo 10.0.401;; build) echo 'error CS1002: ; expected'; exit 1;; esac");

        Run().ShouldEndWith(
            $"error CS1002: ; expected{Environment.NewLine}run.sh: the build failed; its messages are above.");
    }

    [Fact]
    public void NoWayToThePackages_IsReported()
    {
        Tool(
            "dotnet",
            "case \"$1\" in --version) echo 10.0.401;; build) echo 'error NU1301: Unable to load the service index'; "
                + "exit 1;; esac");

        Run().ShouldEndWith(
            "run.sh: packages could not be fetched: check the connection to nuget.org, or to the source in NuGet.Config.");
    }

    private void Tool(string name, string script)
    {
        string file = _folder.File($"tools/{name}");
        File.WriteAllText(file, $"#!/bin/sh\n{script}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    // All it said, by exit code 1: nothing was started.
    private string Run(Dictionary<string, string>? variables = null)
    {
        variables ??= [];
        variables.TryAdd("PATH", _folder.File("tools") + ":" + Environment.GetEnvironmentVariable("PATH"));
        variables.TryAdd("HOME", _folder.File("home"));
        variables.TryAdd("NUGET_PACKAGES", _folder.File("packages"));
        using HostProcess script = HostProcess.Run("run.sh", "/bin/bash", variables, [_folder.File("run.sh")]);
        script.WaitForExit().ShouldBe(1, script.Everything);
        script.Output.ShouldBeEmpty();
        return string.Join(Environment.NewLine, script.Errors);
    }
}
