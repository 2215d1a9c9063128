using System.Text.Json;

namespace Integration.Signals;

public sealed class HotEditTests : IDisposable
{
    private const string Document = """
        { "format": "telemetry-variables/1", "station": "lab/rig1",
          "variables": [ { "name": "size", "expression": "abs(servo1.force)", "unit": "kN" } ],
          "limits": [ { "variable": "size", "kind": "lower", "severity": "critical", "value": 1e6, "latch": true } ] }
        """;

    private readonly SignalSystem _system = new();

    public void Dispose() => _system.Dispose();

    [Fact]
    public void Import_BesideARunningMonitor_IsComputedFromABlockOn()
    {
        _system.Import(Document);
        _system.WaitFor(
            () => _system.Value("size") is { } value && value.GetProperty("quality").GetString() == "good",
            "the variable has values");
        _system.WaitFor(
            () => _system.Monitor.Everything.Contains("size", StringComparison.Ordinal),
            "the log says from which sequence");
    }

    [Fact]
    public void Set_BadFormula_IsRefusedWithItsPlaceAndTheOldOneRunsOn()
    {
        _system.Import(Document);
        _system.WaitFor(() => _system.Variable("size") is not null, "the variable is there");
        (int exitCode, string text) = _system.Verb("signals", "set", "size", "--Expression", "abs(servo1.forse)");
        (exitCode, text.Contains(
            "line 1, column 5",
            StringComparison.Ordinal), text.Contains(
                "servo1.force", StringComparison.Ordinal)).ShouldBe((2, true, true), text);
        _system.Variable("size")!.Value.GetProperty("revision").GetInt64().ShouldBe(1);
    }

    [Fact]
    public void Set_Formula_RunsAsItsNextRevision()
    {
        _system.Import(Document);
        _system.WaitFor(() => _system.Variable("size") is not null, "the variable is there");
        _system.Verb("signals", "set", "size", "--Expression", "-abs(servo1.force)").ExitCode.ShouldBe(0);

        // A revision is shown from its switch on; its value is a text, NaN, until the first block after it.
        double value = double.NaN;
        _system.WaitFor(
            () => ValueOf("size", revision: 2) is { } number && double.IsFinite(value = number),
            "revision 2 has a value");
        value.ShouldBeLessThanOrEqualTo(0);
    }

    [Fact]
    public async Task Alarm_Acknowledged_IsStillThatAfterAKill()
    {
        _system.Import(Document);
        _system.WaitFor(() => StateOf("size") == "active", "the alarm is active");
        long limit = _system.Alarm("size")!.Value.GetProperty("limit").GetInt64();
        using var client = new HttpClient();
        string url = $"{_system.Monitor.Endpoint("http")}/alarms/{limit}/acknowledge?by=me";
        (await client.PostAsync(new Uri(url), null)).IsSuccessStatusCode.ShouldBeTrue();
        _system.WaitFor(
            () => File.Exists(SavedFile)
                && File.ReadAllText(SavedFile).Contains("\"state\":\"Acknowledged\"", StringComparison.Ordinal),
            "it is saved");
        _system.KillMonitor();
        _system.WaitFor(() => StateOf("size").Length > 0, "the alarm is there again");
        StateOf("size").ShouldBeOneOf("acknowledged", "latched");
    }

    private double? ValueOf(string variable, long revision) =>
        _system.Value(variable) is { } shown && shown.GetProperty("revision").GetInt64() == revision
        && shown.GetProperty("value") is { ValueKind: JsonValueKind.Number } number
            ? number.GetDouble()
            : null;

    private string StateOf(string variable) =>
        _system.Alarm(variable) is { } alarm ? alarm.GetProperty("state").GetString()! : "";

    private string SavedFile => Path.Combine(_system.StateFolder, "position.json");
}
