using System.Net;
using System.Text.Json;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Tests.Health;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class TableHttpTests : IDisposable
{
    private readonly ReportRig _rig = new();
    private readonly VariableRig _variables = new();
    private readonly FakeTime _time = new();

    public TableHttpTests()
    {
        _rig.Connections.All[0].Receive.Streams.Variables = (_, _, _) => _variables.Stream;
        _rig.Connections.All[0].Receive.Streams.FindOrAdd(Guid.NewGuid(), 7, "tables").ShouldNotBeNull();
        _variables.Edit(
            [
                VariableRig.Variable("flow", "rainflow(servo1.force)"),
                VariableRig.Variable("twice", "2 * servo1.force"),
            ]);
        _variables.Next([1, 5, 2]);
        _variables.Next([4, 0, 3]);
    }

    public void Dispose()
    {
        _variables.Dispose();
        _rig.Dispose();
    }

    [Fact]
    public async Task Get_Rainflow_IsTheTableOfTheNewestBlock()
    {
        (HttpStatusCode status, JsonElement table) = await Ask("name=flow");

        status.ShouldBe(HttpStatusCode.OK, table.ToString());
        (table.GetProperty("name").GetString(), table.GetProperty("unit").GetString()).ShouldBe(("flow", "kN"));
        table.GetProperty("columns").GetRawText().ShouldBe("""["range","mean","count"]""");
        table.GetProperty("rows").GetRawText().ShouldBe("[[2,3,1],[3,1.5,0.5],[4,3,0.5],[5,2.5,0.5]]");
        table.GetProperty("loss").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task Get_FewerRows_GivesTheLastAndTheirNumber()
    {
        (_, JsonElement table) = await Ask("name=flow&rows=1");

        table.GetProperty("rows").GetRawText().ShouldBe("[[5,2.5,0.5]]");
        table.GetProperty("total").GetInt32().ShouldBe(4);
    }

    [Fact]
    public async Task Get_AgainWithinAQuarterOfASecond_CostsTheComputeThreadNoOtherCopy()
    {
        await using DashboardServer server = await Start();
        string first = (await Ask(server, "name=flow")).Json.GetProperty("rows").GetRawText();
        _variables.Next([9, 0, 9]);

        (HttpStatusCode status, JsonElement same) =
            await server.Ask(HttpMethod.Get, "/api/tables?stream=tables&name=flow");
        (status, same.GetProperty("rows").GetRawText()).ShouldBe(
            (HttpStatusCode.OK, first), "nobody was the compute thread");

        _time.Advance(TableCache.MaxAge);
        (await Ask(server, "name=flow")).Json.GetProperty("rows").GetRawText().ShouldNotBe(first);
    }

    [Fact]
    public async Task Get_ManyAtOnce_ShareOneCopyAndTheRestIsRefused()
    {
        await using DashboardServer server = await Start();
        Task<(HttpStatusCode Status, JsonElement Json)>[] requested =
        [
            .. Enumerable.Range(0, RequestGate.MaxWaiting + 10)
                .Select(_ => server.Ask(HttpMethod.Get, "/api/tables?stream=tables&name=flow")),
        ];
        Eventually.True(
            () => requested.Count(one => one.IsCompleted) == 9,
            "what finds too many is refused before the table is there");
        await Serve(Task.WhenAll(requested));

        requested.Count(one => one.Result.Status == HttpStatusCode.ServiceUnavailable).ShouldBe(9);
        requested.Count(one => one.Result.Status == HttpStatusCode.OK).ShouldBe(RequestGate.MaxWaiting + 1);
    }

    [Theory]
    [InlineData("stream=tables&name=twice", HttpStatusCode.NotFound, "no table 'twice'")]
    [InlineData("stream=tables&name=%3Cscript%3E", HttpStatusCode.NotFound, "no table '<script>'")]
    [InlineData("stream=nowhere&name=flow", HttpStatusCode.NotFound, "no stream 'nowhere'")]
    [InlineData("stream=main&name=flow", HttpStatusCode.NotFound, "no calculated channels")]
    [InlineData("stream=tables&name=flow&rows=0", HttpStatusCode.BadRequest, "rows is '0'")]
    public async Task Get_UnknownPath_IsNotFound(string query, HttpStatusCode expected, string what)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await server.Ask(HttpMethod.Get, $"/api/tables?{query}");

        status.ShouldBe(expected);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(what);
    }

    private async Task<(HttpStatusCode Status, JsonElement Json)> Ask(string query)
    {
        await using DashboardServer server = await Start();
        return await Ask(server, query);
    }

    private async Task<(HttpStatusCode Status, JsonElement Json)> Ask(DashboardServer server, string query)
    {
        Task<(HttpStatusCode, JsonElement)> requested =
            server.Ask(HttpMethod.Get, $"/api/tables?stream=tables&{query}");
        await Serve(requested);
        return await requested;
    }

    // The test is the compute thread, which comes by now and then.
    private async Task Serve(Task requested)
    {
        while (!requested.IsCompleted)
        {
            _variables.Stream.Idle(null);
            await Task.Yield();
        }
    }

    private Task<DashboardServer> Start()
    {
        TableHttp tables = new(_rig.Connections, _time);
        return DashboardServer.Start(host => tables.Map(host));
    }
}
