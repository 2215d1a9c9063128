using System.Net;
using System.Text.Json;
using FuncLibs.Blocks;
using SignalMonitor.Computation;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class ExpressionHttpTests : IDisposable
{
    private const long Second = 1_000_000_000;
    private readonly ReportRig _rig = new();
    private readonly VariableRig _variables = new();

    public ExpressionHttpTests()
    {
        _rig.Stream.Use(new BlockComputer(new SignalPlan(TestStream.Description, new ComputeOptions())));
        _variables.Edit(
            [VariableRig.Variable("twice", "2 * servo1.force"), VariableRig.Variable("again", "twice + 1 kN")]);
    }

    public void Dispose()
    {
        _rig.Dispose();
        _variables.Dispose();
    }

    [Fact]
    public async Task Functions_Each_HasSignatureSummaryAndGroup()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement json) = await server.Ask(HttpMethod.Get, "/api/functions");

        status.ShouldBe(HttpStatusCode.OK);
        json.EnumerateArray().Single(
            function => function.GetProperty("name").GetString() == "movavg").GetRawText().ShouldBe(
            """{"name":"movavg","signature":"movavg(x, n)","summary":"mean of the last n samples","group":"windows"}""");
    }

    [Fact]
    public async Task Check_GoodFormula_HasUnitKindAndRate()
    {
        JsonElement answer = await Ask("check", """{"stream":"main","expression":"twice * 2"}""");

        answer.GetRawText().ShouldBe("""{"ok":true,"unit":"kN","kind":"series","rateHz":30000,"warning":null}""");
    }

    [Fact]
    public async Task Check_UnknownName_IsMarkedAtItsColumn()
    {
        JsonElement answer = await Ask("check", """{"stream":"main","expression":"1 + nothing"}""");

        answer.GetProperty("ok").GetBoolean().ShouldBeFalse();
        JsonElement error = answer.GetProperty("errors")[0];
        (error.GetProperty("column").GetInt32(), error.GetProperty("length").GetInt32()).ShouldBe((5, 7));
        error.GetProperty("message").GetString().ShouldNotBeNull().ShouldContain("nothing");
    }

    [Fact]
    public async Task Check_UnitThatDoesNotFit_IsAnError()
    {
        JsonElement answer = await Ask("check", """{"stream":"main","expression":"servo1.force","unit":"mm"}""");

        answer.GetProperty("errors")[0].GetProperty("message").GetString().ShouldNotBeNull().ShouldContain("mm");
    }

    [Fact]
    public async Task Check_ChannelThatNeedsItself_IsACircle()
    {
        JsonElement answer = await Ask("check", """{"stream":"main","expression":"again + 1 kN","name":"twice"}""");

        answer.GetProperty("errors")[0]
            .GetProperty("message")
            .GetString()
            .ShouldNotBeNull()
            .ShouldContain("needs itself");
    }

    [Theory]
    [InlineData("""{"stream":"elsewhere","expression":"1"}""", HttpStatusCode.NotFound, "elsewhere")]
    [InlineData("""{"stream":"<script>","expression":"1"}""", HttpStatusCode.NotFound, "<script>")]
    [InlineData("""{"stream":"main"}""", HttpStatusCode.BadRequest, "expression")]
    [InlineData("""{"stream":"main","expression":null}""", HttpStatusCode.BadRequest, "expression")]
    [InlineData("""{"stream":"main","expression":"1","seconds":0}""", HttpStatusCode.BadRequest, "seconds is 0")]
    [InlineData("""{"stream":"main","expression":"1","more":1}""", HttpStatusCode.BadRequest, "more")]
    [InlineData("""null""", HttpStatusCode.BadRequest, "null")]
    [InlineData("""{"stream":""", HttpStatusCode.BadRequest, "body")]
    public async Task Check_BadQuestion_ReportsWhatIsWrong(string question, HttpStatusCode status, string what)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode got, JsonElement json) = await server.Ask(HttpMethod.Post, "/api/expressions/check", question);

        got.ShouldBe(status);
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(what);
    }

    [Fact]
    public async Task Check_BodyIsTooLarge_Is413()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement json) =
            await server.Ask(HttpMethod.Post, "/api/expressions/check", new string(' ', 300_000));

        status.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("262144 bytes");
    }

    [Fact]
    public async Task Preview_OverTheHistory_IsComputedFromItsLastValuesWithGaps()
    {
        Measure(0, 1);
        Measure(1, 2);
        Measure(4, 5);

        JsonElement answer = await Ask("preview", """{"stream":"main","expression":"again * 10","seconds":60}""");

        (answer.GetProperty("unit").GetString(), answer.GetProperty("bucketNs").GetString()).ShouldBe(("kN", "100000000"));
        answer.GetProperty("last").GetRawText().ShouldBe("[30,50,null,null,110]");
        answer.GetProperty("count").GetRawText().ShouldBe("[1,1,0,0,1]");
        answer.GetProperty("basis").GetString().ShouldNotBeNull().ShouldContain("each 100 ms");
    }

    [Fact]
    public async Task Preview_StatefulFunction_CountsTimeAtTheRateOfBuckets()
    {
        for (int i = 0; i < 6; i++)
            Measure(i, i);

        JsonElement answer = await Ask("preview", """{"stream":"main","expression":"delay(servo1.force, 200 ms)"}""");

        answer.GetProperty("last").GetRawText().ShouldBe("""["NaN","NaN",0,1,2,3]""");
    }

    [Theory]
    [InlineData("1 + nothing", "nothing")]
    [InlineData("rainflow(servo1.force)", "table")]
    [InlineData("lowpass(servo1.force, 1000 Hz)", "10 values a second")]
    [InlineData("1 + 2", "reads no channel")]
    public async Task Preview_NotAvailable_ReportsWhy(string expression, string why)
    {
        Measure(0, 1);
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement json) = await server.Ask(
            HttpMethod.Post, "/api/expressions/preview", $$"""{"stream":"main","expression":"{{expression}}"}""");

        status.ShouldBe(HttpStatusCode.BadRequest);
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(why);
    }

    // A block whose last force is in its own bucket.
    private void Measure(int bucket, double force)
    {
        CDataBlock block = TestStream.Block();
        block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(force);
        block.FirstSampleIndex = bucket * 3000;
        _rig.Stream.History.Add(TestStream.Description, 60, block, TestStream.AcquiredNs + (bucket * Second / 10));
    }

    private async Task<JsonElement> Ask(string what, string question)
    {
        await using DashboardServer server = await Start();
        (HttpStatusCode status, JsonElement json) =
            await server.Ask(HttpMethod.Post, $"/api/expressions/{what}", question);
        status.ShouldBe(HttpStatusCode.OK, json.ToString());
        return json;
    }

    private Task<DashboardServer> Start() =>
        DashboardServer.Start(host => new ExpressionHttp(_rig.Connections, _variables.Coordinator).Map(host));
}
