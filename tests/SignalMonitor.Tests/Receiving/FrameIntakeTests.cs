using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Receiving;

public sealed class FrameIntakeTests : IDisposable
{
    private readonly IntakeRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData(BadFrame.Magic, 0)]
    [InlineData(BadFrame.Version, 4)]
    [InlineData(BadFrame.Length, 5)]
    [InlineData(BadFrame.HeaderCrc, 40)]
    public void Receive_DamagedHeader_CountsAtTheTopLevel(BadFrame cause, int offset)
    {
        Join();
        _rig.Data(IntakeRig.DataHeader(2), spoilHeader: header => header[offset] ^= 0x55).ShouldBeFalse();

        OnlyAtTheTop(cause);
    }

    [Fact]
    public void Receive_RefusedFlag_CountsAtTheTopLevel()
    {
        Join();
        _rig.Data(IntakeRig.DataHeader(2) with { Flags = (FrameFlags)64 }).ShouldBeFalse();

        OnlyAtTheTop(BadFrame.Flags);
    }

    [Fact]
    public void Receive_LengthAboveTheLimit_CountsAsOversize()
    {
        Join();
        _rig
            .Data(IntakeRig.DataHeader(2) with { PayloadLength = FrameLimits.DefaultMaxPayloadBytes + 1 })
            .ShouldBeFalse();

        OnlyAtTheTop(BadFrame.Oversize);
    }

    [Fact]
    public void Receive_DamagedPayloadOfAKnownStream_CountsThereAndIsAGap()
    {
        Join();
        _rig.Data(IntakeRig.DataHeader(2), spoilPayload: payload => payload[10] ^= 1).ShouldBeFalse();
        _rig.Data(3).ShouldBeTrue();

        _rig.Stream.Bad.Get(BadFrame.PayloadCrc).ShouldBe(1);
        _rig.State.Bad.Total.ShouldBe(0);
        Account(published: 3, delivered: 2, lost: 1);
    }

    [Fact]
    public void Receive_DamagedPayloadOfAnUnknownStream_CountsAtTheTopLevel()
    {
        _rig.Data(IntakeRig.DataHeader(2), spoilPayload: payload => payload[10] ^= 1).ShouldBeFalse();

        _rig.State.Bad.Get(BadFrame.PayloadCrc).ShouldBe(1);
        _rig.Streams.All.Length.ShouldBe(0);
    }

    [Fact]
    public void Receive_UnknownContent_CountsAtTheStreamAndIsAGapLater()
    {
        Join();
        _rig.Data(IntakeRig.DataHeader(2) with { Content = 42 }).ShouldBeFalse();
        Account(published: 1, delivered: 1, lost: 0);
        _rig.Data(3).ShouldBeTrue();

        _rig.Stream.Bad.Get(BadFrame.UnknownContent).ShouldBe(1);
        Account(published: 3, delivered: 2, lost: 1);
    }

    [Theory]
    [InlineData(FrameKind.Heartbeat)]
    [InlineData(FrameKind.Catalogue)]
    [InlineData(FrameKind.Loss)]
    public void Receive_GarbageInAControlFrame_CountsAsDecodeAtTheTopLevel(FrameKind kind)
    {
        _rig.Raw(kind, [0xC1, 0xC1]);

        _rig.State.Bad.Get(BadFrame.Decode).ShouldBe(1);
    }

    [Theory]
    [InlineData(FrameHeader.ControlStream)]
    [InlineData(FrameHeader.HeartbeatStream)]
    public void Receive_DataUnderAReservedStream_IsRefused(uint stream)
    {
        _rig.Data(IntakeRig.DataHeader(1) with { Stream = stream }).ShouldBeFalse();

        _rig.State.Bad.Get(BadFrame.Length).ShouldBe(1);
        _rig.Streams.All.Length.ShouldBe(0);
    }

    [Fact]
    public void Receive_Duplicate_IsDroppedAndCounted()
    {
        Join();
        _rig.Data(1).ShouldBeFalse();

        _rig.Stream.Account().Duplicates.ShouldBe(1);
        Account(published: 1, delivered: 1, lost: 0);
    }

    [Fact]
    public void Receive_Gap_IsDeclared()
    {
        Join();
        _rig.Data(5).ShouldBeTrue();

        Account(published: 5, delivered: 2, lost: 3);
        _rig.Stream.TakeUnlogged().Last.ShouldBe(new LostRange(1, 2, 4, LossReason.Gap));
    }

    [Fact]
    public void Receive_HeartbeatAhead_DeclaresTheTail()
    {
        Join();
        _rig.Heartbeat(last: 4);

        Account(published: 4, delivered: 1, lost: 3);
        _rig.Stream.TakeUnlogged().Last.Reason.ShouldBe(LossReason.Tail);
    }

    [Fact]
    public void Receive_Loss_CountsSamplesBeforeSequence()
    {
        Join();
        _rig.Loss(100, 149);

        _rig.Stream.Account().SamplesBeforeSequence.ShouldBe(50);
    }

    [Fact]
    public void Receive_LossOfEverything_IsStillACount()
    {
        Join();
        _rig.Stream.BeginRun();
        _rig.Loss(long.MinValue, long.MaxValue);

        _rig.Stream.Account().SamplesBeforeSequence.ShouldBeGreaterThan(0);
        _rig.Stream.RunAccounts().Single().LostBeforeSequence.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Receive_SecondInstanceOfOneEpoch_IsAnAlarmThatEnds()
    {
        Join();
        Guid first = _rig.Instance;
        _rig.Heartbeat(last: 1);
        _rig.Instance = Guid.NewGuid();
        _rig.Heartbeat(last: 9);

        (_rig.State.Conflicts, _rig.State.InConflict).ShouldBe((1L, true));
        Account(published: 1, delivered: 1, lost: 0);
        _rig.Instance = first;
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _rig.Heartbeat(last: 1);
        (_rig.State.Conflicts, _rig.State.InConflict).ShouldBe((1L, false));
    }

    [Fact]
    public void Receive_EndOfStream_IsReportedUntilItIsBack()
    {
        _rig.Heartbeat(last: 0, end: true);
        _rig.State.Ended.ShouldBeTrue();
        _rig.Heartbeat(last: 0, epoch: 2);

        _rig.State.Ended.ShouldBeFalse();
        _rig.State.Heartbeats.ShouldBe(2);
        _rig.State.Link.ShouldBe(LinkState.Online);
    }

    [Fact]
    public void Receive_BlockOfASnapshot_IsShownButNotCountedNorFresh()
    {
        _rig.Catalogue(1);
        _rig.Time.Advance(TimeSpan.FromSeconds(2));
        _rig.Data(7, isSnapshot: true).ShouldBeTrue();
        _rig.RunCompute();

        _rig.Stream.Board!.Read().Sequence.ShouldBe(7UL);
        Account(published: 0, delivered: 0, lost: 0);
        _rig.Compute.Latency.Total.Count.ShouldBe(0);
        _rig.Staleness.State.ShouldBe(StaleState.ConnectorStale);
    }

    [Fact]
    public void Receive_BlockOfASnapshotAfterALiveOne_IsNotShown()
    {
        Join();
        _rig.Data(1, isSnapshot: true).ShouldBeFalse();
    }

    [Fact]
    public void Receive_StreamsWithoutEnd_AreBounded()
    {
        for (uint stream = 1; stream <= StreamRegistry.MaxStreams + 3; stream++)
            _rig.Data(IntakeRig.DataHeader(1) with { Stream = stream });

        _rig.Streams.All.Length.ShouldBe(StreamRegistry.MaxStreams);
        _rig.Streams.Refused.ShouldBe(3);
    }

    [Fact]
    public void Receive_ShapesWithoutACatalogue_MakeEightPlansASecond()
    {
        for (ulong sequence = 1; sequence <= 20; sequence++)
        {
            _rig.Block.SampleRateHz = 1000 + sequence;
            _rig.Data(sequence, isSnapshot: true);
        }

        _rig.RunCompute();
        _rig.Stream.Bad.Get(BadFrame.Decode).ShouldBe(12);

        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        _rig.Data(21, isSnapshot: true);
        _rig.RunCompute();
        _rig.Stream.Bad.Get(BadFrame.Decode).ShouldBe(12);
    }

    // The catalogue and a first block, computed.
    private void Join()
    {
        _rig.Catalogue(1);
        _rig.Data(1).ShouldBeTrue();
        _rig.RunCompute();
    }

    private void OnlyAtTheTop(BadFrame cause)
    {
        _rig.State.BadOf(cause).ShouldBe(1);
        _rig.State.Bad.Total.ShouldBe(1);
        _rig.Stream.Bad.Total.ShouldBe(0);
    }

    private void Account(long published, long delivered, long lost)
    {
        StreamAccount account = _rig.Stream.Account();
        (account.Published, account.Delivered, account.DeclaredLost, account.SilentLoss).ShouldBe(
            (published, delivered, lost, 0L));
    }
}
