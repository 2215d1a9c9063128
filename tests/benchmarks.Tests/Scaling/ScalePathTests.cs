using Benchmarks.Scaling;
using Tools.Load;

namespace Benchmarks.Tests.Scaling;

public sealed class ScalePathTests
{
    private static readonly ScalePath Whole = new()
    {
        Name = "rig01",
        Rigs = [Rig(due: 100, sent: 100)],
        Numbered = 100,
        Refused = 0,
        Confirmed = 102,
        Behind = 0,
        NotInJournal = 0,
        Streams = 1,
        First = 1,
        Delivered = 100,
        DeclaredLost = 0,
        Missing = 0,
        IsEnded = true,
    };

    [Fact]
    public void Fault_EverythingArrived_IsNone()
    {
        Whole.Fault.ShouldBeNull();
        Whole.Lost.ShouldBe(0);
    }

    [Fact]
    public void Lost_DeclaredLost_IsCountedAndNoFault()
    {
        ScalePath path = Whole with { Delivered = 97, DeclaredLost = 3 };

        path.Fault.ShouldBeNull();
        path.Lost.ShouldBe(3);
    }

    [Fact]
    public void Lost_RefusedByTheQueue_IsCountedAndNoFault()
    {
        ScalePath path = Whole with { Numbered = 98, Refused = 2, Delivered = 98 };

        path.Fault.ShouldBeNull();
        path.Lost.ShouldBe(2);
    }

    [Fact]
    public void LostAtRigs_NotSent_IsCountedThere()
    {
        ScalePath path = Whole with { Rigs = [Rig(due: 103, sent: 100, dropped: 3)] };

        path.Fault.ShouldBeNull();
        (path.Lost, path.LostAtRigs).ShouldBe((3L, 3L));
    }

    [Fact]
    public void Lost_NotReadAtTheEnd_IsCountedAndNoFault()
    {
        ScalePath path = Whole with { Delivered = 60, IsEnded = false, Confirmed = 70, Behind = 30 };

        path.Fault.ShouldBeNull();
        path.Lost.ShouldBe(40);
    }

    [Fact]
    public void Fault_LostWithoutAWord_SaysIt() =>
        (Whole with { Delivered = 99 }).Fault.ShouldNotBeNull().ShouldContain("of 100 blocks 99 were delivered");

    [Fact]
    public void Fault_MoreDeliveredThanNumbered_SaysIt() =>
        (Whole with { Delivered = 101, IsEnded = false }).Fault.ShouldNotBeNull();

    [Fact]
    public void Fault_SentAndNotNumbered_SaysIt() =>
        (Whole with { Numbered = 99 }).Fault.ShouldBe("rig01: 100 blocks were sent, 99 numbered and 0 refused");

    [Fact]
    public void Fault_AccountOfTheRigOpen_SaysIt() =>
        (Whole with { Rigs = [Rig(due: 101, sent: 100)] }).Fault.ShouldNotBeNull().ShouldContain("simulator");

    [Fact]
    public void Fault_NotConfirmed_SaysIt() =>
        (Whole with { Confirmed = 99 }).Fault.ShouldBe("rig01: 100 blocks were published, and 99 confirmed");

    [Fact]
    public void Fault_NotInTheJournal_SaysIt() =>
        (Whole with { NotInJournal = 1 }).Fault.ShouldBe("rig01: the journal lacked 1 frames for the bridge");

    [Fact]
    public void Fault_StreamUnknownToTheMonitor_SaysIt() =>
        (Whole with { Streams = 0, First = 0 }).Fault.ShouldBe("rig01: the monitor has 0 streams of 1 rigs");

    [Fact]
    public void Fault_AccountBeginsLate_SaysIt() =>
        (Whole with { First = 3 }).Fault.ShouldBe("rig01: the account of the monitor begins at 3");

    private static RigLoad Rig(long due, long sent, long dropped = 0) => new()
    {
        Name = "rig01",
        Due = due,
        Sent = sent,
        Dropped = dropped,
        Unserved = 0,
        Never = 0,
        Late = 0,
        Missed = 0,
        Waiting = 0,
        LatenessUs = new LatenessUs(0, 0, 0, 0),
        CpuShare = 0,
    };
}
