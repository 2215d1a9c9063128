using SignalMonitor.Events;

namespace SignalMonitor.Tests.Events;

public class EventLogTests
{
    [Fact]
    public void ReadAfter_Cursor_IsWhatCameBehindIt()
    {
        EventLog log = New(3, capacity: 10);
        DashboardEvents read = log.ReadAfter(1, 10);

        read.All.Select(one => one.Text).ShouldBe(["2", "3"]);
        (read.Missed, log.Last).ShouldBe((0, 3));
        log.ReadAfter(3, 10).All.ShouldBeEmpty();
    }

    [Fact]
    public void ReadAfter_DroppedOnes_AreCounted()
    {
        DashboardEvents read = New(25, capacity: 10).ReadAfter(5, 100);

        (read.Missed, read.All.Length, read.All[0].Number).ShouldBe((10, 10, 16));
    }

    [Fact]
    public void ReadAfter_Max_LeavesTheRestForTheNextTime() =>
        New(9, capacity: 10).ReadAfter(2, 3).All.Select(one => one.Number).ShouldBe([3, 4, 5]);

    [Fact]
    public void Add_LongText_LosesItsEnd()
    {
        EventLog log = new();
        log.Add(DashboardEventKind.Note, "main", DashboardEventSeverity.Info, 1, new string('x', 5000)).ShouldBe(1);

        log.ReadAfter(0, 1).All[0].Text.Length.ShouldBe(EventLog.TextLength);
    }

    [Fact]
    public async Task Add_ManyThreads_NumbersEachOnce()
    {
        EventLog log = new(100_000);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() =>
        {
            for (int i = 0; i < 10_000; i++)
                log.Add(DashboardEventKind.Rig, "", DashboardEventSeverity.Info, i, "");
        })));

        log.ReadAfter(0, 100_000).All
            .Select(one => one.Number)
            .ShouldBe(Enumerable.Range(1, 40_000).Select(i => (long)i));
    }

    private static EventLog New(int events, int capacity)
    {
        EventLog log = new(capacity);
        for (int i = 1; i <= events; i++)
            log.Add(DashboardEventKind.Note, "main", DashboardEventSeverity.Info, i, $"{i}");
        return log;
    }
}
