using SignalMonitor.Recorder;

namespace SignalMonitor.Tests.Recorder;

public sealed class RoomTurnsTests
{
    private static readonly DateTimeOffset Day = new(2026, 3, 1, 0, 0, 0, TimeSpan.Zero);
    private readonly RoomTurns _turns = new();

    [Fact]
    public void IsOthers_OlderRecordingElsewhere_IsTrue()
    {
        _turns.Note("a", Day);
        _turns.Note("b", Day.AddDays(1));

        (_turns.IsOthers("a"), _turns.IsOthers("b")).ShouldBe((false, true));
    }

    [Fact]
    public void IsOthers_WhileOneIsRemoved_IsTrueForAll()
    {
        _turns.Note("a", Day);
        _turns.Begin();

        _turns.IsOthers("a").ShouldBeTrue();
        _turns.End();
        _turns.IsOthers("a").ShouldBeFalse();
    }

    [Fact]
    public void IsOthers_NoneOfItsOwn_IsTrueWhileAnotherHasOne()
    {
        _turns.Note("b", Day);

        _turns.IsOthers("a").ShouldBeTrue();
        _turns.Note("b", null);
        _turns.IsOthers("a").ShouldBeFalse();
    }
}
