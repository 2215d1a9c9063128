using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public sealed class AlarmCommandQueueTests : IDisposable
{
    private readonly AlarmRig _rig = new(AlarmRig.Upper);
    private readonly FakeTimer _time = new();
    private readonly AlarmCommandQueue _coordinator;

    public AlarmCommandQueueTests() => _coordinator = new AlarmCommandQueue(_rig.Engine);

    [Fact]
    public async Task Submit_Served_IsAnsweredByTheEngine()
    {
        _rig.Feed(11);
        Task<AlarmCommandResult> answer = Submit(AlarmVerb.Acknowledge);
        answer.IsCompleted.ShouldBeFalse();
        _coordinator.Serve();

        (await answer).ShouldBe(new AlarmCommandResult(AlarmCommandStatus.Done, "acknowledged"));
    }

    [Fact]
    public async Task Submit_BadCommand_IsRefusedAtOnce() =>
        (await Submit(AlarmVerb.Acknowledge, by: "")).Status.ShouldBe(AlarmCommandStatus.Refused);

    [Fact]
    public async Task Submit_NotServed_IsBusyOnceTheQueueIsFull()
    {
        Task<AlarmCommandResult>[] waiting =
        [
            .. Enumerable.Range(0, AlarmCommandQueue.Capacity).Select(_ => Submit(AlarmVerb.Reset, limit: 9)),
        ];

        (await Submit(AlarmVerb.Reset, limit: 9)).Status.ShouldBe(AlarmCommandStatus.Busy);
        _coordinator.Serve();
        (await Task.WhenAll(waiting)).ShouldAllBe(answer => answer.Status == AlarmCommandStatus.NotFound);
    }

    [Theory]
    [InlineData(false, new double[0], new double[] { 11 })]
    [InlineData(false, new double[] { 11 }, new double[] { 9, 11 })]
    [InlineData(false, new double[] { 11, 9 }, new double[] { 11, 9 })]
    [InlineData(true, new double[] { 11, 9 }, new double[] { 11, 9 })]
    public async Task Serve_AlarmCameWhileTheCommandWaited_IsRefused(bool isReset, double[] before, double[] meanwhile)
    {
        _rig.Switch(AlarmRig.Upper with { Latch = isReset });
        _rig.Feed(before);
        Task<AlarmCommandResult> answer = Submit(isReset ? AlarmVerb.Reset : AlarmVerb.Acknowledge);
        _rig.Feed(meanwhile);
        AlarmState state = _rig.State;
        _coordinator.Serve();

        (await answer).Status.ShouldBe(AlarmCommandStatus.Refused);
        (await answer).Text.ShouldContain("raised after the command was given");
        _rig.State.ShouldBe(state);
    }

    [Fact]
    public async Task Serve_AlarmWasOverWhileTheCommandWaited_AcknowledgesWhatWasSeen()
    {
        _rig.Feed(11);
        Task<AlarmCommandResult> answer = Submit(AlarmVerb.Acknowledge);
        _rig.Feed(9);
        _coordinator.Serve();

        (await answer).ShouldBe(new AlarmCommandResult(AlarmCommandStatus.Done, "normal"));
    }

    [Fact]
    public async Task Submit_NotServedInTime_IsWithdrawnAndHasNoEffect()
    {
        _rig.Feed(11);
        Task<AlarmCommandResult> answer = Submit(AlarmVerb.Acknowledge);
        _time.Fire();
        (await answer).Status.ShouldBe(AlarmCommandStatus.Busy);
        _coordinator.Serve();

        _rig.State.ShouldBe(AlarmState.Active);
    }

    public void Dispose()
    {
        _coordinator.Dispose();
        _rig.Dispose();
    }

    private Task<AlarmCommandResult> Submit(AlarmVerb verb, long limit = 1, string by = "ann") =>
        _coordinator.Submit(new AlarmCommand(limit, verb, by, 1), _time, CancellationToken.None);

    // A clock whose timers end when the test ends them.
    private sealed class FakeTimer : TimeProvider
    {
        private Action _fire = () => { };

        public void Fire() => _fire();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _fire = () => callback(state);
            return System.CreateTimer(_ => { }, null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
