using SignalMonitor.CalculatedChannels;
using Testing;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class TableCopierTests : IDisposable
{
    private readonly VariableRig _rig = new();
    private readonly FakeTime _time = new();

    public TableCopierTests()
    {
        _rig.Edit(
            [
                VariableRig.Variable("flow", "rainflow(servo1.force)"),
                VariableRig.Variable("twice", "2 * servo1.force"),
            ]);
        _rig.Next([1, 5, 2]);
    }

    public void Dispose() => _rig.Dispose();

    private TableCopier Coordinator => _rig.Stream.Tables;

    [Fact]
    public async Task Copy_NextBlock_HasTheStateBehindIt()
    {
        Task<ReadOnlyMemory<byte>?> copy = Coordinator.Copy(_rig.Plan, 0, _time, CancellationToken.None);
        _rig.Next([4, 0, 3]);

        (await copy).ShouldNotBeNull().Length.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Copy_NoTable_IsNone() =>
        (await Coordinator.Copy(_rig.Plan, 1, _time, CancellationToken.None)).ShouldBeNull();

    [Fact]
    public async Task Copy_PlanIsNoLongerInForce_IsNone()
    {
        VariablePlan former = _rig.Plan;
        Task<ReadOnlyMemory<byte>?> copy = Coordinator.Copy(former, 0, _time, CancellationToken.None);
        _rig.Edit([VariableRig.Variable("flow", "rainflow(servo1.stroke)", revision: 2)]);
        _rig.Next([4, 0, 3]);

        (await copy).ShouldBeNull();
    }

    [Fact]
    public async Task Copy_AnotherRequestIsPending_IsNone()
    {
        Task<ReadOnlyMemory<byte>?> first = Coordinator.Copy(_rig.Plan, 0, _time, CancellationToken.None);

        (await Coordinator.Copy(_rig.Plan, 0, _time, CancellationToken.None)).ShouldBeNull();
        _rig.Stream.Idle(null);
        (await first).ShouldNotBeNull();
    }

    [Fact]
    public async Task Copy_ComputeThreadDoesNotCome_IsWithdrawn()
    {
        using CancellationTokenSource stop = new();
        Task<ReadOnlyMemory<byte>?> copy = Coordinator.Copy(_rig.Plan, 0, _time, stop.Token);
        await stop.CancelAsync();

        (await copy).ShouldBeNull();
        Task<ReadOnlyMemory<byte>?> next = Coordinator.Copy(_rig.Plan, 0, _time, CancellationToken.None);
        _rig.Stream.Idle(null);
        (await next).ShouldNotBeNull();
    }

    [Fact]
    public void Serve_NoRequest_DoesNotAllocate() => Allocation.OfWarm(() => Coordinator.Serve(_rig.Plan)).ShouldBe(0);
}
