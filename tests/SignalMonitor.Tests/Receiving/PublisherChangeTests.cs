using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Breaks;

namespace SignalMonitor.Tests.Receiving;

/// <summary>The publisher at an address changes, or no longer has a stream.</summary>
public sealed class PublisherChangeTests : IDisposable
{
    private static readonly Guid Another = Guid.Parse("99112233-4455-6677-8899-aabbccddeeff");
    private readonly IntakeRig _rig = new(GapPolicy.Replay);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Receive_HeartbeatOfAnotherPublisher_RetiresTheStreamsOfTheFirst()
    {
        Begin();
        _rig.Heartbeat(0, epoch: 1, publisher: Another);

        (_rig.Stream.IsRetired, _rig.Stream.IsPast).ShouldBe((true, true));
        _rig.Stream.Freshness.In(StaleState.Fresh).ShouldBe(StaleState.Past);
        _rig.Stream.Account().UnknownEnds.ShouldBe(1);
        _rig.Stream.TakeUnknownEnd().ShouldBe(new LostRange(1, 3, 2, LossReason.EndUnknown));
    }

    [Fact]
    public void Receive_BlockOfAnotherPublisher_RetiresTheStreamsOfTheFirstAtOnce()
    {
        Begin();
        _rig.Data(IntakeRig.DataHeader(1, epoch: 2) with { Publisher = Another });

        _rig.Streams.All.ToArray().Select(stream => (stream.Publisher == Another, stream.IsRetired))
            .ShouldBe([(false, true), (true, false)]);
    }

    [Fact]
    public void Receive_AnotherPublisher_WhatIsMissingIsDeclaredAndWhatIsHeldIsDelivered()
    {
        Begin();
        _rig.Data(5);
        _rig.Stream.Account().Missing.ShouldBe(3);
        _rig.Heartbeat(0, epoch: 9, publisher: Another);

        StreamAccount account = _rig.Stream.Account();
        (account.Published, account.Delivered, account.DeclaredLost, account.Missing).ShouldBe((5, 3, 2, 0));
    }

    [Fact]
    public void Receive_EarlierPublisherIsBack_TakesItsStreamUpAgain()
    {
        Begin();
        _rig.Heartbeat(0, epoch: 9, publisher: Another);
        _rig.Heartbeat(2, epoch: 1, written: 2);
        _rig.Data(3);

        _rig.Stream.IsRetired.ShouldBeFalse();
        _rig.Stream.Account().Delivered.ShouldBe(3);
    }

    [Fact]
    public void Receive_PublisherThatEndedCleanly_HasNoUnknownEnd()
    {
        Begin();
        _rig.Heartbeat(2, end: true, written: 2);
        _rig.Heartbeat(0, epoch: 9, publisher: Another);

        _rig.Stream.Account().UnknownEnds.ShouldBe(0);
    }

    [Theory]
    [InlineData(false, true)]
    [InlineData(true, false)]
    public void Receive_HeartbeatOfAnotherPublisher_RetiresBreakTriggersUntilTheFirstIsBack(bool isBack, bool retired)
    {
        _rig.Streams.Breaks = (publisher, id, name) =>
            new BreakService([]).NewStream(publisher, id, name);
        Begin();
        _rig.Heartbeat(0, epoch: 9, publisher: Another);
        if (isBack)
            _rig.Heartbeat(2, epoch: 1, written: 2);

        _rig.Stream.Breaks.ShouldNotBeNull().IsRetired.ShouldBe(retired);
    }

    [Theory]
    [InlineData(LinkState.Online, true)]
    [InlineData(LinkState.Offline, false)]
    public void Receive_HeartbeatThatDoesNotNameAStream_RetiresItOnceAllRigsAreThere(LinkState link, bool retired)
    {
        Begin();
        _rig.Heartbeat(0, epoch: 2, link: link, written: 0, stream: FrameHeader.ControlStream);

        _rig.Stream.IsRetired.ShouldBe(retired);
    }

    private void Begin()
    {
        _rig.Heartbeat(0, written: 0);
        _rig.Data(1);
        _rig.Data(2);
        _rig.Heartbeat(2, written: 2);
    }
}
