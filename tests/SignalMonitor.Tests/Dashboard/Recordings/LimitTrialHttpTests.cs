using System.Net;
using System.Text.Json;
using FuncLibs.Blocks;
using SignalMonitor.Dashboard.Recordings;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;

namespace SignalMonitor.Tests.Dashboard.Recordings;

public sealed class LimitTrialHttpTests : IDisposable
{
    private const string Route = "/api/recordings/lab/rig1/A/limits/try";

    private readonly RecorderRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Try_ForceBeyondALimit_ListsWhenItWasRaisedAndCleared()
    {
        Record(10, 90, 10);

        (HttpStatusCode status, JsonElement tried) = await Ask(
            """{"limits":[{"signal":"servo1.force","kind":"upper","severity":"critical","value":80}]}""");

        status.ShouldBe(HttpStatusCode.OK, tried.ToString());
        JsonElement[] changes = [.. tried.GetProperty("changes").EnumerateArray()];
        changes.Select(change => (
                change.GetProperty("cause").GetString(),
                change.GetProperty("sequence").GetString(),
                change.GetProperty("value").GetDouble()))
            .ShouldBe([("raised", "4", 90), ("cleared", "7", 10)]);
        changes[0].GetProperty("limit").GetString().ShouldBe("servo1.force:upper:critical");
        changes[0].GetProperty("unit").GetString().ShouldBe("kN");
        changes[0].GetProperty("ns").GetString().ShouldBe($"{TestStream.AcquiredNs}");
        tried.GetProperty("raised").GetInt64().ShouldBe(1);
        tried.GetProperty("blocks").GetInt64().ShouldBe(9);
        tried.GetProperty("whole").GetBoolean().ShouldBeTrue();
        tried.GetProperty("more").GetInt64().ShouldBe(0);
    }

    [Fact]
    public async Task Try_TwoValuesOfOneLimit_TellsThemApart()
    {
        Record(10, 90, 10);

        (_, JsonElement tried) = await Ask(
            """{"limits":[{"signal":"servo1.force","kind":"upper","value":95},{"signal":"servo1.force","kind":"upper","value":80}]}""");

        tried.GetProperty("changes").EnumerateArray().Select(change => change.GetProperty("row").GetInt32())
            .ShouldBe([1, 1]);
    }

    [Fact]
    public async Task Try_NoLimits_GivesResultsAlone()
    {
        Record(10);

        (HttpStatusCode status, JsonElement tried) = await Ask("""{"limits":[]}""");

        status.ShouldBe(HttpStatusCode.OK, tried.ToString());
        tried.GetProperty("changes").GetArrayLength().ShouldBe(0);
        tried.GetProperty("results").ValueKind.ShouldBe(JsonValueKind.Array);
    }

    [Fact]
    public async Task Try_UnknownSignal_IsNamedAsNotWatched()
    {
        Record(10);

        (_, JsonElement tried) = await Ask("""{"limits":[{"signal":"servo9.force","kind":"upper","value":1}]}""");

        tried.GetProperty("notes").EnumerateArray().Single().GetString().ShouldNotBeNull().ShouldContain("not watched");
    }

    [Theory]
    [InlineData("{", "no JSON")]
    [InlineData("""{"limits":7}""", "is no list")]
    [InlineData("""{"limits":[],"form":"1"}""", "form")]
    [InlineData("""{"limits":[],"from":"-1"}""", "UTC ns")]
    [InlineData("""{"limits":[7]}""", "no JSON object")]
    [InlineData("""{"limits":[{"signal":"servo1.force","kind":"upper"}]}""", "value: is missing")]
    [InlineData("""{"limits":[{"signal":"servo1.force","kind":"over","value":1}]}""", "0.kind")]
    [InlineData("""{"limits":[{"signal":"servo1.force","kind":"upper","value":1,"hysteresis":-1}]}""", "0.")]
    [InlineData("""{"limits":[{"signal":"servo1.force","kind":"upper","value":1,"colour":"red"}]}""", "no such column")]
    public async Task Try_BodyThatIsNone_SaysWhatIsWrong(string body, string expected)
    {
        Record(10);

        (HttpStatusCode status, JsonElement answer) = await Ask(body);

        status.ShouldBe(HttpStatusCode.BadRequest, answer.ToString());
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(expected);
    }

    [Theory]
    [InlineData("""{"limits":[],"stream":"other"}""")]
    [InlineData("""{"limits":[],"from":"9000000000000000000"}""")]
    public async Task Try_NothingThere_Is404(string body)
    {
        Record(10);

        (await Ask(body)).Status.ShouldBe(HttpStatusCode.NotFound);
    }

    [Fact]
    public async Task Try_MoreRowsThanAllowed_IsRefused()
    {
        Record(10);
        string rows = string.Join(',', Enumerable.Repeat("""{"signal":"a","kind":"upper","value":1}""", 101));

        (await Ask($$"""{"limits":[{{rows}}]}""")).Status.ShouldBe(HttpStatusCode.BadRequest);
    }

    // Three blocks of each force.
    private void Record(params double[] forces)
    {
        _rig.Take(RecorderRig.Run("A"));
        for (int i = 0; i < forces.Length; i++)
        {
            _rig.Intake.Block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(forces[i]);
            _rig.Data((ulong)(3 * i) + 1, (ulong)(3 * i) + 3);
        }

        _rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        _rig.WaitFor(status => status.Run is null && _rig.Certified.Count > 0);
    }

    private async Task<(HttpStatusCode Status, JsonElement Json)> Ask(string body)
    {
        using LimitTrialHttp http = new(new RecordingRoots(_rig.Root), TimeProvider.System);
        await using DashboardServer server = await DashboardServer.Start(http.Map);
        return await server.Ask(HttpMethod.Post, Route, body);
    }
}
