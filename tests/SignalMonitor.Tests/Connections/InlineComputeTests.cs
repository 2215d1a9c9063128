using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Breaks;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Connections;

/// <summary>What the receive thread computes by itself: the test is the receive thread.</summary>
public sealed class InlineComputeTests : IDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly VariableCoordinator _variables = new(null);
    private IntakeRig _rig = new();
    private Thread? _compute;
    private ulong _sent;

    public void Dispose()
    {
        _stop.Cancel();
        _compute?.Join();
        _rig.Dispose();
        _stop.Dispose();
    }

    [Fact]
    public void Receive_ComputeThreadDoesNotRun_FramesWaitInTheRing()
    {
        _rig.Catalogue(1);
        Send();
        Send();

        (_rig.Feed.Ring.Inline, _rig.Feed.Ring.Count).ShouldBe((0, 2));
    }

    [Fact]
    public void Receive_ComputeThreadWaits_FrameIsComputedWhenItReturns()
    {
        Start();
        SendInline();

        (_rig.Feed.Ring.Count, _rig.Stream.Board!.Read().Sequence).ShouldBe((0, _sent));
    }

    [Fact]
    public void Receive_FirstFrameOfAStream_IsLeftToTheComputeThread()
    {
        Start();
        Send();

        (_rig.Feed.Ring.Inline, _rig.Feed.Ring.Written).ShouldBe((0, 1));
    }

    [Fact]
    public void Receive_ManyFrames_EachIsComputedOnceAndTheSumsClose()
    {
        const int Burst = 20_000;
        Start();
        SendInline();
        for (int i = 0; i < Burst; i++)
            Send();
        Eventually.True(
            () => _rig.Feed.Ring.Count == 0 && _rig.Stream.Board?.Read().Sequence == _sent, "all is computed");

        // An attempt at a full ring counts as dropped, and is made again.
        long frames = (long)_sent;
        (_rig.Feed.Ring.Offered - _rig.Feed.Ring.Dropped).ShouldBe(frames);
        (_rig.Feed.Ring.Taken + _rig.Feed.Ring.Inline).ShouldBe(frames);
        (_rig.Stream.Account().Delivered, _rig.Stream.History.Own!.Read().Blocks).ShouldBe((frames, frames));
        Eventually.True(() => _rig.Feed.Frames.InUse == 0, "every buffer is back");
    }

    [Fact]
    public void Receive_FrameOfAReplay_IsLeftToTheComputeThread()
    {
        Start();
        SendInline();
        long inline = _rig.Feed.Ring.Inline;
        _rig.Data(IntakeRig.DataHeader(++_sent), isReplay: true);
        Eventually.True(() => _rig.Stream.Board!.Read().Sequence == _sent, "it is computed");

        _rig.Feed.Ring.Inline.ShouldBe(inline);
    }

    [Fact]
    public void Receive_EditIsDue_IsLeftToTheComputeThread()
    {
        _rig.Streams.Variables = (publisher, id, name) => _variables.NewStream(publisher, id, name);
        Start();
        SendInline();
        _variables.Take(new VariableSet { Station = "lab/rig1", Revision = 1, Limits = [Force] });
        long inline = _rig.Feed.Ring.Inline;
        Send();

        _rig.Feed.Ring.Inline.ShouldBe(inline);
        Eventually.True(() => _rig.Stream.Variables!.Plan is not null, "the compute thread switches");
        SendInline();
    }

    [Fact]
    public void Receive_NewDescription_IsLeftToTheComputeThread()
    {
        _rig.Streams.Breaks = (publisher, id, name) =>
            new BreakService([BreakRig.Options()]).NewStream(publisher, id, name);
        Start();
        SendInline();
        _rig.Catalogue(2, TestStream.Description with { BitIn = [.. Enumerable.Repeat("x", 8)] });
        long inline = _rig.Feed.Ring.Inline;
        _rig.Data(IntakeRig.DataHeader(++_sent, revision: 2)).ShouldBeTrue();

        _rig.Feed.Ring.Inline.ShouldBe(inline);
    }

    [Fact]
    public void Receive_ComputingTakesMostOfTheTime_IsLeftToTheComputeThread()
    {
        _rig.Dispose();
        _rig = new IntakeRig(computeTime: new SlowTime());
        Start();
        Eventually.True(
            () =>
            {
                Send();
                return _rig.Feed.Ring.Taken >= 10;
            },
            "frames go through the ring");

        _rig.Feed.Ring.Inline.ShouldBe(0);
    }

    [Fact]
    public void Receive_PositionWasNotedBefore_TheFrameIsBehindIt()
    {
        Start();
        SendInline();
        ulong noted = _sent;
        _rig.NotePosition();
        SendInline();
        SavedMoment? moment = null;
        Eventually.True(() => (moment = _rig.Mark.TryTake("c")) is not null, "the position is complete");

        moment!.Streams.Single().Position.Next.ShouldBe(noted + 1);
    }

    private static StoredLimit Force { get; } = new()
    {
        Id = 1,
        Revision = 1,
        Station = "lab/rig1",
        Variable = "servo1.force",
        Kind = LimitKind.Upper,
        Value = 1e9,
    };

    private void Start()
    {
        _rig.Catalogue(1);
        _compute = new Thread(() => _rig.Compute.Run(_stop.Token)) { IsBackground = true };
        _compute.Start();
    }

    private void Send()
    {
        _rig.Block.FirstSampleIndex = 3 * (long)_sent;
        FrameHeader header = IntakeRig.DataHeader(++_sent) with { AcquiredNs = _rig.Time.NowNs() };
        _rig.Data(header).ShouldBeTrue();
    }

    private void SendInline()
    {
        long before = _rig.Feed.Ring.Inline;
        Eventually.True(
            () =>
            {
                Send();
                return _rig.Feed.Ring.Inline > before;
            },
            "a frame is computed by the thread that received it");
    }

    // Each look at the clock takes 10 ms.
    private sealed class SlowTime : TimeProvider
    {
        private long _ticks;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Interlocked.Add(ref _ticks, 10 * TimeSpan.TicksPerMillisecond);
    }
}
