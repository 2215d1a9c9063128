using System.Runtime.Versioning;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Sqlite;
using Testing;
using Testing.Databases;

namespace SignalMonitor.Tests.Variables.Sqlite;

[UnsupportedOSPlatform("windows")]
public sealed class SqliteFileTests : IDisposable
{
    private const string Station = "lab/rig1";
    private readonly TemporaryFolder _folder = new();

    public SqliteFileTests() => Path = _folder.File("variables.db");

    private string Path { get; }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Load_NoFile_IsMissingAndMakesNone()
    {
        FindFault(Path).ShouldBe(
            (DatabaseFaultKind.Missing, $"database {Path} does not exist; correct Database:Path, or make it with: "
                + $"SignalMonitor signals import FILE --Database:Path {Path}"));
        File.Exists(Path).ShouldBeFalse();
    }

    [Fact]
    public void Load_Folder_IsNoDatabase() => FindFault(_folder.Path).Kind.ShouldBe(DatabaseFaultKind.NotOurs);

    [Fact]
    public void Load_OtherFile_IsNoDatabase()
    {
        File.WriteAllText(Path, string.Join('\n', Enumerable.Repeat("time;force", 1000)));

        FindFault(Path).ShouldBe(
            (DatabaseFaultKind.NotOurs, $"database {Path} is not an SQLite database; name another file, or put a "
                + $"backup in its place"));
    }

    [Fact]
    public void Load_DatabaseOfAnotherProgram_IsLeftAlone()
    {
        SqliteShell.Run(Path, "CREATE TABLE bookmarks (id INTEGER)");

        FindFault(Path).Text.ShouldContain("is a database of another program");
    }

    [Fact]
    public void Load_TornFile_IsDamaged()
    {
        Make();
        using (FileStream file = File.Open(Path, FileMode.Open))
        {
            file.Position = 4096;
            file.Write(new byte[file.Length - 4096]);
        }

        FindFault(Path).Kind.ShouldBe(DatabaseFaultKind.NotOurs);
    }

    [Fact]
    public void Load_HeldExclusively_IsLocked()
    {
        Make();
        using var other = new SqliteShell(Path);
        other.Run(
            "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE database_revision SET revision = revision + 1; "
                + "COMMIT");

        FindFault(Path).Kind.ShouldBe(DatabaseFaultKind.Locked);
    }

    [Fact]
    public void Load_FileOfAnotherUser_IsReadOnly()
    {
        Make();
        Restrict();

        UnprivilegedThread.Run(() =>
        {
            (DatabaseFaultKind kind, string text) = FindFault(Path);
            kind.ShouldBe(DatabaseFaultKind.ReadOnly, text);
            text.ShouldContain("read-only for this user");
        });
    }

    [Fact]
    public void Change_FileOfAnotherUserInUse_IsReadOnlyAndReadingWorks()
    {
        using VariableRepository owner = Open(Path, make: true);
        owner.Load(Station).Fault.ShouldBeNull();
        Restrict();
        foreach (string beside in Directory.GetFiles(_folder.Path))
            File.SetUnixFileMode(beside, UnixFileMode.UserRead | UnixFileMode.OtherRead | UnixFileMode.GroupRead);

        UnprivilegedThread.Run(() =>
        {
            using VariableRepository guest = Open(Path);
            guest.Load(Station).Fault.ShouldBeNull();
            guest.Change(
                Station,
                "guest",
                _ => [new Edit(Row, EditKind.Put, 0)],
                new DefinitionCheck()).Fault!.Kind.ShouldBe(DatabaseFaultKind.ReadOnly);
        });
    }

    [Fact]
    public void Revision_FileReplaced_IsAnotherMark()
    {
        Make();
        string backup = _folder.File("backup.db");
        File.Copy(Path, backup);
        using VariableRepository repository = Open(Path);
        RevisionMark before = repository.Revision().Value!;

        File.Move(backup, Path, overwrite: true);

        RevisionMark after = repository.Revision().Value!;
        after.ShouldNotBe(before);
        after.Revision.ShouldBe(before.Revision);
    }

    [Fact]
    public void Revision_FileRemoved_IsMissing()
    {
        Make();
        using VariableRepository repository = Open(Path);
        repository.Revision().Fault.ShouldBeNull();

        File.Delete(Path);

        repository.Revision().Fault!.Kind.ShouldBe(DatabaseFaultKind.Missing);
    }

    [Fact]
    public void Dispose_LastConnection_ClosesTheFileAndItsLog()
    {
        using (VariableRepository repository = Open(Path, make: true))
        {
            repository.Load(Station).Fault.ShouldBeNull();
            File.Exists(Path + "-wal").ShouldBeTrue();
        }

        Directory.GetFiles(_folder.Path).ShouldBe([Path]);
    }

    private static SignalVariable Row => new() { Station = Station, Name = "a", Expression = "1" };

    private void Make()
    {
        using VariableRepository repository = Open(Path, make: true);
        repository.Change(
            Station, "kim", _ => [new Edit(Row, EditKind.Put, 0)], new DefinitionCheck()).Fault.ShouldBeNull();
    }

    // Others may read and nothing else.
    private void Restrict()
    {
        File.SetUnixFileMode(Path, UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead);
        File.SetUnixFileMode(
            _folder.Path,
            UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.GroupRead
            | UnixFileMode.GroupExecute
            | UnixFileMode.OtherRead | UnixFileMode.OtherExecute);
    }

    private static (DatabaseFaultKind Kind, string Text) FindFault(string path)
    {
        using VariableRepository repository = Open(path);
        DatabaseFault fault = repository.Load(Station).Fault!;
        fault.Text.ShouldNotContain("\n");
        return (fault.Kind, fault.Text);
    }

    private static VariableRepository Open(string path, bool make = false) =>
        new(new SqliteProvider(path, make), new FakeTime(), []);
}
