using System.Text.Json;
using Testing.Rigs;

namespace Integration.Stations;

/// <summary>Connectors of two stations and one monitor: each has definitions and a test run of its own.</summary>
public sealed class TwoStationTests : IDisposable
{
    // The force of the small rig is above the one, and below the other.
    private const double Exceeded = -1e6;
    private const double Held = 1e6;

    private readonly ManyRigs _rigs = new(2, rigs =>
    {
        rigs.SetLimit(1, "servo1.force", Held);
        rigs.SetLimit(2, "servo1.force", Exceeded);
    });

    public TwoStationTests()
    {
        _rigs.WaitForState(1, "live");
        _rigs.WaitForState(2, "live");
    }

    public void Dispose() => _rigs.Dispose();

    [Fact]
    public void Limit_OfOneName_AlarmsOnItsOwnStation()
    {
        ManyRigs.WaitFor(() => StateOf("lab/rig2") == "active", "the second station has an alarm");
        ManyRigs.WaitFor(() => StateOf("lab/rig1") is not null, "the first watches its limit");

        StateOf("lab/rig1").ShouldBe("normal");
        AlarmsAt("").Select(stream => stream.GetProperty("stream").GetString()).ShouldBe(["lab/rig1/main"]);
        AlarmsAt("?station=*").Select(stream => stream.GetProperty("stream").GetString())
            .ShouldBe(["lab/rig1/main", "lab/rig2/main"], ignoreOrder: true);
        _rigs.Rig(1)!.Value.GetProperty("alarms").GetArrayLength().ShouldBe(0);
        _rigs.Rig(2)!.Value.GetProperty("alarms")[0].GetProperty("severity").GetString().ShouldBe("critical");
    }

    [Fact]
    public void TestRun_OfOneStation_IsRecordedAloneAndBothOutliveAKill()
    {
        _rigs.Run("signals", "add", "load", "--Expression", "servo1.force", "--Station", "lab/rig2");
        _rigs.Run("testrun", "start", "T-1", "--Station", "lab/rig2");
        ManyRigs.WaitFor(() => IsRecorded(2, "T-1"), "the run of the second station is recorded");
        _rigs.Rig(1)!.Value.GetProperty("run").ValueKind.ShouldBe(JsonValueKind.Null);
        Directory.Exists(FolderOf("rig1")).ShouldBeFalse();
        _rigs.Run("testrun", "start", "T-2", "--Station", "lab/rig1");
        ManyRigs.WaitFor(() => IsRecorded(1, "T-2") && IsRecorded(2, "T-1"), "both are recorded at the same time");
        ManyRigs.WaitFor(() => StateOf("lab/rig2") == "active", "the second station has an alarm");
        string load = _rigs.Monitor.Endpoint("http");
        (int code, string text) = _rigs.Verb("tare", "load", "--Station", "lab/rig2", "--Http:Url", load);
        code.ShouldBe(0, text);

        _rigs.KillMonitor();
        ManyRigs.WaitFor(() => IsRecorded(1, "T-2") && IsRecorded(2, "T-1"), "both runs continue");
        ManyRigs.WaitFor(
            () => StateOf("lab/rig2") == "active" && StateOf("lab/rig1") == "normal", "alarms are as they were");
        _rigs.Run("testrun", "stop", "--Station", "lab/rig2");
        ManyRigs.WaitFor(() => Recordings() is { Length: 2 } all && all.Count(one => one.Open) == 1, "one ends");

        Recordings().Select(one => (one.Rig, one.Open)).ShouldBe([("rig1", true), ("rig2", false)], ignoreOrder: true);
        Recordings().Single(one => one.Rig == "rig2").Gaps.ShouldBe(0);
        string[] events = Directory.GetFiles(FolderOf("rig2"), "events.jsonl", SearchOption.AllDirectories);
        File.ReadAllText(events.ShouldHaveSingleItem()).ShouldNotContain("rig1");
    }

    [Fact]
    public void Edit_OverHttp_IsOfTheStationOfTheStream()
    {
        JsonElement first = _rigs.Monitor.Json("/api/definitions?stream=lab/rig1/main");
        JsonElement second = _rigs.Monitor.Json("/api/definitions?station=lab/rig2");

        ValueOf(first).ShouldBe(Held);
        ValueOf(second).ShouldBe(Exceeded);
        _rigs.Monitor.Json("/api/definitions").GetProperty("station").GetString().ShouldBe("lab/rig1");
    }

    [Theory]
    [InlineData("limits", "list")]
    [InlineData("signals", "list")]
    [InlineData("testrun", "start", "T-9")]
    public void Verb_UnknownStation_IsRefusedWithTheKnownOnes(params string[] verb)
    {
        (int code, string text) = _rigs.Verb([.. verb, "--Station", "lab/rig3"]);

        code.ShouldBe(2);
        text.ShouldContain("does not follow 'lab/rig3'");
        text.ShouldContain("it follows lab/rig1, lab/rig2");
    }

    private string? StateOf(string station) => AlarmsAt($"?station={station}")
        .SelectMany(stream => stream.GetProperty("alarms").EnumerateArray())
        .Where(alarm => alarm.GetProperty("variable").GetString() == "servo1.force")
        .Select(alarm => alarm.GetProperty("state").GetString()).FirstOrDefault();

    private JsonElement[] AlarmsAt(string query) => [.. _rigs.Monitor.Json($"/alarms{query}").EnumerateArray()];

    private bool IsRecorded(int rig, string run) => _rigs.Rig(rig) is { } one
        && one.GetProperty("run") is { ValueKind: JsonValueKind.Object } open
        && open.GetProperty("name").GetString() == run && open.GetProperty("recorded").GetBoolean();

    private string FolderOf(string rig) => Path.Combine(_rigs.StateFolder, "recordings", "lab", rig);

    private (string Rig, bool Open, long Gaps)[] Recordings() =>
    [
        .. _rigs.Monitor.Json("/api/recordings").GetProperty("recordings").EnumerateArray().Select(one => (
            one.GetProperty("rig").GetString()!,
            one.GetProperty("open").GetBoolean(),
            one.TryGetProperty("gaps", out JsonElement gaps) ? gaps.GetInt64() : -1)),
    ];

    private static double ValueOf(JsonElement definitions) => definitions.GetProperty("limits").EnumerateArray()
        .Single(limit => limit.GetProperty("signal").GetString() == "servo1.force").GetProperty("value").GetDouble();
}
