using System.Globalization;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Tests.Archiving.Documents;
using SignalMonitor.Tests.Variables;
using SignalMonitor.Variables.Database;

namespace SignalMonitor.Tests.Archiving.Catalogue;

public sealed class ArchiveCatalogueTests : IClassFixture<PostgresFixture>, IDisposable
{
    private static readonly DateTimeOffset First = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);

    private readonly PostgresFixture _fixture;
    private readonly string _database;
    private readonly ArchiveCatalogue _catalogue;

    public ArchiveCatalogueTests(PostgresFixture fixture)
    {
        _fixture = fixture;
        _database = Testing.Databases.PostgresServer.Missing is null ? fixture.Server.NewDatabase() : "";
        _catalogue = _database.Length > 0
            ? new ArchiveCatalogue(fixture.Server.Connection(_database), TimeProvider.System)
            : new ArchiveCatalogue("Host=none", TimeProvider.System);
    }

    public void Dispose() => _catalogue.Dispose();

    [PostgresFact]
    public void Search_NothingGiven_IsTheNewestFirst()
    {
        Fill();

        Search().ShouldBe(["T4", "T3", "T2", "T1"]);
    }

    [PostgresFact]
    public void Search_Pages_HaveEachTestOnce()
    {
        for (int i = 0; i < 25; i++)
            Put($"T{i}", started: First.AddMinutes(i / 3));
        List<string> found = [];
        string? after = null;
        do
        {
            ArchivePage page = Page(("limit", "4"), ("after", after));
            page.Tests.Count.ShouldBeInRange(1, 4);
            found.AddRange(page.Tests.Select(test => test.Run));
            after = page.After;
        }
        while (after is not null);

        found.Count.ShouldBe(25);
        found.Distinct().Count().ShouldBe(25);
    }

    [PostgresTheory]
    [InlineData("rig", "lab/rig1", "T2 T1")]
    [InlineData("rig", "rig1", "T4 T2 T1")]
    [InlineData("rig", "*/rig*", "T4 T3 T2 T1")]
    [InlineData("rig", "lab/*", "T3 T2 T1")]
    [InlineData("rig", "lab/", "")]
    [InlineData("specimen", "al-1", "T2 T1")]
    [InlineData("specimen", "AL-1*", "T2 T1")]
    [InlineData("specimen", "*-2", "T3")]
    [InlineData("specimen", "%", "T4")]
    [InlineData("specimen", "_", "T4")]
    [InlineData("specimen", "\\", "T4")]
    [InlineData("specimen", "'", "T4")]
    [InlineData("specimen", "'; DROP TABLE test; --", "")]
    [InlineData("rig", "' OR '1'='1", "")]
    [InlineData("result", "'>=1", "")]
    [InlineData("from", "2026-01-03", "T4 T3")]
    [InlineData("to", "2026-01-02", "T2 T1")]
    [InlineData("from", "2026-01-02T12:00:00Z", "T4 T3 T2")]
    [InlineData("from", "0001-01-01", "T4 T3 T2 T1")]
    [InlineData("to", "9999-12-31", "T4 T3 T2 T1")]
    [InlineData("result", "Rm>=500", "T4 T3")]
    [InlineData("result", "Rm>=500,Rm<=500", "T3")]
    [InlineData("result", "Rm>=500 MPa", "T3")]
    [InlineData("result", "Rm>=1e300", "")]
    [InlineData("result", "A>=5", "T1")]
    public void Search_OneMember_FindsWhatFits(string member, string text, string expected)
    {
        Fill();

        string.Join(' ', Search((member, text))).ShouldBe(expected);
        Search().Length.ShouldBe(4);
    }

    [PostgresFact]
    public void Search_SeveralMembers_AllHold()
    {
        Fill();

        Search(("rig", "lab/*"), ("specimen", "al"), ("from", "2026-01-02"), ("result", "Rm>=400"))
            .ShouldBe(["T3", "T2"]);
    }

    [PostgresFact]
    public void Put_Again_ReplacesRowAndResults()
    {
        Put("A", results: [new("Rm", 1, "MPa", ""), new("A", 2, "%", "")]);

        ArchivedTest changed = Put("A", results: [new("Rm", 3, "MPa", "final")], specimen: "new");

        ArchivedTest row = Page().Tests.Single();
        row.Specimen.ShouldBe("new");
        row.Results.ShouldBe(changed.Results);
    }

    [PostgresFact]
    public void Put_AnotherTestInThePlace_ReplacesTheRow()
    {
        ArchivedTest first = Put("A");
        _catalogue.Put(first with { Id = new string('f', 32), Run = "B" }).Fault.ShouldBeNull();

        Search().ShouldBe(["B"]);
    }

    [PostgresFact]
    public void Put_ResultsThatAreNoNumbers_AreLeftOut()
    {
        Put("A", results: [new("x", double.NaN, "", ""), new("y", double.NegativeInfinity, "", ""), new("z", 1, "", "")]);

        Page().Tests.Single().Results.ShouldBe([new ArchivedResult("z", 1, "", "")]);
    }

    [PostgresFact]
    public void Search_DatabaseOfVariablesBesideIt_HasTablesOfItsOwn()
    {
        _fixture.Server.Sql(
            _database, "CREATE TABLE schema_version (version bigint); INSERT INTO schema_version VALUES (99)");

        Put("A");

        Search().ShouldBe(["A"]);
    }

    [PostgresFact]
    public void Search_TablesOfANewerProgram_AreLeftAlone()
    {
        Put("A");
        _fixture.Server.Sql(_database, "INSERT INTO telemetry_archive.schema_version VALUES (99, now())");

        DatabaseFault fault = Fault();

        fault.Kind.ShouldBe(DatabaseFaultKind.NewerSchema);
        fault.Text.ShouldContain("has tables of version 99");
    }

    [PostgresFact]
    public void Search_UserThatIsRefused_IsSaidWithoutThePassword()
    {
        using ArchiveCatalogue refused = new(
            _fixture.Server.Connection(_database).Replace("Username=telemetry", "Username=nobody;Password=geheim",
                StringComparison.Ordinal), TimeProvider.System);

        DatabaseFault fault = refused.Search(new ArchiveQuery()).Fault!;

        fault.Text.ShouldContain("refuses this user");
        fault.Text.ShouldContain("Archive:ConnectionString");
        fault.Text.ShouldNotContain("geheim");
    }

    [PostgresFact]
    public void Search_DatabaseThatIsNotThere_SaysHowToMakeIt()
    {
        using ArchiveCatalogue none = new(_fixture.Server.Connection("nowhere"), TimeProvider.System);

        none.Search(new ArchiveQuery()).Fault!.Text.ShouldContain("does not exist; make it with createdb");
    }

    private void Fill()
    {
        Put("T1", "lab", "rig1", "AL-1", First, [new("Rm", 400, "MPa", "final"), new("A", 12.5, "%", "final")]);
        Put("T2", "lab", "rig1", "al-12", First.AddDays(1), [new("Rm", 450, "MPa", "final")]);
        Put("T3", "lab", "rig2", "AL-2", First.AddDays(2), [new("Rm", 500, "MPa", "final")]);
        Put("T4", "hall", "rig1", @"x%_\'", First.AddDays(3), [new("Rm", 0.6e3, "ksi", "pending")]);
    }

    private ArchivedTest Put(
        string run,
        string site = "lab",
        string rig = "rig1",
        string? specimen = null,
        DateTimeOffset? started = null,
        params ArchivedResult[] results)
    {
        uint number = FuncLibs.Runtime.Checksums.Crc32C.Compute(System.Text.Encoding.UTF8.GetBytes(run));
        ArchivedTest test = ArchiveManifestTests.Test with
        {
            Id = number.ToString("x32", CultureInfo.InvariantCulture),
            Site = site,
            Rig = rig,
            Run = run,
            Folder = run,
            Specimen = specimen,
            StartedUtc = started ?? First,
            Results = [.. results],
        };
        _catalogue.Put(test).Has(out _, out DatabaseFault? fault).ShouldBeTrue(fault?.Text);
        return test;
    }

    private string[] Search(params (string Name, string Text)[] given) =>
        [.. Page([.. given.Select(one => (one.Name, (string?)one.Text))]).Tests.Select(test => test.Run)];

    private ArchivePage Page(params (string Name, string? Text)[] given)
    {
        ArchiveQuery.TryParse(
            name => Array.Find(given, one => one.Name == name).Text, out ArchiveQuery query).ShouldBeNull();
        _catalogue.Search(query).Has(out ArchivePage? page, out DatabaseFault? fault).ShouldBeTrue(fault?.Text);
        return page!;
    }

    private DatabaseFault Fault() => _catalogue.Search(new ArchiveQuery()).Fault.ShouldNotBeNull();
}

[AttributeUsage(AttributeTargets.Method)]
internal sealed class PostgresTheoryAttribute : TheoryAttribute
{
    public PostgresTheoryAttribute() => Skip = Testing.Databases.PostgresServer.Missing;
}
