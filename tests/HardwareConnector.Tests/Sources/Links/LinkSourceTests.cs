using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using HardwareConnector.Sources;
using HardwareConnector.Sources.Links;
using HardwareConnector.Sources.Watching;
using Testing;

namespace HardwareConnector.Tests.Sources.Links;

public sealed class LinkSourceTests : IDisposable
{
    private const int Connected = 2002;
    private const int Lost = 2003;
    private const int NoRig = 2004;
    private readonly RawRig _rig = new();
    private readonly LogLines<LinkSource> _log = new();
    private readonly CDataBlock _block = new(TestRig.Rig.Layout);
    private RunningSource? _source;

    public void Dispose()
    {
        _source?.Dispose();
        _rig.Dispose();
    }

    [Fact]
    public void Run_Rig_GivesDescriptionStateAndBlocks()
    {
        Start();
        Send(3);

        _source!.Next().Description!.Streams.ShouldBe([TestRig.Stream]);
        _source.Next().Link.ShouldBe(LinkState.Online);
        SourceItem item = _source.Next();
        BlockEquality.Difference(item.Block!, _block).ShouldBeNull();
        item.Trimmed.ShouldBeFalse();
        _source.Source.Counters.Connections.ShouldBe(1);
    }

    [Fact]
    public void Run_LiveCounts_TrimTheBlock()
    {
        Start();
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block, live: new BlockCounts(1, 0, 2, 8, 3));

        SourceItem item = _source!.Next(SourceItemKind.Block);
        item.Trimmed.ShouldBeTrue();
        item.Block!.ArrayLengths.ShouldBe(new BlockCounts(1, 0, 2, 8, 3));
    }

    [Fact]
    public void Run_BlockThatTheRigCallsInvalid_IsDeclaredWithItsCode()
    {
        Start();
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block, error: 7);
        TestRig.Rig.Fill(_block, 1);
        _rig.SendBlock(_block);

        SourceItem item = _source!.Next(SourceItemKind.Block);
        item.Missing.ShouldBe(new SampleRange(0, TestRig.Stream.PointsPerBlock, "rig error code 7"));
    }

    [Fact]
    public void Run_BlockOfAnUnknownStream_ClosesWithTheReason()
    {
        Start();
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block, stream: 9);

        _rig.ReasonOfClose().ShouldBe("a block that the hello does not describe: the hello has no stream 9");
        _source!.Source.Counters.Refusals.ShouldBe(1);
    }

    [Fact]
    public void Run_BlockOfAnotherShape_ClosesWithTheReason()
    {
        Start();
        _rig.SendBlock(ReferenceBlocks.Create(ReferenceBlocks.Small));

        _rig.ReasonOfClose().ShouldStartWith("a block that the hello does not describe: sampleRateHz");
    }

    [Fact]
    public void Run_CountsAboveTheBlock_ClosesWithTheReason()
    {
        Start();
        TestRig.Rig.Fill(_block, 0);
        _rig.SendBlock(_block, live: new BlockCounts(3, 0, 5, 8, 8));

        _rig.ReasonOfClose().ShouldContain("servo");
        _source!.Next(SourceItemKind.State);
        _source.Feed.Description!.Pool(0).InUse.ShouldBe(0);
    }

    [Fact]
    public void Run_GarbageDocument_ClosesAndReturnsTheBlock()
    {
        Start();
        _rig.SendBlock([0xC1, 1, 2, 3]);

        _rig.ReasonOfClose().ShouldStartWith("a frame whose body does not match its type");
        _source!.Feed.Description!.Pool(0).InUse.ShouldBe(0);
        _source.Source.Counters.Blocks.ShouldBe(0);
    }

    [Fact]
    public void Run_HelloAgainWithAnotherLayout_HoldsFromTheNextBlock()
    {
        Start();
        Send(0);
        StreamDescription smaller = TestRig.Stream with { Servo = [TestRig.Stream.Servo[0]] };
        _rig.SendHello(smaller);
        TestRig.Rig.Fill(_block, 1);
        _block.SetGroup(BlockGroup.Servo, 1);
        _rig.SendBlock(_block);

        _source!.Next(SourceItemKind.Block).Block!.ChannelCount(BlockGroup.Servo).ShouldBe(2);
        _source.Next().Description!.Streams.ShouldBe([smaller]);
        _source.Next().Block!.ChannelCount(BlockGroup.Servo).ShouldBe(1);
    }

    [Fact]
    public void Run_RigThatSendsDescriptionsAllTheTime_IsRefused()
    {
        Start();
        StreamDescription other = TestRig.Stream with { BitIn = [] };
        for (int change = 1; change <= HelloWatch.MaxChanges; change++)
            _rig.SendHello(change % 2 == 0 ? TestRig.Stream : other);

        _rig.ReasonOfClose().ShouldContain("sends a new description too often");
        Eventually.True(() => _source!.Source.Counters.Refusals == 1, "the refusal is counted");
    }

    [Fact]
    public void Run_SameHelloAgain_ChangesNothing()
    {
        Start();
        _source!.Next(SourceItemKind.State);
        _rig.SendHello(TestRig.Stream);
        Send(0);

        _source.Next().Kind.ShouldBe(SourceItemKind.Block);
    }

    [Theory]
    [InlineData(LinkCondition.Restart, LinkState.Restart)]
    [InlineData(LinkCondition.Offline, LinkState.Offline)]
    [InlineData(LinkCondition.Online, LinkState.Online)]
    public void Run_StateOfTheRig_IsPassedOn(LinkCondition condition, LinkState expected)
    {
        Start();
        _source!.Next(SourceItemKind.State);
        _rig.SendState(condition, "hydraulics");

        _source.Next().Link.ShouldBe(expected);
    }

    [Fact]
    public void Run_LinkLost_ComesBackAndDeclaresWhatItMissed()
    {
        Start();
        Send(0);
        _source!.Next(SourceItemKind.Block);
        _rig.Hangup();
        _source.Next().Link.ShouldBe(LinkState.Offline);
        _rig.AcceptAndSendHello(TestRig.Stream);
        Send(5);

        _source.Next().Link.ShouldBe(LinkState.Online);
        _source.Next().Missing.ShouldBe(new SampleRange(TestRig.Points, 4 * TestRig.Points, "missing from the rig"));
        _source.Source.Counters.Connections.ShouldBe(2);
    }

    [Fact]
    public void Run_RigNotThere_LogsOnceThenOnceAMinute()
    {
        var time = new FakeTime();
        _source = RunningSource.Link(_rig.Address, _log, time);
        for (int attempt = 0; attempt < 6; attempt++)
            HangUpOnNext(time, TimeSpan.FromSeconds(6));
        _log.Count(NoRig).ShouldBe(1);

        time.Advance(TimeSpan.FromMinutes(1));
        HangUpOnNext(time, TimeSpan.FromSeconds(6));
        Eventually.True(() => _log.Count(NoRig) == 2, "the second line, a minute later");
        _log.All.First().Text.ShouldContain("start the simulator or the rig's adapter there, or set Source:Endpoint");
    }

    [Fact]
    public void Run_RigThatClosesAfterItsHello_IsPausedForAndLoggedOnce()
    {
        _source = RunningSource.Link(_rig.Address, _log);
        for (int attempt = 0; attempt < 4; attempt++)
        {
            _rig.AcceptAndSendHello(TestRig.Stream);
            _rig.WaitForHello();
            _rig.SendState(LinkCondition.Offline, "another client is connected");
            _rig.Hangup();
        }

        Eventually.True(() => _source.Source.Counters.Connections >= 3, "it goes on trying");
        _log.Count(Connected).ShouldBe(1);
        _log.Count(Lost).ShouldBe(1);
        _log.All.Last().Text.ShouldContain("another client is connected");
    }

    [Fact]
    public void Run_Stop_IsSentToTheRig()
    {
        Start();
        Send(0);
        _source!.Next(SourceItemKind.Block);
        _source.Stop();

        _rig.ReasonOfClose().ShouldBe("the connector stops");
    }

    private void Start()
    {
        _source = RunningSource.Link(_rig.Address, _log);
        _rig.AcceptAndSendHello(TestRig.Stream);
    }

    private void Send(long index)
    {
        TestRig.Rig.Fill(_block, index);
        _rig.SendBlock(_block);
    }

    private void HangUpOnNext(FakeTime time, TimeSpan pause)
    {
        time.Advance(pause);
        Eventually.True(() => _rig.HasRequest, "it tries again");
        _rig.Accept();
        _rig.Hangup();
    }
}
