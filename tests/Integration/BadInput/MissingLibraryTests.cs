using Testing;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>Native libraries that come with the programs, and were taken away.</summary>
public sealed class MissingLibraryTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Signals_WithoutSqlite_ReportWhatToDo()
    {
        // The libraries are in folders of it, one for each platform.
        foreach (string file in Directory.GetFiles(HostProcess.FolderOf(Hosts.Monitor)))
            File.Copy(file, _folder.File(Path.GetFileName(file)));
        using HostProcess run = HostProcess.Run(
            Hosts.Monitor,
            "dotnet",
            [],
            [_folder.File(Hosts.Monitor + ".dll"), "signals", "list", "--State:Folder", _folder.File("state")]);

        run.WaitForExit().ShouldBe(2, run.Everything);
        string line = run.Errors.ShouldHaveSingleItem();
        line.ShouldContain("e_sqlite3 does not load");
        line.ShouldContain("put the folder runtimes of this program back");
    }
}
