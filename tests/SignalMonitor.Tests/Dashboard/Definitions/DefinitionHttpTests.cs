using System.Net;
using System.Text.Json;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Definitions;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Definitions;

public sealed class DefinitionHttpTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly FakeTime _time = new();
    private readonly MonitorOptions _options;
    private readonly DefinitionStore _store;

    public DefinitionHttpTests()
    {
        KnownStreams.Save(_folder.Path, "lab/rig1", [TestStream.Description]);
        _options = new MonitorOptions { State = new StateOptions { Folder = _folder.Path } };
        _store = new DefinitionStore(_options, _time);
    }

    public void Dispose()
    {
        _store.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Get_NewDatabase_HasTheReferenceRig()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions?stream=main");

        status.ShouldBe(HttpStatusCode.OK);
        (all.GetProperty("database").GetBoolean(), all.GetProperty("station").GetString()).ShouldBe((true, "lab/rig1"));
        all.GetProperty("revision").ValueKind.ShouldBe(JsonValueKind.String);
        all.GetProperty("variables").GetArrayLength().ShouldBeGreaterThan(0);
        all.GetProperty("run").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task Run_GoesOn_ComesWithThePresentTimeOfTheMonitor()
    {
        await using DashboardServer server = await Start();
        DateTimeOffset started = _time.GetUtcNow();
        TestRun run = new() { Station = _store.Station, Name = "T-17", StartedUtc = started };
        _store.Use(new AuditOrigin("ann", "test"), session => session.Repository.Change(
            session.Station,
            session.Author,
            _ => [new Edit(run, EditKind.Put, 0)],
            session.Check)).Has(out _, out _).ShouldBeTrue();
        _time.Advance(TimeSpan.FromSeconds(90));

        (_, JsonElement alone) = await server.Ask(HttpMethod.Get, "/api/testrun");
        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");

        foreach (JsonElement one in (JsonElement[])[alone, all.GetProperty("run")])
        {
            one.GetProperty("startedUtc").GetDateTimeOffset().ShouldBe(started);
            one.GetProperty("nowUtc").GetDateTimeOffset().ShouldBe(started.AddSeconds(90));
        }
    }

    [Fact]
    public async Task PostRun_StartSetStop_IsATestRun()
    {
        await using DashboardServer server = await Start();
        DateTimeOffset started = _time.GetUtcNow();

        (HttpStatusCode status, JsonElement run) = await Post(
            server, "start?by=ann", """{"name":"T-17","specimen":"S1","l0Mm":50,"controlMode":"strain"}""");
        status.ShouldBe(HttpStatusCode.OK, run.ToString());
        (run.GetProperty("name").GetString(), run.GetProperty("l0Mm").GetDouble()).ShouldBe(("T-17", 50));
        (status, run) = await Post(server, "set?by=ann", """{"s0Mm2":78.5}""");
        status.ShouldBe(HttpStatusCode.OK, run.ToString());
        (run.GetProperty("s0Mm2").GetDouble(), run.GetProperty("specimen").GetString()).ShouldBe((78.5, "S1"));
        _time.Advance(TimeSpan.FromHours(1));
        (status, run) = await Post(server, "stop?by=ann", """{"note":"broke"}""");
        status.ShouldBe(HttpStatusCode.OK, run.ToString());

        run.GetProperty("note").GetString().ShouldBe("broke");
        run.GetProperty("stoppedUtc").GetDateTimeOffset().ShouldBe(started.AddHours(1));
        (_, JsonElement now) = await server.Ask(HttpMethod.Get, "/api/testrun");
        now.ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Theory]
    [InlineData("start?by=ann", "{}", HttpStatusCode.BadRequest, "name")]
    [InlineData("start?by=ann", """{"name":"A","l0Mm":-1}""", HttpStatusCode.BadRequest, "l0")]
    [InlineData("start?by=ann", """{"name":"A","operator":3}""", HttpStatusCode.BadRequest, "operator")]
    [InlineData("start?by=ann", """{"name":"A","speciment":"S1"}""", HttpStatusCode.BadRequest, "no such column")]
    [InlineData("start", """{"name":"A"}""", HttpStatusCode.BadRequest, "by")]
    [InlineData("set?by=ann", """{"note":"x"}""", HttpStatusCode.NotFound, "no test run is running")]
    [InlineData("stop?by=ann", "{}", HttpStatusCode.NotFound, "no test run is running")]
    [InlineData("pause?by=ann", "{}", HttpStatusCode.NotFound, "there are start, set and stop")]
    public async Task PostRun_CannotBe_SaysWhy(string action, string body, HttpStatusCode expected, string reason)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await Post(server, action, body);

        status.ShouldBe(expected, answer.ToString());
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public async Task PostRun_SecondStart_IsRefused()
    {
        await using DashboardServer server = await Start();
        await Post(server, "start?by=ann", """{"name":"A"}""");

        (HttpStatusCode status, JsonElement answer) = await Post(server, "start?by=ann", """{"name":"B"}""");

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("test run A is running");
    }

    [Fact]
    public async Task PutVariable_NewThenChanged_KeepsWhatIsNotGiven()
    {
        await using DashboardServer server = await Start();
        (HttpStatusCode made, JsonElement row) = await Put(
            server,
            "variables/twice?by=ann&revision=0",
            """{"name":"twice","expression":"2 * servo1.force","unit":"N","digits":1}""");

        made.ShouldBe(HttpStatusCode.OK, row.ToString());
        (HttpStatusCode changed, row) =
            await Put(server, "variables/twice?by=bob&revision=1", """{"note":"twice as much"}""");

        changed.ShouldBe(HttpStatusCode.OK, row.ToString());
        foreach ((string name, string value) in (ReadOnlySpan<(string, string)>)
            [
                ("key", "twice"), ("expression", "2 * servo1.force"), ("unit", "N"), ("note", "twice as much"),
                ("revision", "2"), ("changedBy", "bob"),
            ])
            row.GetProperty(name).GetString().ShouldBe(value, name);
        row.GetProperty("digits").GetInt32().ShouldBe(1);
    }

    [Fact]
    public async Task PutVariable_FormulaWithAnError_NamesFieldAndColumnAndChangesNothing()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) =
            await Put(server, "variables/bad?by=ann", """{"expression":"1 + servo9.force"}""");

        status.ShouldBe(HttpStatusCode.BadRequest);
        JsonElement fault = answer.GetProperty("faults").EnumerateArray().Single();
        (fault.GetProperty("field").GetString(), fault.GetProperty("column").GetInt32(), fault.GetProperty("length").GetInt32())
            .ShouldBe(("expression", 5, 12));
        fault.GetProperty("message").GetString().ShouldNotBeNull().ShouldContain("servo9.force");
        (await Variables(server)).ShouldNotContain("bad");
    }

    [Theory]
    [InlineData("""{"expression":"servo1.force","digits":4294967298}""")]
    [InlineData("""{"expression":"\ud800"}""")]
    public async Task Put_NumberOrTextThatNoColumnHolds_IsRefused(string body)
    {
        await using DashboardServer server = await Start();

        (await Put(server, "variables/odd?by=ann", body)).Status.ShouldBe(HttpStatusCode.BadRequest);
    }

    [Fact]
    public async Task PutVariable_StreamThatWasJustMet_IsWhatItIsJudgedBy()
    {
        using VariableRig rig = new();
        rig.Edit([]);
        rig.Description = TestStream.Description with { Name = "met" };
        rig.Next();
        using TemporaryFolder empty = new();
        _options.State.Folder = empty.Path;
        using DefinitionStore store = new(_options, TimeProvider.System, rig.Coordinator);
        await using DashboardServer server =
            await DashboardServer.Start(
                host => new DefinitionHttp(new DefinitionStores([store]), _time, _options).Map(host));

        (await Put(
            server,
            "variables/x1?by=ann",
            """{"expression":"servo9.force"}""")).Status.ShouldBe(HttpStatusCode.BadRequest);
        (await Put(
            server, "variables/x1?by=ann", """{"expression":"servo2.force"}""")).Status.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task PutVariable_BreaksAnother_IsNoFaultOfTheEditedVariable()
    {
        await using DashboardServer server = await Start();
        await Put(server, "variables/a1?by=ann", """{"expression":"servo1.force"}""");
        await Put(server, "variables/b1?by=ann", """{"expression":"a1 + 1 kN"}""");

        (HttpStatusCode status, JsonElement answer) =
            await Put(server, "variables/a1?by=ann", """{"expression":"servo1.force * 1 s"}""");

        status.ShouldBe(HttpStatusCode.BadRequest);
        JsonElement fault = answer.GetProperty("faults").EnumerateArray().Single();
        fault.GetProperty("field").GetString().ShouldBe("");
        fault.GetProperty("message").GetString().ShouldNotBeNull().ShouldStartWith("variable b1: ");
    }

    [Fact]
    public async Task Put_EditedMeanwhile_IsAConflict()
    {
        await using DashboardServer server = await Start();
        await Put(server, "variables/mine?by=ann", """{"expression":"servo1.force"}""");
        await Put(server, "variables/mine?by=bob&revision=1", """{"expression":"2 * servo1.force"}""");

        (HttpStatusCode status, JsonElement answer) =
            await Put(server, "variables/mine?by=ann&revision=1", """{"expression":"3 * servo1.force"}""");

        status.ShouldBe(HttpStatusCode.Conflict);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("bob changed it");
        (await Put(
            server,
            "variables/mine?by=ann&revision=0",
            """{"expression":"1"}""")).Status.ShouldBe(HttpStatusCode.Conflict);
    }

    [Fact]
    public async Task PutAndDelete_LimitUnitAndAlias_GoByTheirKeys()
    {
        await using DashboardServer server = await Start();
        (HttpStatusCode limit, JsonElement row) = await Put(
            server, "limits/servo1.force:upper:watch?by=ann", """{"value":90,"latch":true,"minDurationCount":3}""");
        limit.ShouldBe(HttpStatusCode.OK, row.ToString());
        (row.GetProperty("signal").GetString(), row.GetProperty("unit").GetString(), row.GetProperty("minDurationCount").GetInt64())
            .ShouldBe(("servo1.force", "kN", 3));
        (await Put(
            server, "units/kipf?by=ann", """{"dimension":"N","factor":4448.2}""")).Status.ShouldBe(HttpStatusCode.OK);
        (await Put(server, "aliases/load?by=ann", """{"channel":"servo1.force"}""")).Status.ShouldBe(HttpStatusCode.OK);

        foreach (string key in (string[])["limits/servo1.force:upper:watch", "units/kipf", "aliases/load"])
        {
            (HttpStatusCode removed, JsonElement was) = await Send(server, HttpMethod.Delete, $"{key}?by=ann");
            removed.ShouldBe(HttpStatusCode.OK, was.ToString());
            (await Send(server, HttpMethod.Delete, $"{key}?by=ann")).Status.ShouldBe(HttpStatusCode.NotFound);
        }
    }

    [Fact]
    public async Task PutLimit_SecondValueIsNull_ClearsItAndMissingLeavesIt()
    {
        await using DashboardServer server = await Start();
        const string Key = "limits/servo1.force:underpeak:watch?by=ann";
        (await Put(server, Key, """{"value":90,"value2":2}""")).Json.GetProperty("value2").GetDouble().ShouldBe(2);
        (await Put(server, Key, """{"note":"of the peaks"}""")).Json.GetProperty("value2").GetDouble().ShouldBe(2);

        (HttpStatusCode status, JsonElement row) = await Put(server, Key, """{"value2":null}""");

        status.ShouldBe(HttpStatusCode.OK, row.ToString());
        row.GetProperty("value2").ValueKind.ShouldBe(JsonValueKind.Null);
        (row.GetProperty("value").GetDouble(), row.GetProperty("note").GetString()).ShouldBe((90, "of the peaks"));
    }

    [Fact]
    public async Task GetBreaks_OfTheConfiguration_AreThereAndReadOnly()
    {
        _options.Breaks =
        [
            new BreakOptions { Name = "snap", Channel = "servo1.force", MinForce = 2, Columns =
            [
                "servo1.force", "servo1.stroke",
            ] },
        ];
        await using DashboardServer server = await Start();
        await Put(server, "breaks/grip?by=ann", """{"channel":"servo1.force","minForce":3}""");

        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");

        JsonElement[] rows = [.. all.GetProperty("breaks").EnumerateArray()];
        rows.Select(
            row => (
                row.GetProperty("key").GetString(),
                row.TryGetProperty("readOnly", out JsonElement fixedRow) && fixedRow.GetBoolean()))
            .ShouldBe([("snap", true), ("grip", false)]);
        (rows[0].GetProperty("minForce").GetDouble(), rows[0].GetProperty("columns").GetString(), rows[0].GetProperty("revision").GetString())
            .ShouldBe((2, "servo1.force,servo1.stroke", "0"));
        rows[0].GetProperty("changedUtc").ValueKind.ShouldBe(JsonValueKind.Null);
    }

    [Fact]
    public async Task GetBreaks_StoredNameOfTheConfiguration_IsOneRowAndNamedAsLeftOut()
    {
        await using DashboardServer server = await Start();
        await Put(server, "breaks/snap?by=ann", """{"channel":"servo1.force","minForce":3}""");
        _options.Breaks = [new BreakOptions { Name = "snap", Channel = "servo1.force", MinForce = 2 }];

        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");

        all.GetProperty("breaks").EnumerateArray().Single().GetProperty("minForce").GetDouble().ShouldBe(2);
        all.GetProperty("broken").EnumerateArray().Single().GetString().ShouldNotBeNull()
            .ShouldContain("break trigger snap of the database is left out");
    }

    [Fact]
    public async Task GetBreaks_WithoutADatabase_AreThoseOfTheConfiguration()
    {
        _options.Database.Provider = DatabaseProvider.None;
        _options.Breaks = [new BreakOptions { Name = "snap", Channel = "servo1.force", MinForce = 2 }];
        using DefinitionStore store = new(_options, TimeProvider.System);
        await using DashboardServer server =
            await DashboardServer.Start(
                host => new DefinitionHttp(new DefinitionStores([store]), _time, _options).Map(host));

        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");

        all.GetProperty("breaks").EnumerateArray().Single().GetProperty("name").GetString().ShouldBe("snap");
    }

    [Fact]
    public async Task PutBreak_NameOfTheConfiguration_IsRefusedWithWhereToEditIt()
    {
        _options.Breaks = [new BreakOptions { Name = "snap", Channel = "servo1.force", MinForce = 2 }];
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) =
            await Put(server, "breaks/SNAP?by=ann", """{"channel":"servo1.force","minForce":3}""");

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString()
            .ShouldBe("name: 'SNAP' is a break trigger of the configuration (Breaks), and is edited there");
    }

    [Fact]
    public async Task PutBreak_Trigger_IsStoredWithTheDefaultsOfTheConfiguration()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement row) = await Put(
            server,
            "breaks/grip?by=ann&revision=0",
            """{"channel":"servo1.force","minForce":2,"columns":"servo1.force,servo1.stroke"}""");

        status.ShouldBe(HttpStatusCode.OK, row.ToString());
        (row.GetProperty("fallPercent").GetDouble(), row.GetProperty("beforeMs").GetDouble(), row.GetProperty("enabled").GetBoolean())
            .ShouldBe((30, 1000, true));
        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");
        all.GetProperty("breaks").EnumerateArray().Single().GetProperty("key").GetString().ShouldBe("grip");
        (await Send(server, HttpMethod.Delete, "breaks/grip?by=ann&revision=1")).Status.ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData("variables/x1", """{"expression":"1"}""", "by: ''")]
    [InlineData("breaks/grip?by=ann", """{"channel":"servo9.force","minForce":2}""", "no signal servo9.force")]
    [InlineData(
        "breaks/grip?by=ann", """{"channel":"servo1.force","minForce":0}""", "min_force: 0 is no force of a test")]
    [InlineData(
        "breaks/grip?by=ann", """{"channel":"servo1.force","minForce":2,"columns":"temp1.force"}""", "one rate")]
    [InlineData("breaks/grip?by=ann", """{}""", "needs --Channel and --MinForce")]
    [InlineData("variables/x1?by=ann&revision=new", """{"expression":"1"}""", "revision is 'new'")]
    [InlineData("variables/x1?by=ann", """{"expression":1}""", "expression: is not text")]
    [InlineData("variables/x1?by=ann", """{"expression":"1","colour":"red"}""", "colour: there is no such column")]
    [InlineData("variables/x1?by=ann", """{"expression":"1","name":"x2"}""", "name: 'x2' is not 'x1'")]
    [InlineData("variables/x1?by=ann", """{"expression":"1","digits":99}""", "display_digits: 99")]
    [InlineData("variables/x1?by=ann", """[1]""", "no JSON object")]
    [InlineData("variables/x1?by=ann", """{"expression":""", "no JSON")]
    [InlineData("variables/%3Cscript%3E?by=ann", """{"expression":"1"}""", "name: '<script>' is no name")]
    [InlineData("limits/servo1.force?by=ann", """{"value":1}""", "SIGNAL:KIND:SEVERITY")]
    [InlineData("limits/servo1.force:upper:watch?by=ann", """{}""", "a new limit needs --Value")]
    public async Task Put_BadWords_Is400AndReportsWhich(string path, string body, string what)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await Put(server, path, body);

        status.ShouldBe(HttpStatusCode.BadRequest);
        answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(what);
    }

    [Theory]
    [InlineData(
        "limits/servo9.force:upper:watch",
        """{"value":1}""",
        "signal",
        "no rig that was connected has a channel servo9.force (did you mean")]
    [InlineData(
        "limits/servo1.force:upper:watch", """{"value":1,"unit":"mm"}""", "unit", "mm is not convertible to kN")]
    [InlineData("limits/servo1.force:upper:watch", """{"value":1,"unit":"kM"}""", "unit", "'kM' is no unit")]
    [InlineData("limits/servo1.force:band:watch", """{"value":1,"value2":0}""", "value", "")]
    [InlineData("aliases/load", """{"channel":"servo1.forse"}""", "channel", "(did you mean servo1.force?)")]
    [InlineData("units/kipf", """{"dimension":"NN","factor":4448.2}""", "dimension", "'NN' is no unit")]
    [InlineData("units/kN", """{"dimension":"N","factor":4448.2}""", "name", "kN is a standard unit")]
    [InlineData("breaks/grip", """{"channel":"servo9.force","minForce":2}""", "channel", "no signal servo9.force")]
    [InlineData(
        "breaks/grip",
        """{"channel":"servo1.force","minForce":2,"columns":"servo9.force"}""",
        "columns",
        "no signal servo9.force")]
    [InlineData(
        "breaks/grip",
        """{"channel":"servo1.force","minForce":2,"fallPercent":300}""",
        "fallPercent",
        "300 % is not allowed")]
    public async Task Put_NewRowThatIsWrong_NamesTheField(string path, string body, string field, string message)
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await Put(server, path + "?by=ann&revision=0", body);

        status.ShouldBe(HttpStatusCode.BadRequest, answer.ToString());
        JsonElement fault = answer.GetProperty("faults").EnumerateArray().Single();
        fault.GetProperty("field").GetString().ShouldBe(field);
        fault.GetProperty("message").GetString().ShouldNotBeNull().ShouldContain(message);
    }

    [Fact]
    public async Task PutLimit_OfARigThatIsNotKnown_IsStoredWithoutARevision()
    {
        await using DashboardServer server = await Start();

        (await Put(
            server, "limits/servo9.force:upper:watch?by=ann", """{"value":1}""")).Status.ShouldBe(HttpStatusCode.OK);
    }

    [Fact]
    public async Task Put_UnknownKind_IsNotFoundAndNamesTheKnown()
    {
        await using DashboardServer server = await Start();

        (HttpStatusCode status, JsonElement answer) = await Put(server, "colours/red?by=ann", "{}");

        status.ShouldBe(HttpStatusCode.NotFound);
        answer
            .GetProperty("error")
            .GetString()
            .ShouldNotBeNull()
            .ShouldContain("variables, limits, units, aliases, breaks");
    }

    [Fact]
    public async Task Put_BodyIsTooLarge_Is413()
    {
        await using DashboardServer server = await Start();

        (await Put(
            server,
            "variables/x1?by=ann",
            new string(' ', 600_000))).Status.ShouldBe(HttpStatusCode.RequestEntityTooLarge);
    }

    [Fact]
    public async Task AnyRequest_WithoutADatabase_IsReported()
    {
        _options.Database.Provider = DatabaseProvider.None;
        using DefinitionStore store = new(_options, TimeProvider.System);
        await using DashboardServer server =
            await DashboardServer.Start(
                host => new DefinitionHttp(new DefinitionStores([store]), _time, _options).Map(host));

        (HttpStatusCode status, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");
        (status, all.GetProperty("database").GetBoolean(), all.GetProperty("variables").GetArrayLength()).ShouldBe(
            (HttpStatusCode.OK, false, 0));
        (HttpStatusCode put, JsonElement answer) = await Put(server, "variables/x1?by=ann", """{"expression":"1"}""");
        put.ShouldBe(HttpStatusCode.ServiceUnavailable);
        answer
            .GetProperty("error")
            .GetString()
            .ShouldBe("there is no database: Database:Provider is none; set it to sqlite or postgres");
    }

    [Fact]
    public async Task AnyRequest_DatabaseIsGone_Is503WithItsReason()
    {
        _options.Database.Path = _folder.File("elsewhere.db");
        using DefinitionStore store = new(_options, TimeProvider.System);
        await using DashboardServer server =
            await DashboardServer.Start(
                host => new DefinitionHttp(new DefinitionStores([store]), _time, _options).Map(host));

        foreach ((HttpMethod method, string path) in ((HttpMethod, string)[])
            [
                (HttpMethod.Get, "/api/definitions"),
                (HttpMethod.Get, "/api/testrun"),
                (HttpMethod.Put, "/api/definitions/variables/x1?by=ann"),
            ])
        {
            (HttpStatusCode status, JsonElement answer) =
                await server.Ask(method, path, """{"expression":"1"}""", (ApiRoutes.WriteHeader, "1"));
            status.ShouldBe(HttpStatusCode.ServiceUnavailable, path);
            answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("elsewhere.db");
        }
    }

    private static async Task<string[]> Variables(DashboardServer server)
    {
        (_, JsonElement all) = await server.Ask(HttpMethod.Get, "/api/definitions");
        return [.. all.GetProperty("variables").EnumerateArray().Select(row => row.GetProperty("name").GetString()!)];
    }

    private static Task<(HttpStatusCode Status, JsonElement Json)> Put(
        DashboardServer server, string path, string body) =>
        Send(server, HttpMethod.Put, path, body);

    private static Task<(HttpStatusCode Status, JsonElement Json)> Post(
        DashboardServer server, string path, string body) =>
        server.Ask(HttpMethod.Post, $"/api/testrun/{path}", body, (ApiRoutes.WriteHeader, "1"));

    private static Task<(HttpStatusCode Status, JsonElement Json)> Send(
        DashboardServer server, HttpMethod method, string path, string? body = null) =>
        server.Ask(method, $"/api/definitions/{path}", body, (ApiRoutes.WriteHeader, "1"));

    private Task<DashboardServer> Start() =>
        DashboardServer.Start(host => new DefinitionHttp(new DefinitionStores([_store]), _time, _options).Map(host));
}
