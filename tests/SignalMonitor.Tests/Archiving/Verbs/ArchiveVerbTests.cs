using System.Text.Json;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Tests.Variables;

namespace SignalMonitor.Tests.Archiving.Verbs;

public sealed class ArchiveVerbTests(PostgresFixture fixture) : IClassFixture<PostgresFixture>, IDisposable
{
    private ArchiveRig? _rig;

    private ArchiveRig Rig => _rig ??= new ArchiveRig(fixture.Server);

    public void Dispose() => _rig?.Dispose();

    [PostgresFact]
    public async Task Push_OneRun_IsArchivedAndFound()
    {
        Rig.Record("A", force: 61.5);
        Rig.Record("B", started: RecorderRig.Started.AddDays(1));

        (int code, string output, _) = await Run("push", "A");
        (_, string found, _) = await Run("search", "--Result", "Fm>=60", "--json");
        (_, string status, _) = await Run("status", "--json");

        (code, output).ShouldBe((0, $"test run A is in lab/rig1/A{Environment.NewLine}"));
        JsonElement page = JsonSerializer.Deserialize<JsonElement>(found);
        page.GetProperty("tests").EnumerateArray().Single().GetProperty("place").GetString().ShouldBe("lab/rig1/A");
        JsonElement state = JsonSerializer.Deserialize<JsonElement>(status);
        (state.GetProperty("tests").GetInt64(), state.GetProperty("archived").GetInt32(),
            state.GetProperty("waiting").GetInt32()).ShouldBe((1, 1, 1));
    }

    [PostgresFact]
    public async Task Search_Text_HasPlaceAndResults()
    {
        Rig.Push(Rig.Record("A", force: 61.5));

        (_, string output, _) = await Run("search", "--Specimen", "s1", "--Rig", "lab/rig1", "--From", "2026-11-24");

        output.ShouldContain("1 tests, times in UTC");
        output.ShouldContain("lab/rig1/A");
        output.ShouldContain("Fm=61.5 kN");
    }

    [PostgresFact]
    public async Task Search_BadOption_IsNamed()
    {
        (int code, _, string errors) = await Run("search", "--From", "yesterday");

        code.ShouldBe(2);
        errors.ShouldContain("archive: --from: 'yesterday' is no date");
    }

    [PostgresFact]
    public async Task Verify_RowWhoseFolderIsGone_IsListed()
    {
        Rig.Push(Rig.Record("A"));
        Directory.Delete(Rig.PlaceOf("A"), recursive: true);

        (int code, string output, _) = await Run("verify");

        code.ShouldBe(1);
        output.ShouldContain("lab/rig1/A is in the catalogue and not in the folder; archive rebuild removes its row");
    }

    [PostgresFact]
    public async Task Verify_OneTestThatIsGood_IsWell()
    {
        Rig.Push(Rig.Record("A"));

        (await Run("verify", "lab/rig1/A")).Code.ShouldBe(0);
        (await Run("verify", "lab/rig1/B")).Errors.ShouldContain("there is no test lab/rig1/B");
    }

    [PostgresFact]
    public async Task Rebuild_EmptyCatalogue_HasTheRowsOfTheFolderAgain()
    {
        Rig.Push(Rig.Record("A", force: 61.5));
        Rig.Push(Rig.Record("B", started: RecorderRig.Started.AddDays(1)));
        ArchivedTest[] before = [.. Rig.Search().Select(WithoutResults)];
        Rig.Server.Sql(Rig.Database, "DROP SCHEMA telemetry_archive CASCADE");

        (int code, string output, _) = await Run("rebuild");

        (code, output.Trim()).ShouldBe((0, "2 tests in the catalogue"));
        Rig.Search().Select(WithoutResults).ShouldBe(before);
        Rig.Search()[1].Results.ShouldBe([new ArchivedResult("Fm", 61.5, "kN", "")]);
        (await Run("status")).Code.ShouldBe(0);
    }

    [PostgresFact]
    public async Task Rebuild_DamagedManifestAndGoneFolder_KeepsTheGoodOnesAndSaysSo()
    {
        foreach (string run in (string[])["A", "B", "C"])
            Rig.Push(Rig.Record(run, started: RecorderRig.Started.AddDays(run[0])));
        File.WriteAllText(Path.Combine(Rig.PlaceOf("A"), ArchiveManifest.FileName), "{");
        Directory.Delete(Rig.PlaceOf("B"), recursive: true);

        (int code, _, string errors) = await Run("rebuild");

        code.ShouldBe(1);
        errors.ShouldContain("left out: ");
        Rig.Search().Select(test => test.Run).ShouldBe(["C"]);
    }

    [PostgresFact]
    public async Task Rebuild_AnotherFolder_IsTheArchiveFromThenOn()
    {
        Rig.Push(Rig.Record("A"));
        Directory.Delete(Rig.Root, recursive: true);
        Directory.CreateDirectory(Rig.Root);

        (await Run("status")).Output.ShouldContain("mount the share");
        (await Run("rebuild")).Code.ShouldBe(0);
        (await Run("status")).Code.ShouldBe(0);
        Rig.Search().ShouldBeEmpty();
    }

    [Fact]
    public async Task Status_NoArchive_SaysHowToNameOne()
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(Stream.Null, "archive", "status");

        code.ShouldBe(2);
        errors.ShouldContain("name it with --Archive:Folder and --Archive:ConnectionString");
    }

    private static ArchivedTest WithoutResults(ArchivedTest test) => test with { Results = [] };

    private Task<(int Code, string Output, string Errors)> Run(params string[] args) => MonitorCommand.RunAsync(
        Stream.Null,
        [
            "archive", .. args, "--Archive:Folder", Rig.Root, "--Archive:ConnectionString", Rig.Connection,
            "--Recorder:Folder", Rig.Recorder.Root,
        ]);
}
