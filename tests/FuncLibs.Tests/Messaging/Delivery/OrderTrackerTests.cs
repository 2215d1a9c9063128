using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Delivery;

public class OrderTrackerTests
{
    private static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");
    private readonly OrderTracker _tracker = new(Publisher, 1);

    [Fact]
    public void OnFrame_Contiguous_IsInOrder()
    {
        Frame(1, 7).ShouldBe(DeliveryVerdict.NewEpoch);
        Frame(1, 8).ShouldBe(DeliveryVerdict.InOrder);
        Account(published: 2, delivered: 2, lost: 0);
    }

    [Fact]
    public void OnFrame_AfterAGap_DeclaresItOnce()
    {
        Frame(1, 1);
        Frame(1, 5).ShouldBe(DeliveryVerdict.AfterGap);
        Account(published: 5, delivered: 2, lost: 3);
        _tracker.TryTakeLoss(out LostRange range).ShouldBeTrue();
        range.ShouldBe(new LostRange(1, 2, 4, LossReason.Gap));
        _tracker.TryTakeLoss(out _).ShouldBeFalse();
    }

    [Fact]
    public void OnFrame_DeliveredBefore_IsADuplicate()
    {
        Frame(1, 1);
        Frame(1, 1).ShouldBe(DeliveryVerdict.Duplicate);
        Account(published: 1, delivered: 1, lost: 0).Duplicates.ShouldBe(1);
    }

    [Fact]
    public void OnFrame_DeclaredLostBefore_StaysLost()
    {
        Frame(1, 1);
        Frame(1, 3);
        Frame(1, 2).ShouldBe(DeliveryVerdict.Late);
        Account(published: 3, delivered: 2, lost: 1).Late.ShouldBe(1);
    }

    [Fact]
    public void OnFrame_BeforeTheAccount_IsPast()
    {
        Frame(1, 5);
        Frame(1, 4).ShouldBe(DeliveryVerdict.Past);
        Account(published: 1, delivered: 1, lost: 0);
    }

    [Fact]
    public void OnFrame_LaterEpoch_BeginsAtOne()
    {
        Frame(1, 5);
        Frame(2, 3).ShouldBe(DeliveryVerdict.NewEpoch);
        Account(published: 4, delivered: 2, lost: 2).Epochs.ShouldBe(2);
        Frame(1, 6).ShouldBe(DeliveryVerdict.Past);
    }

    [Theory]
    [InlineData(0ul, 1ul)]
    [InlineData(1ul, 0ul)]
    [InlineData(1ul, ulong.MaxValue)]
    public void OnFrame_IllegalNumbers_AreForeign(ulong epoch, ulong sequence) =>
        Frame(epoch, sequence).ShouldBe(DeliveryVerdict.Foreign);

    [Fact]
    public void OnFrame_AnotherStream_IsForeign() =>
        _tracker
            .OnFrame(new FrameHeader { Publisher = Publisher, Stream = 2, Epoch = 1, Sequence = 1 })
            .ShouldBe(DeliveryVerdict.Foreign);

    [Fact]
    public void OnHeartbeat_LastAboveWhatCame_DeclaresTheTail()
    {
        Frame(1, 1);
        _tracker.OnHeartbeat(1, 4, endOfStream: true);
        StreamAccount account = Account(published: 4, delivered: 1, lost: 3);
        account.LostAtTail.ShouldBe(3);
        account.Ended.ShouldBeTrue();
    }

    [Fact]
    public void OnHeartbeat_BeforeAnyFrame_DoesNotBeginTheAccount()
    {
        _tracker.OnHeartbeat(1, 100, endOfStream: false);
        Account(published: 0, delivered: 0, lost: 0);
    }

    [Fact]
    public void OnHeartbeat_NewEpoch_ClosesTheOldOne()
    {
        Frame(1, 1);
        _tracker.OnHeartbeat(2, 2, endOfStream: false);
        Account(published: 3, delivered: 1, lost: 2);
        Frame(1, 2).ShouldBe(DeliveryVerdict.Past);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OnEpochEnd_BeforeOrAfterTheNextEpoch_DeclaresTheTail(bool after)
    {
        Frame(1, 1);
        if (after)
            Frame(2, 1);
        _tracker.OnEpochEnd(1, 5);
        _tracker.OnEpochEnd(1, 5);
        _tracker.Snapshot().LostAtStop.ShouldBe(4);
        _tracker.Snapshot().SilentLoss.ShouldBe(0);
    }

    [Fact]
    public void OnFrame_SamplesMissing_IsCountedOutsideTheAccount()
    {
        _tracker.OnFrame(Header(1, 1) with { Flags = FrameFlags.SamplesMissing });
        _tracker.OnSamplesLost(1, 300);
        StreamAccount account = Account(published: 1, delivered: 1, lost: 0);
        (account.GapsBeforeSequence, account.SamplesBeforeSequence).ShouldBe((1, 300));
    }

    [Fact]
    public void OnSamplesLostTotal_LossFrameDidNotArrive_CountsItsSamples()
    {
        Frame(1, 1);
        _tracker.OnSamplesLostTotal(1, 0);
        _tracker.OnSamplesLost(1, 100);
        _tracker.OnSamplesLostTotal(1, 160).ShouldBe(60);
        _tracker.OnSamplesLostTotal(1, 160).ShouldBe(0);
        _tracker.OnSamplesLostTotal(2, 40).ShouldBe(40);
        _tracker.Snapshot().SamplesBeforeSequence.ShouldBe(200);
    }

    [Fact]
    public void OnSamplesLostTotal_LostBeforeTheAccountBegan_IsNotCounted()
    {
        _tracker.OnSamplesLostTotal(1, 50).ShouldBe(0);
        Frame(1, 9);
        _tracker.OnSamplesLostTotal(1, 50).ShouldBe(0);
        _tracker.OnSamplesLostTotal(1, 70).ShouldBe(20);
    }

    [Fact]
    public void Resume_WithinAnEpoch_CountsOnlyWhatWasAddedToItsTotal()
    {
        Frame(1, 1);
        _tracker.OnSamplesLostTotal(1, 0);
        _tracker.OnSamplesLost(1, 100);
        OrderTracker resumed = new(Publisher, 1);
        resumed.Resume(new DeliveryPosition(1, 2, _tracker.Snapshot()));
        resumed.OnSamplesLostTotal(1, 130).ShouldBe(30);
        resumed.Snapshot().SamplesBeforeSequence.ShouldBe(130);
    }

    [Fact]
    public void TryTakeLoss_NotRead_StaysBoundedAndCounts()
    {
        for (ulong sequence = 1; sequence < 400; sequence += 2)
            Frame(1, sequence);
        _tracker.UnannouncedLosses.ShouldBe(199 - 64);
        Account(published: 399, delivered: 200, lost: 199);
    }

    private static FrameHeader Header(ulong epoch, ulong sequence) =>
        new() { Kind = FrameKind.Data, Publisher = Publisher, Stream = 1, Epoch = epoch, Sequence = sequence };

    private DeliveryVerdict Frame(ulong epoch, ulong sequence) => _tracker.OnFrame(Header(epoch, sequence));

    private StreamAccount Account(long published, long delivered, long lost)
    {
        StreamAccount account = _tracker.Snapshot();
        (account.Published, account.Delivered, account.DeclaredLost).ShouldBe((published, delivered, lost));
        account.SilentLoss.ShouldBe(0);
        return account;
    }
}
