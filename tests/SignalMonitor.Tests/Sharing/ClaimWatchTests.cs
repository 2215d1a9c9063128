using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class ClaimWatchTests : IDisposable
{
    private const string Page = "http://pc1:5081/";
    private static readonly DateTimeOffset Now = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);
    private readonly ManualResetEventSlim _answers = new();
    private readonly FakeTime _time = new();
    private readonly TemporaryFolder _root = new();
    private readonly StationFolder _folder;
    private readonly FolderCalls _calls;
    private readonly ClaimWatch _watch;

    public ClaimWatchTests()
    {
        SharedRoot root = new(_root.Path);
        root.Prepare();
        _folder = new StationFolder(root, "lab/rig1");
        _calls = new FolderCalls(_time);
        _watch = new ClaimWatch(_folder, _calls, _folder.Take("pc1", 7, Now, () => { }).Claim);
    }

    public void Dispose()
    {
        _answers.Set();
        Eventually.True(() => !_calls.IsBusy, "the call has ended");
        _answers.Dispose();
        _root.Dispose();
    }

    [Fact]
    public void Turn_WithAPage_WritesItIntoTheClaim()
    {
        Eventually.True(() => Turned(Page).Claim.Page == Page, "the page is announced");

        _folder.FindNewest()!.Page.ShouldBe(Page);
    }

    [Fact]
    public void Turn_AfterAnotherOneTookIt_IsTakenAndTheClaimOfThatOneStays()
    {
        StationClaim other = _folder.Take("pc2", 8, Now, () => { }).Claim;

        Eventually.True(() => Turned(Page).IsTaken, "it is taken");

        _folder.FindNewest().ShouldBe(other);
    }

    [Fact]
    public void Turn_FolderThatIsAwayForAWhile_IsAFaultMeanwhile()
    {
        Directory.Move(_folder.Path, _root.File("away"));
        Eventually.True(() => Turned(null).Fault is not null, "it is a fault");
        _watch.Fault.ShouldNotBeNull().ShouldStartWith($"{_folder.Path} cannot be used: ");

        Directory.Move(_root.File("away"), _folder.Path);

        Eventually.True(() => Turned(null).Fault is null, "it is over");
        _watch.IsTaken.ShouldBeFalse();
    }

    [Fact]
    public void Turn_FolderThatDoesNotAnswer_IsAFault()
    {
        _calls.Start(() =>
        {
            _answers.Wait();
            return true;
        });
        Turned(null).Fault.ShouldBeNull();

        _time.Advance(TimeSpan.FromSeconds(11));

        Turned(null).Fault.ShouldNotBeNull().ShouldContain("does not answer for 11 s");
    }

    private ClaimWatch Turned(string? page)
    {
        _watch.Turn(page);
        return _watch;
    }
}
