using System.Net;
using System.Text.Json;
using Integration.Signals;

namespace Integration.Dashboard;

/// <summary>What an engineer does in the editor of calculated channels, at a running monitor.</summary>
public sealed class FormulaEditTests : IDisposable
{
    private readonly SignalSystem _system = new();
    private readonly ApiCalls _api;

    public FormulaEditTests() => _api = new ApiCalls(_system.Monitor);

    public void Dispose()
    {
        _api.Dispose();
        _system.Dispose();
    }

    [Fact]
    public void Formula_WithAnErrorThenWithout_IsRefusedAtItsColumnAndThenComputed()
    {
        _system.WaitFor(() => StreamName() is not null, "the catalogue has a stream with channels");
        string stream = StreamName()!;

        // Before, only the grammar of a formula can be judged.
        _system.WaitFor(
            () => _system.Monitor.Json("/variables").GetArrayLength() > 0, "formulas are compiled for the stream");
        (HttpStatusCode refused, JsonElement wrong) =
            Put("load_sum", """{"expression":"servo1.force + servo1.forse"}""", 0);
        refused.ShouldBe(HttpStatusCode.BadRequest, wrong.ToString());
        JsonElement fault = wrong.GetProperty("faults")[0];
        (fault.GetProperty("field").GetString(), fault.GetProperty("column").GetInt32()).ShouldBe(("expression", 16));

        (_, JsonElement check) = _api.Send(
            HttpMethod.Post,
            "/api/expressions/check",
            $$"""{"stream":"{{stream}}","expression":"movavg(servo1.force, 100 ms)"}""");
        (check.GetProperty("ok").GetBoolean(), check.GetProperty("unit").GetString()).ShouldBe((true, "kN"));
        _system.WaitFor(() => Preview(stream) == HttpStatusCode.OK, "the formula can be previewed");

        (HttpStatusCode stored, JsonElement row) =
            Put("load_sum", """{"expression":"servo1.force + servo1.force","unit":"kN"}""", 0);
        stored.ShouldBe(HttpStatusCode.OK, row.ToString());
        _system.WaitFor(
            () => _system.Value("load_sum") is { } value && value.GetProperty("quality").GetString() == "good",
            "the new channel has a value");
        Put("load_sum", """{"expression":"1"}""", 0).Status.ShouldBe(HttpStatusCode.Conflict);
    }

    [Fact]
    public void Rainflow_OfARunningChannel_IsATable()
    {
        _system.WaitFor(() => StreamName() is not null, "the catalogue has a stream with channels");
        Put("flow", """{"expression":"rainflow(servo1.force)"}""", 0).Status.ShouldBe(HttpStatusCode.OK);

        _system.WaitFor(
            () => _api.Get($"/api/tables?stream={StreamName()}&name=flow") is (HttpStatusCode.OK, var table)
                && table.GetProperty("rows").GetArrayLength() > 0,
            "the table has rows");
    }

    [Fact]
    public void ForeignPage_ReachesNothing()
    {
        foreach ((string name, string value) in ((string, string)[])[("Host", "evil.example"), ("Origin", "http://evil.example")])
        {
            foreach (string path in (string[])["/", "/health", "/api/definitions", "/metrics", "/live"])
            {
                (HttpStatusCode status, JsonElement answer) = _api.Send(HttpMethod.Get, path, null, (name, value));
                status.ShouldBe(HttpStatusCode.Forbidden, path);
                answer.GetProperty("error").GetString().ShouldNotBeNull().ShouldContain(value);
            }
        }
    }

    private string? StreamName() => _api.Get("/api/catalogue").Json.GetProperty("streams").EnumerateArray()
        .Where(stream => stream.GetProperty("signals").GetArrayLength() > 0)
        .Select(stream => stream.GetProperty("name").GetString())
        .FirstOrDefault();

    private HttpStatusCode Preview(string stream) => _api.Send(
        HttpMethod.Post,
        "/api/expressions/preview",
        $$"""{"stream":"{{stream}}","expression":"movavg(servo1.force, 200 ms)"}""").Status;

    private (HttpStatusCode Status, JsonElement Json) Put(string name, string body, long revision) =>
        _api.Send(HttpMethod.Put, $"/api/definitions/variables/{name}?by=ann&revision={revision}", body);
}
