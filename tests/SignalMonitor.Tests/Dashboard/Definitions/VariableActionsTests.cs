using System.Net;
using System.Text.Json;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using SignalMonitor.Audit;
using SignalMonitor.Configuration;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Definitions;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Dashboard.Definitions;

public sealed class VariableActionsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly VariableRig _rig = new();
    private readonly MonitorOptions _options;
    private readonly AuditLog _audit;
    private readonly DefinitionStore _store;
    private readonly IVariableRepository _repository;
    private string? _stale;
    private double[] _force = [4, 5, 6];

    public VariableActionsTests()
    {
        _options = new MonitorOptions { State = new StateOptions { Folder = _folder.Path } };
        _audit = AuditLog.In(_folder.Path, TimeProvider.System);
        _store = new DefinitionStore(_options, TimeProvider.System, _rig.Coordinator, _audit);
        _repository = VariableDatabase.Open(_options.Database, _folder.Path, TimeProvider.System, seed: false)!;
        Put("load", "servo1.force");
        Put("top", "runmax(servo1.force)");
        Put("turns", "rainflow(servo1.force)");
        Put("half", "0.5 [kN]");
        Put("nothing", "sqrt(0 * servo1.force / 1 [kN] - 1)");
        Put("off", "servo1.force", enabled: false);
        Take();
        _rig.Next(_force);
    }

    public void Dispose()
    {
        _store.Dispose();
        _repository.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Tare_OfAChannel_MakesItsMeanZeroAndSaysWhere()
    {
        JsonElement done = (await Ask("load/tare?by=kim&window=1")).Json;

        done.GetProperty("tare").GetDouble().ShouldBe(5);
        done.GetProperty("values").GetInt64().ShouldBeGreaterThan(1);
        ulong.Parse(done.GetProperty("sequence").GetString()!).ShouldBeGreaterThan(1UL);
        _rig.Value("load").ShouldBe(1);
        AuditAction noted = Newest();
        (noted.Who, noted.Action, noted.Target, noted.Old, noted.New).ShouldBe(
            ("kim", "variables.tare", "lab/rig1 variable load", "0", "5"));
    }

    [Fact]
    public async Task Tare_Again_IsOfTheValueWithoutTheFormerOne()
    {
        await Ask("load/tare?by=kim&window=1");
        _force = [8, 9, 10];
        JsonElement done = (await Ask("load/tare?by=kim&window=1")).Json;

        done.GetProperty("tare").GetDouble().ShouldBe(9, 1e-12);
        done.GetProperty("formerTare").GetDouble().ShouldBe(5);
    }

    [Fact]
    public async Task Tare_Off_RemovesItOnce()
    {
        await Ask("load/tare?by=kim&window=1");
        (await Ask("load/tare?by=kim&off=true")).Status.ShouldBe(HttpStatusCode.OK);
        _rig.Value("load").ShouldBe(6);

        (await Ask("load/tare?by=kim&off=true")).Json.GetProperty("error").GetString().ShouldBe("load has no tare");
    }

    [Fact]
    public async Task Reset_OfAChannel_ClearsItsFunctions()
    {
        _rig.Next([4, 99, 6]);
        (await Ask("top/reset?by=kim")).Status.ShouldBe(HttpStatusCode.OK);

        _rig.Value("top").ShouldBe(6);
        (Newest().Action, Newest().New).ShouldBe(("variables.reset", "1"));
    }

    [Theory]
    [InlineData("laod/tare?by=kim", HttpStatusCode.NotFound, "there is no calculated channel 'laod' (did you mean load?)")]
    [InlineData("turns/tare?by=kim", HttpStatusCode.Conflict, "turns is a table")]
    [InlineData("half/tare?by=kim", HttpStatusCode.Conflict, "half is a constant")]
    [InlineData("nothing/tare?by=kim&window=1", HttpStatusCode.Conflict, "nothing: its values are invalid")]
    [InlineData("off/reset?by=kim", HttpStatusCode.NotFound, "off is not enabled")]
    [InlineData("load/reset?by=kim", HttpStatusCode.Conflict, "load has nothing to reset")]
    [InlineData("load/tare?by=kim&stream=mian", HttpStatusCode.NotFound, "there is no stream 'mian'")]
    [InlineData("load/tare?by=kim&window=0", HttpStatusCode.BadRequest, "window is '0'")]
    [InlineData("load/tare?by=kim&off=maybe", HttpStatusCode.BadRequest, "off is 'maybe'")]
    [InlineData("load/zero?by=kim", HttpStatusCode.NotFound, "there is no 'zero' of a calculated channel")]
    [InlineData("top/reset", HttpStatusCode.BadRequest, "by: '' is not allowed")]
    [InlineData("top/reset?by=a%0Ab", HttpStatusCode.BadRequest, "by: 'a?b' is not allowed")]
    public async Task Act_ThatCannotBe_IsRefused(string path, HttpStatusCode status, string message)
    {
        int before = Entries();
        (HttpStatusCode answered, JsonElement json) = await Ask(path);

        answered.ShouldBe(status, json.ToString());
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(message);
        Entries().ShouldBe(before);
    }

    [Fact]
    public async Task Act_StaleRig_IsRefused()
    {
        _stale = "the rig sends nothing";

        (await Ask("load/tare?by=kim")).Json.GetProperty("error").GetString()
            .ShouldBe("the values of stream main are not live: the rig sends nothing");
    }

    [Fact]
    public async Task Act_Recording_IsRefused()
    {
        _rig.Next(_force, flags: FrameFlags.Recording);

        (await Ask("top/reset?by=kim", drives: false)).Json.GetProperty("error").GetString()
            .ShouldNotBeNull().ShouldContain("shows a recording");
    }

    [Fact]
    public async Task Act_AuditLogCannotBeWritten_ChangesNothing()
    {
        Directory.CreateDirectory(_folder.File(AuditLog.LockName));
        (HttpStatusCode status, JsonElement json) = await Ask("top/reset?by=kim");

        status.ShouldBe(HttpStatusCode.ServiceUnavailable);
        json.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain("nothing was changed");
        _repository.Load("lab/rig1").Value!.Variables.Single(variable => variable.Name == "top").Resets.ShouldBe(0);
    }

    private void Put(string name, string expression, bool enabled = true)
    {
        SignalVariable row = new() { Station = "lab/rig1", Name = name, Expression = expression, Enabled = enabled };
        _repository.Change(
            "lab/rig1", "test", _ => [new Edit(row, EditKind.Put, 0)], new DefinitionCheck())
            .Has(out EditOutcome? outcome, out DatabaseFault? fault).ShouldBeTrue(fault?.Text);
        outcome!.Faults.ShouldBeEmpty();
    }

    // As VariableWatch: only what says something else.
    private void Take()
    {
        VariableSet set = _repository.Load("lab/rig1").Value!;
        if (_rig.Coordinator.SetOf("")?.HasSameContent(set) != true)
            _rig.Coordinator.Take(set);
    }

    // The test is the watch thread and the compute thread while the request waits for them.
    private async Task<(HttpStatusCode Status, JsonElement Json)> Ask(string path, bool drives = true)
    {
        VariableActions actions = new(
            new DefinitionStores([_store]), _rig.Coordinator, null, _ => _stale, TimeProvider.System);
        await using DashboardServer server =
            await DashboardServer.Start(host => new VariableActionHttp(actions).Map(host));
        Task<(HttpStatusCode, JsonElement)> asked = server.Ask(
            HttpMethod.Post, $"/api/variables/{path}", null, (ApiRoutes.WriteHeader, "1"));
        Eventually.True(
            () =>
            {
                if (drives && !asked.IsCompleted)
                {
                    Take();
                    _rig.Next(_force);
                }

                return asked.IsCompleted;
            },
            "the request is answered");
        if (drives)
        {
            Take();
            _rig.Next(_force);
        }

        return await asked;
    }

    private AuditAction Newest() =>
        AuditFolder.NewestFirst(_audit.Files, long.MaxValue, _ => { }).First().Action;

    private int Entries() => AuditFolder.NewestFirst(new DiskFiles(_folder.Path), long.MaxValue, _ => { }).Count();
}
