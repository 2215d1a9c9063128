using System.Net;
using System.Text.Json;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Dashboard.Archive;
using SignalMonitor.Dashboard.Recordings;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Archiving;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Tests.Variables;

namespace SignalMonitor.Tests.Dashboard.Archive;

public sealed class ArchiveHttpTests(PostgresFixture fixture) : IClassFixture<PostgresFixture>, IDisposable
{
    private ArchiveRig? _rig;

    private ArchiveRig Rig => _rig ??= new ArchiveRig(fixture.Server);

    public void Dispose() => _rig?.Dispose();

    [PostgresFact]
    public async Task Search_FoundTest_OpensByItsId()
    {
        Rig.Push(Rig.Record("A", force: 61.5));
        Directory.Delete(Rig.Recorder.PathOf("A"), recursive: true);
        await using DashboardServer server = await Start(Rig.Catalogue);

        (HttpStatusCode status, JsonElement page) =
            await server.Ask(HttpMethod.Get, "/api/archive?rig=rig1&result=Fm%3E%3D60");
        JsonElement test = page.GetProperty("tests").EnumerateArray().Single();
        (_, JsonElement opened) = await server.Ask(HttpMethod.Get, "/api/recordings/%40lab/rig1/A");

        status.ShouldBe(HttpStatusCode.OK);
        page.GetProperty("after").ValueKind.ShouldBe(JsonValueKind.Null);
        test.GetProperty("id").GetString().ShouldBe("@lab/rig1/A");
        test.GetProperty("startedNs").GetString().ShouldBe($"{RecorderRig.Started.ToUnixTimeSeconds()}000000000");
        test.GetProperty("results")[0].GetProperty("value").GetDouble().ShouldBe(61.5);
        opened.GetProperty("id").GetString().ShouldBe("@lab/rig1/A");
        opened.GetProperty("site").GetString().ShouldBe("lab");
        opened.GetProperty("blocks").GetInt64().ShouldBe(3);
    }

    [PostgresFact]
    public async Task Open_FolderIsGone_SaysHowToFindWhatIsMissing()
    {
        Rig.Push(Rig.Record("A"));
        Directory.Delete(Rig.PlaceOf("A"), recursive: true);
        await using DashboardServer server = await Start(Rig.Catalogue);

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, "/api/recordings/%40lab/rig1/A");

        status.ShouldBe(HttpStatusCode.NotFound);
        answer.GetProperty("error").GetString()!.ShouldContain("SignalMonitor archive verify says what is missing");
    }

    [PostgresFact]
    public async Task Search_BadMember_Is400()
    {
        await using DashboardServer server = await Start(Rig.Catalogue);

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, "/api/archive?limit=9999");

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString()
            .ShouldBe("limit: '9999' is not allowed; a whole number from 1 to 200 is");
    }

    [Fact]
    public async Task Search_NoArchive_Is404AndSaysHowToHaveOne()
    {
        using ArchiveHttp http = new(null);
        await using DashboardServer server = await DashboardServer.Start(http.Map);

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, "/api/archive");

        status.ShouldBe(HttpStatusCode.NotFound);
        answer.GetProperty("error").GetString()!.ShouldContain("Archive:Folder");
    }

    [Fact]
    public async Task Search_CatalogueIsAway_Is503()
    {
        using ArchiveCatalogue away = new("Host=/nowhere;Username=kim;Database=lab", TimeProvider.System);
        using ArchiveHttp http = new(away);
        await using DashboardServer server = await DashboardServer.Start(http.Map);

        (await server.Ask(HttpMethod.Get, "/api/archive")).Status.ShouldBe(HttpStatusCode.ServiceUnavailable);
    }

    private Task<DashboardServer> Start(ArchiveCatalogue catalogue) => DashboardServer.Start(host =>
    {
        new ArchiveHttp(catalogue).Map(host);
        new RecordingHttp(
            new RecordingList(Rig.Recorder.Root, _ => false, TimeProvider.System),
            new RecordingRoots(Rig.Recorder.Root, Rig.Root)).Map(host);
    });
}
