using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire.Control;

namespace FuncLibs.Tests.Messaging.Delivery;

public class RetryPolicyTests
{
    [Fact]
    public void Fail_LinkLostAfterALongTurnOfAnotherStream_IsNotGivenUp()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.End(ReplayResult.Partial);
        rig.Time.Advance(TimeSpan.FromSeconds(100));
        rig.Heartbeat(3);
        rig.Consumer.OnLinkLost();
        rig.Pass(0.5);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }

    [Fact]
    public void Fail_LongAfterTheFirstFailureBehindOtherStreams_IsNotGivenUp()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        StreamDelivery other = rig.JoinAnother(2);
        rig.Frame(3);
        rig.Ask();
        rig.End(ReplayResult.Partial);
        rig.Miss(other, 1000);
        rig.Ask().Range.Stream.ShouldBe(2u);
        for (int second = 0; second < 100; second++)
        {
            rig.Pass(1);
            rig.Heartbeat(3);
            rig.Consumer.OnReplayed(DeliveryRig.FrameBytes);
        }

        rig.End(ReplayResult.Partial, availableTo: 500);
        rig.Ask().Range.Stream.ShouldBe(1u);
        rig.End(ReplayResult.Partial);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }

    [Fact]
    public void Fail_ConsumerStoodStillDuringTheRequest_IsNotGivenUp()
    {
        DeliveryRig rig = DeliveryRig.Joined();
        rig.Frame(3);
        rig.Ask();
        rig.Time.Advance(TimeSpan.FromMinutes(10));
        rig.Heartbeat(3);
        rig.Ask().Kind.ShouldBe(DeliveryCommandKind.Cancel);
        rig.Account(published: 3, delivered: 1, lost: 0, missing: 2);
    }
}
