using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.Captures;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class CaptureHttpTests : IDisposable
{
    private readonly CaptureRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task List_NoFolder_IsEmpty()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/captures");

        (status, list.GetArrayLength()).ShouldBe((HttpStatusCode.OK, 0));
    }

    [Fact]
    public async Task List_OneBreak_NamesItsChannel()
    {
        string file = Break();
        File.WriteAllText(Path.Combine(_rig.Folder, "damaged.capture"), "no capture");
        await using DashboardServer server = await Start();

        (_, JsonElement list) = await server.Ask(HttpMethod.Get, "/api/captures");

        JsonElement capture = list.EnumerateArray().Single();
        (capture.GetProperty("file").GetString(), capture.GetProperty("trigger").GetString(), capture.GetProperty("stream").GetString())
            .ShouldBe((file, "snap", "main"));
        capture.GetProperty("utcNs").GetString().ShouldBe($"{TestStream.AcquiredNs + 233_333}");
    }

    [Fact]
    public async Task Get_FewerPointsThanSamples_KeepsMinAndMax()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement capture) =
            await server.Ask(HttpMethod.Get, $"/api/captures/{Break()}?points=3");

        status.ShouldBe(HttpStatusCode.OK, capture.ToString());
        capture.GetProperty("channels").EnumerateArray().Select(channel => channel.GetProperty("name").GetString())
            .ShouldBe(["servo1.force", "servo1.stroke"]);
        capture.GetProperty("min")[0].GetRawText().ShouldBe("[60,0,1]");
        capture.GetProperty("max")[0].GetRawText().ShouldBe("[100,100,3]");
        capture.GetProperty("t").EnumerateArray().Select(t => Math.Round(t.GetDouble() * 30_000)).ShouldBe([-6, -2, 2]);
    }

    [Fact]
    public async Task Get_MorePointsThanSamples_GivesEverySample()
    {
        await using DashboardServer server = await Start();

        (_, JsonElement capture) = await server.Ask(HttpMethod.Get, $"/api/captures/{Break()}");

        capture.GetProperty("min")[0].GetRawText().ShouldBe("""[60,90,100,100,100,100,40,0,1,2,"NaN",3]""");
    }

    [Theory]
    [InlineData("..%2Fposition.json", HttpStatusCode.BadRequest)]
    [InlineData("..%2F..%2Fsecret.capture", HttpStatusCode.BadRequest)]
    [InlineData(".capture", HttpStatusCode.BadRequest)]
    [InlineData("missing.capture", HttpStatusCode.NotFound)]
    public async Task Get_FileThatIsNone_IsRefused(string file, HttpStatusCode expected)
    {
        await using DashboardServer server = await Start();

        (await server.Ask(HttpMethod.Get, $"/api/captures/{file}")).Status.ShouldBe(expected);
    }

    [Fact]
    public async Task Get_Damaged_ReportsWhatIsWrong()
    {
        string file = Break();
        File.WriteAllText(Path.Combine(_rig.Folder, file), "no capture");
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, $"/api/captures/{file}");

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("no capture of format");
    }

    [Theory]
    [InlineData("0")]
    [InlineData("many")]
    [InlineData("20001")]
    public async Task Get_BadPoints_IsRefused(string points)
    {
        await using DashboardServer server = await Start();

        (await server.Ask(
            HttpMethod.Get, $"/api/captures/{Break()}?points={points}")).Status.ShouldBe(HttpStatusCode.BadRequest);
    }

    private string Break()
    {
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: true);
        return Path.GetFileName(_rig.Files.Single());
    }

    private Task<DashboardServer> Start() => DashboardServer.Start(host => new CaptureHttp(_rig.Folder).Map(host));
}
