using FuncLibs.Messaging.Delivery;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;

namespace SignalMonitor.Tests.Streams;

public sealed class StreamRegistryTests : IDisposable
{
    private readonly StreamRegistry _registry = new(new ConsumerDelivery(new DeliverySettings(), TimeProvider.System));

    public void Dispose() => _registry.Dispose();

    [Fact]
    public void FindOrAdd_SameIdOfAnotherPublisher_IsAnotherStream()
    {
        MonitoredStream first = _registry.FindOrAdd(TestStream.Publisher, 1, "main")!;

        _registry.FindOrAdd(TestStream.Publisher, 1, "main").ShouldBeSameAs(first);
        _registry.FindOrAdd(Guid.NewGuid(), 1, "main").ShouldNotBeSameAs(first);
        _registry.All.Length.ShouldBe(2);
    }

    [Fact]
    public void BeginRun_CountsStreamsThatComeLaterToo()
    {
        MonitoredStream early = _registry.FindOrAdd(TestStream.Publisher, 1, "main")!;
        early.Feed(IntakeRig.DataHeader(1));
        _registry.BeginRun();
        early.Feed(IntakeRig.DataHeader(2));
        MonitoredStream late = _registry.FindOrAdd(TestStream.Publisher, 2, "slow")!;
        late.Feed(IntakeRig.DataHeader(5) with { Stream = 2 });

        early.RunAccounts().Single().First.ShouldBe(2UL);
        late.RunAccounts().Single().First.ShouldBe(5UL);
    }
}
