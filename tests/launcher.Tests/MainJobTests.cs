using FuncLibs.Hosting;
using FuncLibs.Hosting.State;

namespace Launcher.Tests;

public sealed class MainJobTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("launcher-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    private MainJobOptions Options =>
        new() { RunFolder = Path.Combine(_folder, "run"), Binaries = new Binaries(_folder) };

    [Fact]
    public async Task RunAsync_ProgramNotBuilt_ReportsWhichAndWhatToDo()
    {
        StartupException e = await Should.ThrowAsync<StartupException>(() => MainJob.RunAsync(Options));
        e.Message.ShouldBe(
            $"{_folder}/simulator.dll is missing; build it (dotnet build Telemetry.sln -c Release), or set its "
                + "folder with --bin");
    }

    [Fact]
    public async Task RunAsync_RunFolderInUse_IsRefused()
    {
        using var other = StateFolder.Open(Options.RunFolder);
        (await Should.ThrowAsync<StartupException>(
            () => MainJob.RunAsync(Options))).Message.ShouldContain("is in use by another process");
    }

    [Fact]
    public async Task RunAsync_ProgramDiesAtStart_ReportsItAndItsLog()
    {
        // Not an assembly: `dotnet` itself refuses it, as it would a damaged build.
        await File.WriteAllTextAsync(Path.Combine(_folder, "simulator.dll"), "");
        (await MainJob.RunAsync(Options)).Failures.Single().ShouldStartWith("simulator ended with exit code ");
    }
}
