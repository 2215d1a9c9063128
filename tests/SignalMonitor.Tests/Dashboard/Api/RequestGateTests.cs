using SignalMonitor.Dashboard.Api;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class RequestGateTests : IDisposable
{
    private static readonly ApiAnswer Done = ApiAnswer.Ok(json => json.WriteNullValue());

    private readonly RequestGate _gate = new("work");
    private readonly TaskCompletionSource<ApiAnswer> _first = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public void Dispose() => _gate.Dispose();

    [Fact]
    public async Task Run_AnotherIsIn_WaitsWithoutItsThread()
    {
        Task<ApiAnswer> first = _gate.Run(() => _first.Task, CancellationToken.None);
        bool wasRun = false;
        Task<ApiAnswer> second = _gate.Run(
            () =>
            {
                wasRun = true;
                return Done;
            },
            CancellationToken.None);

        (second.IsCompleted, wasRun).ShouldBe((false, false), "this thread is free, and the work has not begun");
        _first.SetResult(Done);
        (await first).ShouldBeSameAs(Done);
        (await second).ShouldBeSameAs(Done);
    }

    [Fact]
    public async Task Run_TooManyWait_IsRefusedAtOnce()
    {
        Task<ApiAnswer>[] allowed =
            [.. Enumerable.Range(0, 1 + RequestGate.MaxWaiting)
                .Select(_ => _gate.Run(() => _first.Task, CancellationToken.None))];

        ApiAnswer refused = await _gate.Run(() => Done, CancellationToken.None);

        refused.Status.ShouldBe(503);
        _first.SetResult(Done);
        (await Task.WhenAll(allowed)).ShouldAllBe(answer => answer.Status == 200);
        (await _gate.Run(() => Done, CancellationToken.None)).Status.ShouldBe(200);
    }

    [Fact]
    public async Task Run_WaitedTooLong_IsRefused()
    {
        using RequestGate gate = new("work", TimeSpan.FromMilliseconds(20));
        Task<ApiAnswer> first = gate.Run(() => _first.Task, CancellationToken.None);

        (await gate.Run(() => Done, CancellationToken.None)).Status.ShouldBe(503);
        _first.SetResult(Done);
        (await first).Status.ShouldBe(200);
    }

    [Fact]
    public async Task Run_WorkFailsOrRequestIsGivenUp_LetsTheNextIn()
    {
        await Should.ThrowAsync<InvalidOperationException>(
            () => _gate.Run(ApiAnswer () => throw new InvalidOperationException(), CancellationToken.None));
        await Should.ThrowAsync<OperationCanceledException>(
            () => _gate.Run(() => Done, new CancellationToken(canceled: true)));

        (await _gate.Run(() => Done, CancellationToken.None)).ShouldBeSameAs(Done);
    }
}
