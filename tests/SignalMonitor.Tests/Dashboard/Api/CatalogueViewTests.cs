using SignalMonitor.Computation;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Tests.Health;

namespace SignalMonitor.Tests.Dashboard.Api;

public sealed class CatalogueViewTests : IDisposable
{
    private readonly ReportRig _rig = new();
    private readonly CatalogueView _view;

    public CatalogueViewTests() => _view = new CatalogueView(_rig.Connections);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Read_NothingChanged_KeepsItsRevision()
    {
        CatalogueReading first = _view.Read();

        (first.Revision, first.Streams.Single().Stream).ShouldBe((1, _rig.Stream));
        _view.Read().ShouldBeSameAs(first);
    }

    [Fact]
    public void Read_StreamIsDescribedAgain_HasANewRevision()
    {
        _view.Read();
        SignalPlan plan = new(TestStream.Description, new ComputeOptions());
        _rig.Stream.Use(new BlockComputer(plan));

        CatalogueReading now = _view.Read();

        (now.Revision, now.Streams.Single().Plan).ShouldBe((2, plan));
    }

    [Fact]
    public void Read_StreamIsAnnouncedNoLonger_IsPast()
    {
        _view.Read();
        _rig.Stream.Announced(named: false);

        (_view.Read().Revision, _view.Read().Streams.Single().IsPast).ShouldBe((2, true));
    }

    [Fact]
    public void Read_AnotherLivingStreamHasItsName_IsNotNamed()
    {
        _rig.Stream.Announced(named: false);
        Guid other = Guid.NewGuid();
        _rig.Connections.All[0].Receive.Streams.FindOrAdd(other, TestStream.Id, "main");

        _view.Read().Streams.Select(stream => stream.Stream.Publisher).ShouldBe([other]);
    }
}
