using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class FolderCallsTests : IDisposable
{
    private readonly ManualResetEventSlim _answers = new();
    private readonly FakeTime _time = new();
    private readonly FolderCalls _calls;

    public FolderCallsTests() => _calls = new FolderCalls(_time);

    public void Dispose()
    {
        _answers.Set();
        _answers.Dispose();
    }

    [Fact]
    public async Task Run_CallThatAnswers_HasItsResult() =>
        (await _calls.RunAsync(() => 7, TimeSpan.FromMinutes(1), CancellationToken.None)).ShouldBe(7);

    [Fact]
    public async Task Run_CallThatDoesNotAnswer_IsGivenUp()
    {
        IOException e = await Should.ThrowAsync<IOException>(
            () => _calls.RunAsync(Hang, TimeSpan.FromMilliseconds(1), CancellationToken.None));

        e.Message.ShouldContain("it does not answer");
    }

    [Fact]
    public void Start_WhileOneHangs_IsRefusedWithItsTime()
    {
        Task<bool> hanging = _calls.Start(Hang);
        _time.Advance(TimeSpan.FromSeconds(90));

        Should.Throw<IOException>(() => _calls.Start(() => true)).Message.ShouldContain("for 90 s");

        _calls.Busy.ShouldBe(TimeSpan.FromSeconds(90));
        hanging.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public void Busy_OfACallThatMoves_CountsFromItsLastMove()
    {
        _calls.Start(Hang);
        _time.Advance(TimeSpan.FromMinutes(3));

        _calls.Moves();

        _time.Advance(TimeSpan.FromSeconds(4));
        _calls.Busy.ShouldBe(TimeSpan.FromSeconds(4));
    }

    [Fact]
    public async Task Busy_AfterTheCall_IsZero()
    {
        await _calls.Start(() => true);
        _time.Advance(TimeSpan.FromSeconds(1));

        _calls.Busy.ShouldBe(TimeSpan.Zero);
    }

    private bool Hang()
    {
        _answers.Wait();
        return true;
    }
}
