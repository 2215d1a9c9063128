using System.Text.Json;
using Microsoft.AspNetCore.Http;
using SignalMonitor.Alarms;
using SignalMonitor.Http;
using SignalMonitor.Tests.CalculatedChannels;
using Testing;

namespace SignalMonitor.Tests.Http;

public sealed class SignalHttpTests : IDisposable
{
    private static readonly Guid Other = Guid.Parse("ffffffff-4455-6677-8899-aabbccddeeff");
    private readonly VariableRig _first = new();
    private readonly VariableRig _second;

    // Two rigs with the same names: the stream, its channels and the limit.
    public SignalHttpTests()
    {
        _second = new VariableRig(coordinator: _first.Coordinator, publisher: Other);
        _first.Edit([], VariableRig.Limit("servo1.force", 10) with { Latch = true });
        _first.Next([1, 1, 1]);
        _second.Next([1, 1, 1]);
    }

    public void Dispose()
    {
        _first.Dispose();
        _second.Dispose();
    }

    [Fact]
    public async Task Command_LatchedOnTheSecondOfTwoRigs_IsResetThere()
    {
        _second.Next([11, 1, 1]);
        (int status, JsonElement answer) = await Post("reset");

        (status, StateOf(_second)).ShouldBe((200, AlarmState.Normal));
        answer.GetProperty("state").GetString().ShouldBe("normal");
        answer.GetProperty("streams").EnumerateArray().Select(
            s => (s.GetProperty("publisher").GetGuid(), s.TryGetProperty("error", out _)))
            .ShouldBe([(TestStream.Publisher, true), (Other, false)]);
    }

    [Fact]
    public async Task Command_StreamIsNamed_ReachesItAlone()
    {
        _first.Next([11, 11, 11]);
        _second.Next([11, 11, 11]);
        (await Post("acknowledge", $"&stream=main&publisher={Other}")).Status.ShouldBe(200);

        (StateOf(_first), StateOf(_second)).ShouldBe((AlarmState.Active, AlarmState.Acknowledged));
    }

    [Fact]
    public async Task Command_AllStreamsRefuse_NamesEach()
    {
        (int status, JsonElement answer) = await Post("acknowledge");

        status.ShouldBe(409);
        answer.GetProperty("error").GetString()!.Split("; ").Length.ShouldBe(2);
    }

    [Fact]
    public async Task Command_StreamThatIsNotThere_IsNotFound() =>
        (await Post("reset", "&stream=elsewhere")).Status.ShouldBe(404);

    private static AlarmState StateOf(VariableRig rig) => rig.Stream.Alarms.Board.Read().Single().Status.State;

    private async Task<(int Status, JsonElement Answer)> Post(string verb, string more = "")
    {
        using MemoryStream body = new();
        DefaultHttpContext context = new();
        context.Request.RouteValues["limit"] = "1";
        context.Request.RouteValues["verb"] = verb;
        context.Request.QueryString = new QueryString("?by=ann" + more);
        context.Response.Body = body;
        Task answered = SignalHttp.Command(context, _first.Coordinator, new FakeTime());
        _first.Stream.Idle(null);
        _second.Stream.Idle(null);
        await answered;
        await context.Response.BodyWriter.FlushAsync();
        using JsonDocument json = JsonDocument.Parse(body.ToArray());
        return (context.Response.StatusCode, json.RootElement.Clone());
    }
}
