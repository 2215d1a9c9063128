using System.Net.WebSockets;
using System.Text;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Events;

namespace SignalMonitor.Tests.Dashboard.Live;

public sealed class LiveOutboxTests : IDisposable
{
    private readonly EventLog _events = new(10);
    private readonly LiveOutbox _outbox;
    private Func<DashboardEvents, byte[]> _write = static read => LiveText.Events(read);

    public LiveOutboxTests() => _outbox = new LiveOutbox(_events, read => _write(read));

    public void Dispose() => _outbox.Dispose();

    [Fact]
    public void Show_StateThatWasNotSent_IsReplaced()
    {
        for (int i = 0; i < 10_000; i++)
        {
            _outbox.Show(Bytes($"health {i}"), Bytes($"alarms {i}"), Bytes($"catalogue {i}"));
            _outbox.ShowValues("main", Bytes($"values {i}"));
        }

        All().ShouldBe(["catalogue 9999", "alarms 9999", "health 9999", "values 9999"]);
    }

    [Fact]
    public void Reply_BehindABatch_IsSentBehindIt()
    {
        _outbox.Reply(Bytes("subscribed 1"));
        _outbox.SendBatch();
        _outbox.Reply(Bytes("subscribed 2"));

        All().ShouldBe(["subscribed 1", "batch", "subscribed 2"]);
    }

    [Fact]
    public void Reply_NotRead_ClosesInsteadOfGrowing()
    {
        for (int i = 0; i < 5000; i++)
            _outbox.Reply(Bytes("refused"));

        _outbox.Close.ShouldBe((WebSocketCloseStatus.PolicyViolation, "the replies to this browser are not read"));
        _outbox.Closing.IsCompleted.ShouldBeTrue();
        All().ShouldBeEmpty();
    }

    [Fact]
    public void Events_MoreThanAreKept_ReportsHowManyAreMissing()
    {
        for (int i = 0; i < 25; i++)
            _events.Add(DashboardEventKind.Note, "", DashboardEventSeverity.Info, i, $"{i}");

        All().ShouldHaveSingleItem().ShouldEndWith("\"missed\":15}");
        All().ShouldBeEmpty();
    }

    [Fact]
    public void Events_WhileTheyAreWritten_TheLiveThreadDoesNotWait()
    {
        _events.Add(DashboardEventKind.Note, "", DashboardEventSeverity.Info, 1, "noted");
        bool wasServed = false;
        _write = _ =>
        {
            wasServed = Task.Run(() => _outbox.Show(Bytes("health"), null, null)).Wait(TimeSpan.FromSeconds(10));
            return Bytes("events");
        };

        All().ShouldBe(["events", "health"]);
        wasServed.ShouldBeTrue();
    }

    [Fact]
    public async Task Wait_SomethingIsShown_Returns()
    {
        Task waiting = _outbox.Wait(CancellationToken.None);
        waiting.IsCompleted.ShouldBeFalse();
        _outbox.Wake();
        await waiting;
    }

    [Fact]
    public void CloseWith_Twice_KeepsTheFirstReason()
    {
        _outbox.CloseWith(WebSocketCloseStatus.PolicyViolation, "first");
        _outbox.CloseWith(WebSocketCloseStatus.NormalClosure, "second");

        _outbox.Close!.Value.Reason.ShouldBe("first");
    }

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);

    private List<string> All()
    {
        List<string> all = [];
        while (_outbox.TryTake(out byte[]? text, out bool isBatch))
        {
            all.Add(isBatch ? "batch" : Encoding.UTF8.GetString(text));
            if (isBatch)
                _outbox.BatchSent();
        }

        return all;
    }
}
