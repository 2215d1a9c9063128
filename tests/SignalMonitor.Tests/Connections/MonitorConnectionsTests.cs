using SignalMonitor.Formatting;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Connections;

/// <summary>Which stream a name means.</summary>
public sealed class MonitorConnectionsTests : IDisposable
{
    private readonly ReportRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Find_NameOfARetiredAndALivingStream_IsTheLivingOne()
    {
        _rig.Stream.OnPublisherGone();
        StreamRegistry streams = _rig.Connections.All[0].Receive.Streams;
        MonitoredStream living = streams.FindOrAdd(Guid.NewGuid(), TestStream.Id, "main")!;

        _rig.Connections.Find("main")!.Value.Stream.ShouldBeSameAs(living);
        _rig.Connections.Find(null)!.Value.Stream.ShouldBeSameAs(living);
        (_rig.Connections.IsReplaced(_rig.Stream), _rig.Connections.IsReplaced(living)).ShouldBe((true, false));
    }

    [Fact]
    public void Find_OnlyARetiredStream_IsThatOne()
    {
        _rig.Stream.OnPublisherGone();

        _rig.Connections.Find("main")!.Value.Stream.ShouldBeSameAs(_rig.Stream);
        _rig.Connections.Find("other").ShouldBeNull();
        _rig.Connections.IsReplaced(_rig.Stream).ShouldBeFalse();
    }

    [Fact]
    public void Health_RetiredStream_IsShownAsPast()
    {
        _rig.Stream.OnPublisherGone();

        _rig.Report.Read().Streams[0].Stale.ShouldBe(FuncLibs.Messaging.Delivery.StaleState.Past);
        StateNames.NameOf(FuncLibs.Messaging.Delivery.StaleState.Past).ShouldBe("past");
    }
}
