using SignalMonitor.Alarms;

namespace SignalMonitor.Tests.Alarms;

public sealed class AlarmEventsTests : IDisposable
{
    private readonly AlarmEvents _events = new(4);

    [Fact]
    public void Flush_EventsOfABlock_LeaveByTimeThenLimitThenOrder()
    {
        Add(limit: 2, ns: 20);
        Add(limit: 1, ns: 20);
        Add(limit: 1, ns: 10);
        Add(limit: 1, ns: 20, index: 9);
        _events.Flush();

        Taken().Select(e => (e.Number, e.UtcNs, e.Limit.Id, e.SampleIndex))
            .ShouldBe([(1, 10, 1, 0), (2, 20, 1, 0), (3, 20, 1, 9), (4, 20, 2, 0)]);
    }

    [Fact]
    public void TryTake_BeforeTheBlockEnds_IsNone()
    {
        Add(1, 1);

        _events.TryTake(out _).ShouldBeFalse();
    }

    [Fact]
    public void Add_MoreThanTheQueueHolds_IsCountedAndTheNumbersShowIt()
    {
        for (int i = 0; i < 6; i++)
            Add(1, i);
        _events.Flush();
        Add(1, 10);
        _events.Flush();
        ShouldClose();
        (_events.Offered, _events.Dropped, _events.Held).ShouldBe((7, 3, 4));

        Taken().Select(e => e.Number).ShouldBe([1L, 2, 3, 4]);
        Add(1, 11);
        _events.Flush();
        Taken().Select(e => e.Number).ShouldBe([8L]);
        ShouldClose();
    }

    [Fact]
    public void Arithmetic_AtRandom_ClosesBehindEachBlock()
    {
        Random random = new(2);
        for (int block = 0; block < 2000; block++)
        {
            for (int made = random.Next(7); made > 0; made--)
                Add(1, block);
            _events.Flush();
            for (int taken = random.Next(6); taken > 0; taken--)
                _events.TryTake(out _);
            ShouldClose();
            _events.Number.ShouldBe(_events.Offered);
        }

        _events.Dropped.ShouldBePositive();
    }

    public void Dispose() => _events.Dispose();

    private void ShouldClose() => _events.Offered.ShouldBe(_events.Taken + _events.Dropped + _events.Held);

    private void Add(long limit, long ns, long index = 0) => _events.Add(
        new AlarmEvent(
            0,
            AlarmRig.Upper with { Id = limit },
            AlarmState.Normal,
            AlarmState.Active,
            AlarmCause.Raised,
            1,
            1,
            index,
            ns,
            1,
            ""));

    private List<AlarmEvent> Taken()
    {
        List<AlarmEvent> events = [];
        while (_events.TryTake(out AlarmEvent made))
            events.Add(made);
        return events;
    }
}
