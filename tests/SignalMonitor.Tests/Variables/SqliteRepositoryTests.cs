using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Documents;
using SignalMonitor.Variables.Sqlite;
using Testing;

namespace SignalMonitor.Tests.Variables;

public sealed class SqliteRepositoryTests : RepositoryContract
{
    private readonly TemporaryFolder _folder = new();

    protected override string Dialect => "sqlite";

    private string Path => _folder.File("variables.db");

    protected override IVariableRepository Open(bool seed = false) =>
        new VariableRepository(new SqliteProvider(Path, make: true), new FakeTime(), seed ? SeedDocument.Rows() : []);

    protected override void Sql(string statement) => SqliteShell.Run(Path, statement);

    protected override IDisposable Lock()
    {
        var other = new SqliteShell(Path);
        other.Run("BEGIN IMMEDIATE");
        return other;
    }

    protected override void Dispose(bool disposing)
    {
        _folder.Dispose();
        base.Dispose(disposing);
    }
}
