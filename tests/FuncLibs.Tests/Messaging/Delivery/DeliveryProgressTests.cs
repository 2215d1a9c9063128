using FuncLibs.Messaging.Delivery;
using Testing;

namespace FuncLibs.Tests.Messaging.Delivery;

public sealed class DeliveryProgressTests
{
    [Fact]
    public void Progress_BeforeTheFirstFrame_IsNothing() => new DeliveryRig().Stream.Progress.ShouldBe(default);

    [Fact]
    public void Progress_BehindAGap_IsBeforeItAndLagsByAllThatIsKnown()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(2);
        rig.Frame(6);
        rig.Heartbeat(8);

        rig.Stream.Progress.ShouldBe(new DeliveryProgress(1, 2, 6, 0));
    }

    [Fact]
    public void Progress_GapFilled_IsAtTheEnd()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(4);
        rig.Replay(2, 3);

        rig.Stream.Progress.ShouldBe(new DeliveryProgress(1, 4, 0, 0));
    }

    [Fact]
    public void Progress_LaterEpochWaits_CountsIt()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Heartbeat(5);
        rig.Frame(1, epoch: 2);
        rig.Frame(2, epoch: 2);

        rig.Stream.Progress.ShouldBe(new DeliveryProgress(1, 1, 6, 0));
    }

    [Fact]
    public void Progress_GapSkipped_IsLostAndNoLag()
    {
        DeliveryRig rig = DeliveryRig.Joined(policy: GapPolicy.Skip);
        rig.Frame(10);

        rig.Stream.Progress.ShouldBe(new DeliveryProgress(1, 10, 0, 8));
    }

    [Fact]
    public void Progress_Requested_DoesNotAllocate()
    {
        DeliveryRig rig = DeliveryRig.Joined();

        Allocation.OfWarm(() => _ = rig.Stream.Progress).ShouldBe(0);
    }
}
