using FuncLibs.Messaging.Delivery;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;

namespace SignalMonitor.Tests.Streams;

public sealed class StreamBookTests : IDisposable
{
    private readonly StreamBook _book = new(new ConsumerDelivery(new DeliverySettings(), TimeProvider.System));

    public void Dispose() => _book.Dispose();

    [Fact]
    public void FindOrAdd_SameIdOfAnotherPublisher_IsAnotherStream()
    {
        MonitoredStream first = _book.FindOrAdd(TestStream.Publisher, 1, "main")!;

        _book.FindOrAdd(TestStream.Publisher, 1, "main").ShouldBeSameAs(first);
        _book.FindOrAdd(Guid.NewGuid(), 1, "main").ShouldNotBeSameAs(first);
        _book.All.Length.ShouldBe(2);
    }

    [Fact]
    public void BeginRun_CountsStreamsThatComeLaterToo()
    {
        MonitoredStream early = _book.FindOrAdd(TestStream.Publisher, 1, "main")!;
        early.Feed(IntakeRig.DataHeader(1));
        _book.BeginRun();
        early.Feed(IntakeRig.DataHeader(2));
        MonitoredStream late = _book.FindOrAdd(TestStream.Publisher, 2, "slow")!;
        late.Feed(IntakeRig.DataHeader(5) with { Stream = 2 });

        early.RunAccounts().Single().First.ShouldBe(2UL);
        late.RunAccounts().Single().First.ShouldBe(5UL);
    }
}
