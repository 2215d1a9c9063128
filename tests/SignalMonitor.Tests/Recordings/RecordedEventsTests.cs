using SignalMonitor.Events;
using SignalMonitor.Recordings;
using Testing;

namespace SignalMonitor.Tests.Recordings;

public sealed class RecordedEventsTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Read_NoFile_HasNone() => RecordedEvents.Read(_folder.Path, 10).Newest.ShouldBeEmpty();

    [Theory]
    [InlineData(1, 10, 1, 0)]
    [InlineData(10, 10, 10, 0)]
    [InlineData(25, 10, 10, 15)]
    public void Read_Lines_GivesTheNewest(int written, int most, int read, long more)
    {
        Write(written);

        var events = RecordedEvents.Read(_folder.Path, most);

        events.More.ShouldBe(more);
        events.Newest.Select(one => one.UtcNs)
            .ShouldBe(Enumerable.Range(written - read + 1, read).Select(n => (long)n));
    }

    [Fact]
    public void Read_TornEndAndRubbish_LeavesThemOut()
    {
        Write(3);
        File.AppendAllText(_folder.File(RecordedEvent.FileName), "rubbish\n{\"utcNs\":4,");

        RecordedEvents.Read(_folder.Path, 10).Newest.Select(one => one.UtcNs).ShouldBe([1, 2, 3]);
    }

    [Fact]
    public void Read_OneEndlessLine_HoldsAPartOfIt()
    {
        using (FileStream file = File.Create(_folder.File(RecordedEvent.FileName)))
            file.SetLength(64 << 20);

        RecordedEvents.Read(_folder.Path, 10).Newest.ShouldBeEmpty();
    }

    private void Write(int events)
    {
        using FileStream file = File.Create(_folder.File(RecordedEvent.FileName));
        for (int n = 1; n <= events; n++)
            file.Write(RecordedEvent.LineOf(new DashboardEvent(
                n, n, DashboardEventKind.Note, "main", DashboardEventSeverity.Info, "x")));
    }
}
