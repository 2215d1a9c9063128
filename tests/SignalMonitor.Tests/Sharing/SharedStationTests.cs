using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class SharedStationTests : IAsyncDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private Task _run = Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _run;
        _stop.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Run_UnexpectedError_IsItsFaultAndItTriesAgain()
    {
        new SharedRoot(_folder.Path).Prepare();
        int attempts = 0;

        SharedStation station = Start(() =>
        {
            Interlocked.Increment(ref attempts);
            throw new NotSupportedException("of a test");
        });

        Eventually.True(() => attempts > 1, "it tries again");
        station.Status.Fault.ShouldBe("an unexpected error (of a test); it is in the log");
        station.Status.State.ShouldBe(SharedState.Waiting);
    }

    [Fact]
    public void Run_FolderThatIsNotThere_TheBrokerIsNotAsked()
    {
        bool isAsked = false;

        SharedStation station = Start(() =>
        {
            isAsked = true;
            throw new NotSupportedException("of a test");
        });

        Eventually.True(() => station.Status.Fault is not null, "it has a fault");
        station.Status.Fault.ShouldNotBeNull().ShouldContain("mount the folder");
        isAsked.ShouldBeFalse();
    }

    private SharedStation Start(Func<FuncLibs.Amqp.BrokerAddress> findBroker)
    {
        StationPlan plan = new("lab/rig1", _ => []);
        SharingPlan sharing = new(_folder.Path, "pc1", "pc1", Balance: true, findBroker, [plan]);
        SharedStation station = new(
            plan,
            sharing,
            new LeaseConnection(sharing),
            _ => { },
            TimeProvider.System,
            NullLogger<SharedStation>.Instance);
        _run = station.RunAsync(_stop.Token);
        return station;
    }
}
