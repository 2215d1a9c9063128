using SignalMonitor.Alarms.Commands;

namespace SignalMonitor.Tests.Alarms;

public sealed class AlarmDeskTests : IDisposable
{
    private readonly AlarmDesk _desk = new();
    private readonly AlarmRig _rig = new(AlarmRig.Upper);

    [Fact]
    public async Task Submit_Served_IsAnsweredByTheEngine()
    {
        _rig.Feed(11);
        Task<AlarmAnswer> answer = _desk.Submit(new AlarmCommand(1, AlarmVerb.Acknowledge, "ann", 1));
        answer.IsCompleted.ShouldBeFalse();
        _desk.Serve(_rig.Engine);

        (await answer).ShouldBe(new AlarmAnswer(AlarmAnswerStatus.Done, "acknowledged"));
    }

    [Fact]
    public async Task Submit_BadCommand_IsRefusedAtOnce() =>
        (await _desk.Submit(new AlarmCommand(1, AlarmVerb.Acknowledge, "", 1))).Status.ShouldBe(AlarmAnswerStatus.Refused);

    [Fact]
    public async Task Submit_NobodyServes_IsBusyOnceTheDeskIsFull()
    {
        AlarmCommand reset = new(9, AlarmVerb.Reset, "ann", 1);
        Task<AlarmAnswer>[] waiting = [.. Enumerable.Range(0, AlarmDesk.Capacity).Select(_ => _desk.Submit(reset))];

        (await _desk.Submit(reset)).Status.ShouldBe(AlarmAnswerStatus.Busy);
        _desk.Serve(_rig.Engine);
        (await Task.WhenAll(waiting)).ShouldAllBe(answer => answer.Status == AlarmAnswerStatus.NotFound);
    }

    public void Dispose()
    {
        _desk.Dispose();
        _rig.Dispose();
    }
}
