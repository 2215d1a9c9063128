using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using SignalMonitor.Derived;

namespace SignalMonitor.Tests.Derived;

public sealed class DerivedLoopTests : IDisposable
{
    private readonly RunningDerived _running = new();
    private readonly DerivedStream _stream = new("main");

    public void Dispose() => _running.Dispose();

    [Fact]
    public void Form_NewStream_IsDescribedBeforeItsFirstBlock()
    {
        Pass(RunningDerived.Form(_stream, "force_abs", "load"));
        _running.Next(FrameKind.Catalogue);
        while (Catalogue().Streams.IsEmpty)
            _running.Next(FrameKind.Catalogue);
        StreamDescription described = Catalogue().Streams.ShouldHaveSingleItem();
        described.AD.Select(channel => (channel.Id, channel.Name)).ShouldBe([(1, "force_abs"), (2, "load")]);
        uint revision = _running.Header.CatalogueRevision;
        _running.Next(FrameKind.Derived).CatalogueRevision.ShouldBe(revision);
    }

    [Fact]
    public void Block_OfVariables_ComesAsDerivedFrameWithItsValues()
    {
        Pass(RunningDerived.Form(_stream, "load"), value: 2.5);
        _running.Next(FrameKind.Derived).Sequence.ShouldBe(1UL);
        _running.Topic.ShouldBe("S/lab/monitor/main/");
        CDataBlock block = new(BlockLayout.Empty);
        BuiltInSerializers.CreateRegistry().CreateSet().Deserialize(
            _running.Header.Content, _running.Payload, block).IsOk.ShouldBeTrue();
        block.Channel(BlockGroup.AD, 0).Values.ToArray().ShouldBe([2.5, 2.5]);
    }

    // Rigs of one kind give their streams one name.
    [Fact]
    public void Block_OfSeveralStations_IsUnderItsOwn()
    {
        DerivedForm first = RunningDerived.Form(new DerivedStream("main", "lab/rig1"), "load");
        DerivedForm second = RunningDerived.Form(new DerivedStream("main", "lab/rig2"), "load");
        Pass(first);
        Pass(second);
        _running.Feed.Pass(first, RunningDerived.Block(first, 1), 2, FrameFlags.None);

        (string Topic, ulong Sequence)[] frames = [Next(), Next(), Next()];

        frames.ShouldBe([("S/lab/rig1/main/", 1UL), ("S/lab/rig2/main/", 1UL), ("S/lab/rig1/main/", 2UL)]);
        _running.Next(FrameKind.Catalogue);
        Catalogue().Streams.Select(stream => (stream.Id, stream.Name)).ShouldBe([(1U, "main-1"), (2U, "main-2")]);

        (string Topic, ulong Sequence) Next()
        {
            ulong sequence = _running.Next(FrameKind.Derived).Sequence;
            return (_running.Topic, sequence);
        }
    }

    [Fact]
    public void Block_PoolIsEmpty_LeavesAGapInTheNumbers()
    {
        DerivedForm form = RunningDerived.Form(_stream, "load");
        Pass(form);
        _running.Feed.Pass(form, null, 2, FrameFlags.None);
        _running.Feed.Pass(form, RunningDerived.Block(form, 1), 3, FrameFlags.SamplesMissing);
        _running.Next(FrameKind.Derived).Sequence.ShouldBe(1UL);
        FrameHeader third = _running.Next(FrameKind.Derived);
        (third.Sequence, third.Flags, _running.Feed.Dropped).ShouldBe((3UL, FrameFlags.SamplesMissing, 1));
    }

    [Fact]
    public void Form_Changed_MakesANewRevision()
    {
        Pass(RunningDerived.Form(_stream, "load"));
        uint before = _running.Next(FrameKind.Derived).CatalogueRevision;
        Pass(RunningDerived.Form(_stream, "load", "stress"));
        FrameHeader after = _running.Next(FrameKind.Derived);
        (after.CatalogueRevision, after.Sequence).ShouldBe((before + 1, 2UL));
    }

    [Fact]
    public void Notice_IsSentAsEventOfTheControlStream()
    {
        _running.Feed.Announce(new ClockStepPayload(7, -3), 7);
        FrameHeader header = _running.Next(FrameKind.Event);
        (header.Stream, header.AcquiredNs).ShouldBe((FrameHeader.ControlStream, 7));
        ClockStepPayload.TryRead(_running.Payload, out ClockStepPayload notice, out _).ShouldBeTrue();
        notice.StepNs.ShouldBe(-3);
    }

    [Fact]
    public void Recording_BlockAndNotice_AreMarkedAndOthersAreNot()
    {
        Pass(RunningDerived.Form(_stream, "load"), flags: FrameFlags.Recording);
        _running.Next(FrameKind.Derived).Flags.ShouldBe(FrameFlags.Recording);
        _running.Feed.Announce(new ClockStepPayload(7, -3), 7, isReplay: true);
        _running.Next(FrameKind.Event).Flags.ShouldBe(FrameFlags.Recording);
        _running.Feed.Announce(new ClockStepPayload(8, -3), 8);
        _running.Next(FrameKind.Event).Flags.ShouldBe(FrameFlags.None);
    }

    [Fact]
    public void Stop_ReportsHowFarEveryStreamWent()
    {
        Pass(RunningDerived.Form(_stream, "load"));
        _running.Next(FrameKind.Derived);
        _running.Stop();
        while (!_running.Next(FrameKind.Heartbeat).Flags.HasFlag(FrameFlags.EndOfStream))
        {
        }

        Heartbeat heartbeat = new();
        heartbeat.TryRead(_running.Payload, out _).ShouldBeTrue();
        heartbeat.Streams.Single(stream => stream.Id != FrameHeader.ControlStream).Last.ShouldBe(1UL);
    }

    private void Pass(DerivedForm form, double value = 1, FrameFlags flags = FrameFlags.None)
    {
        _running.Feed.TryPass(form).ShouldBeTrue();
        _running.Feed.Pass(form, RunningDerived.Block(form, value), 1, flags);
    }

    private PublisherCatalogue Catalogue()
    {
        CatalogueCodec.Read(_running.Payload, out PublisherCatalogue? catalogue).IsOk.ShouldBeTrue();
        return catalogue!;
    }
}
