using System.Net;
using System.Text.Json;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Computation;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class CatalogueHttpTests : IDisposable
{
    private readonly ReportRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Get_StreamWithoutABlock_HasNoSignalsYet()
    {
        JsonElement stream = await Stream();

        stream.GetProperty("name").GetString().ShouldBe("main");
        stream.GetProperty("signals").GetArrayLength().ShouldBe(0);
    }

    [Fact]
    public async Task Get_StreamWithAPlan_NamesEverySignalWithUnitRateAndRange()
    {
        _rig.Stream.Use(
            new BlockComputer(new SignalPlan(TestStream.Description, new ComputeOptions { Channels = ["ad1"] })));
        _rig.Deliver(1);

        JsonElement stream = await Stream();

        stream.GetProperty("epoch").GetString().ShouldBe("1");
        stream.GetProperty("baseRateHz").GetDouble().ShouldBe(TestStream.Description.BaseRateHz);
        JsonElement[] signals = [.. stream.GetProperty("signals").EnumerateArray()];
        signals.Single(signal => signal.GetProperty("name").GetString() == "servo1.force").GetRawText().ShouldBe(
            """{"name":"servo1.force","unit":"kN","group":"servo","channel":0,"column":"sensor","rateHz":30000,"min":-100,"max":100,"label":""}""");
        signals.Single(signal => signal.GetProperty("name").GetString() == "servo2.activectrl").GetRawText().ShouldBe(
            """{"name":"servo2.activectrl","unit":"","group":"servo","channel":1,"column":"activeCtrl","rateHz":30000,"min":null,"max":null,"label":""}""");
        signals.Count(signal => signal.GetProperty("group").GetString() == "bitIn").ShouldBe(8);
    }

    [Fact]
    public async Task Get_RigNamesALine_HasItAsLabel()
    {
        StreamDescription named =
            TestStream.Description with { BitIn = TestStream.Description.BitIn.SetItem(0, "<E-stop>") };
        _rig.Stream.Use(new BlockComputer(new SignalPlan(named, new ComputeOptions { Channels = ["ad1"] })));

        JsonElement stream = await Stream();

        stream.GetProperty("signals").EnumerateArray().Single(
            signal => signal.GetProperty("name").GetString() == "bitin1")
            .GetProperty("label").GetString().ShouldBe("<E-stop>");
    }

    private async Task<JsonElement> Stream()
    {
        await using DashboardServer server = await DashboardServer.Start(
            host => CatalogueHttp.Map(host, new CatalogueView(_rig.Connections), _rig.Connections));
        (HttpStatusCode status, JsonElement json) = await server.Ask(HttpMethod.Get, "/api/catalogue");
        status.ShouldBe(HttpStatusCode.OK);
        json.GetProperty("revision").GetInt64().ShouldBe(1);
        return json.GetProperty("streams").EnumerateArray().Single();
    }
}
