using SignalMonitor.Sharing;

namespace SignalMonitor.Tests.Sharing;

public sealed class StationPlanTests
{
    [Fact]
    public void Lease_OfAStation_IsAQueueOfItsName() =>
        new StationPlan("lab/rig1", _ => []).Lease.ShouldBe("cdb.lease.lab.rig1");

    [Theory]
    [InlineData("https://0.0.0.0:5081", "https://pc1:5081/")]
    [InlineData("https://[::]:5081", "https://pc1:5081/")]
    [InlineData("http://127.0.0.1:5081", "http://127.0.0.1:5081/")]
    public void PageAt_EveryAddress_IsNamedByTheMachine(string announced, string page) =>
        StationPlan.PageAt(announced, "pc1").ShouldBe(page);
}
