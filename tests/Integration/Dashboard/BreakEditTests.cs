using System.Net;
using System.Text.Json;
using Integration.Signals;

namespace Integration.Dashboard;

/// <summary>A break trigger that is edited while the monitor runs.</summary>
public sealed class BreakEditTests : IDisposable
{
    private readonly SignalSystem _system = new();
    private readonly ApiCalls _api;

    public BreakEditTests() => _api = new ApiCalls(_system.Monitor);

    public void Dispose()
    {
        _api.Dispose();
        _system.Dispose();
    }

    [Fact]
    public void Trigger_StoredThenRemoved_IsArmedThenGone()
    {
        _system.WaitFor(
            () => _api.Get("/health").Json.GetProperty("streams").GetArrayLength() > 0, "a stream is there");
        _api.Get("/health").Json.TryGetProperty("breaks", out _).ShouldBeFalse();

        (HttpStatusCode stored, JsonElement row) = _api.Send(
            HttpMethod.Put,
            "/api/definitions/breaks/snap?by=ann&revision=0",
            """{"channel":"servo1.force","minForce":1000}""");
        stored.ShouldBe(HttpStatusCode.OK, row.ToString());
        _system.WaitFor(() => States().SequenceEqual(["armed"]), "the trigger is armed");

        _api.Send(HttpMethod.Delete, "/api/definitions/breaks/snap?by=ann", null).Status.ShouldBe(HttpStatusCode.OK);
        _system.WaitFor(() => !States().Any(), "the trigger is gone");
    }

    private IEnumerable<string?> States() => _api.Get("/health").Json.TryGetProperty("breaks", out JsonElement breaks)
        ? breaks.EnumerateArray().Select(one => one.GetProperty("state").GetString()) : [];
}
