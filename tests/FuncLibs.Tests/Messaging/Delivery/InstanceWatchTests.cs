using FuncLibs.Messaging.Delivery;

namespace FuncLibs.Tests.Messaging.Delivery;

public class InstanceWatchTests
{
    private static readonly Guid First = Guid.NewGuid();
    private readonly InstanceWatch _watch = new();

    [Fact]
    public void Observe_TwoInstancesInOneEpoch_IsAConflict()
    {
        _watch.Observe(1, First).ShouldBe(InstanceVerdict.Known);
        _watch.Observe(1, First).ShouldBe(InstanceVerdict.Known);
        _watch.Observe(1, Guid.NewGuid()).ShouldBe(InstanceVerdict.Conflict);
        _watch.Conflicts.ShouldBe(1);
    }

    [Fact]
    public void Observe_LaterEpoch_IsTheNewRun()
    {
        _watch.Observe(1, First);
        _watch.Observe(2, Guid.NewGuid()).ShouldBe(InstanceVerdict.NewEpoch);
        _watch.Observe(1, First).ShouldBe(InstanceVerdict.Past);
    }
}
