using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Tests.Runtime.Diagnostics;

public sealed class ThreadAllocationTests
{
    private const int Bytes = 100_000;

    private readonly ThreadAllocation _own = new();
    private readonly ThreadAllocation _stage = new();
    private byte[] _kept = [];

    [Fact]
    public void Sample_ThreadAllocates_CountsIt() => OfOwn(Take).ShouldBeInRange(Bytes, 2 * Bytes);

    [Fact]
    public void Sample_ThreadAllocatedAsAGuest_CountsNothing() => OfOwn(TakeAsGuest).ShouldBeLessThan(Bytes);

    [Fact]
    public void EndGuest_GuestAllocated_CountsForTheStage()
    {
        TakeAsGuest();

        _stage.Bytes.ShouldBeInRange(Bytes, 2 * Bytes);
    }

    [Fact]
    public void Sample_OwnThreadAfterAGuest_KeepsWhatTheGuestTook()
    {
        TakeAsGuest();
        Thread own = new(() =>
        {
            Take();
            _stage.Sample();
        });
        own.Start();
        own.Join();

        _stage.Bytes.ShouldBeInRange(2 * Bytes, 3 * Bytes);
    }

    private long OfOwn(Action work)
    {
        _own.Sample();
        long before = _own.Bytes;
        work();
        _own.Sample();
        return _own.Bytes - before;
    }

    private void TakeAsGuest()
    {
        long begun = ThreadAllocation.BeginGuest();
        Take();
        _stage.EndGuest(begun);
    }

    private void Take() => _kept = new byte[Bytes];
}
