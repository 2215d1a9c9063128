using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Documents;
using SignalMonitor.Variables.Postgres;
using Testing;
using Testing.Databases;

namespace SignalMonitor.Tests.Variables;

public sealed class PostgresRepositoryTests : RepositoryContract, IClassFixture<PostgresFixture>
{
    private readonly PostgresServer _server;
    private readonly string _database;

    public PostgresRepositoryTests(PostgresFixture fixture)
    {
        _server = fixture.Server;
        _database = _server.NewDatabase();
    }

    protected override string Dialect => "postgres";

    [PostgresFact]
    public void Load_DatabaseThatIsNotThere_IsMissing()
    {
        using VariableRepository repository = Open(_server.Connection("nowhere"));

        DatabaseFault fault = Fault(repository.Load(Station));

        fault.Kind.ShouldBe(DatabaseFaultKind.Missing);
        fault.Text.ShouldContain("PostgreSQL database nowhere on ");
    }

    [PostgresFact]
    public void Load_NoServer_IsUnreachableAndNamesNoPassword()
    {
        using VariableRepository repository = Open("Host=/nowhere;Username=kim;Database=lab;Password=geheim");

        DatabaseFault fault = Fault(repository.Load(Station));

        fault.Kind.ShouldBe(DatabaseFaultKind.Unreachable);
        fault.Text.ShouldNotContain("geheim");
        fault.Text.ShouldNotContain("\n");
    }

    [PostgresFact]
    public void Change_UserWithoutTheRight_IsReadOnlyAndReadingWorks()
    {
        using IVariableRepository owner = Open();
        Done(owner, Put(Variable("a")));
        _server.Sql(
            _database,
            "DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest");
        using VariableRepository guest = Open(
            _server.Connection(_database).Replace("Username=telemetry", "Username=guest", StringComparison.Ordinal));

        Value(guest.Load(Station)).Variables.Length.ShouldBe(1);
        Fault(
            guest.Change(
                Station,
                "guest",
                _ => [Put(Variable("b"))],
                new SignalMonitor.Variables.Definitions.DefinitionCheck())).Kind
            .ShouldBe(DatabaseFaultKind.ReadOnly);
        _server.Sql(_database, "DROP OWNED BY guest; DROP ROLE guest");
    }

    protected override IVariableRepository Open(bool seed = false) => Open(_server.Connection(_database), seed);

    protected override void Sql(string statement) => _server.Sql(_database, statement);

    protected override IDisposable Lock() =>
        _server.Hold(_database, "SELECT revision FROM database_revision FOR UPDATE");

    private static VariableRepository Open(string connection, bool seed = false) =>
        new(new PostgresProvider(connection), new FakeTime(), seed ? SeedDocument.Rows() : []);
}

public sealed class PostgresFixture : IDisposable
{
    private readonly Lazy<PostgresServer> _server = new(PostgresServer.Start);

    public PostgresServer Server => _server.Value;

    public void Dispose()
    {
        if (_server.IsValueCreated)
            _server.Value.Dispose();
    }
}

[AttributeUsage(AttributeTargets.Method)]
internal sealed class PostgresFactAttribute : FactAttribute
{
    public PostgresFactAttribute() => Skip = PostgresServer.Missing;
}
