using FuncLibs.Blocks;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Limits.Breaks;
using SignalMonitor.Alarms;
using SignalMonitor.Breaks;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Tests.Breaks;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Connections;

public sealed class ComputeLoopTests : IDisposable
{
    private readonly IntakeRig _rig = new();
    private readonly VariableCoordinator _variables = new(null);
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;

    public ComputeLoopTests()
    {
        BreakOptions options = BreakRig.Options();
        options.AfterMs = 1000;
        _rig.Streams.Breaks = (publisher, id, name) =>
            new BreakService([options]).NewStream(publisher, id, name);
        _rig.Streams.Variables = (publisher, id, name) => _variables.NewStream(publisher, id, name);
        _variables.Take(new VariableSet { Station = "lab/rig1", Revision = 1, Limits = [Stale] });
        _rig.Catalogue(1);
        _thread = new Thread(() => _rig.Compute.Run(_stop.Token)) { IsBackground = true };
        _thread.Start();
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _rig.Dispose();
        _stop.Dispose();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_StreamFallsSilentBehindABreak_HandsItsCaptureOver(bool anotherGoesOn)
    {
        Send(1, 100, 100, 100);
        Send(2, 40, 0, 0);
        StreamBreaks breaks = _rig.Stream.Breaks!;
        Eventually.True(
            () => !breaks.Watches.Active.IsEmpty && !breaks.Watches.Active[0].IsArmed, "the break is found");
        PrePostBuffer samples = breaks.Watches.Active[0].Samples;
        PrePostCapture capture = default;
        ulong others = 0;

        Eventually.True(
            () =>
            {
                _rig.Time.Advance(TimeSpan.FromMilliseconds(300));
                if (anotherGoesOn)
                    _rig.Data(IntakeRig.DataHeader(++others) with { Stream = TestStream.Id + 1 });
                return samples.TryTake(out capture);
            },
            "the capture is handed over while the loop runs");

        (capture.Points, _rig.Compute.HasEnded).ShouldBe((6, false));
    }

    [Fact]
    public async Task Run_StreamFallsSilentWhileAnotherGoesOn_IsStaleAndServesCommands()
    {
        Send(1, 1, 1, 1);
        ulong others = 0;
        Eventually.True(() => !Next() && _rig.Stream.Variables!.Plan is not null, "the limit is watched");
        StreamVariables stream = _rig.Stream.Variables!;

        Eventually.True(
            () => Next() || stream.Alarms.Board.Read()[0].Status.State == AlarmState.Active,
            "the silence is an alarm");
        Task<AlarmCommandResult> answer =
            stream.Commands.Submit(new AlarmCommand(1, AlarmVerb.Acknowledge, "ann", 1), TimeProvider.System, default);
        Eventually.True(() => Next() || answer.IsCompleted, "the command is answered");

        (await answer).ShouldBe(new AlarmCommandResult(AlarmCommandStatus.Done, "acknowledged"));

        bool Next()
        {
            _rig.Time.Advance(TimeSpan.FromMilliseconds(110));
            _rig.Data(IntakeRig.DataHeader(++others) with { Stream = TestStream.Id + 1 });
            return false;
        }
    }

    [Fact]
    public void Run_BlocksThatWaitInTheRing_AreNotLate()
    {
        using IntakeRig rig = new();
        rig.Streams.Variables = (publisher, id, name) => _variables.NewStream(publisher, id, name);
        rig.Catalogue(1);
        Put(1);
        rig.RunCompute();
        rig.Time.Advance(TimeSpan.FromSeconds(10));
        rig.Data(IntakeRig.DataHeader(1) with { Stream = TestStream.Id + 1 });
        Put(2);
        rig.RunCompute();

        rig.Stream.Variables!.Alarms.Board.Read()[0].Status.State.ShouldBe(AlarmState.Normal);
        rig.Time.Advance(TimeSpan.FromSeconds(10));
        rig.RunCompute();
        rig.Stream.Variables!.Alarms.Board.Read()[0].Status.State.ShouldBe(AlarmState.Active);

        void Put(ulong sequence)
        {
            rig.Block.FirstSampleIndex = 3 * ((long)sequence - 1);
            rig.Data(IntakeRig.DataHeader(sequence) with { AcquiredNs = rig.Time.NowNs() }).ShouldBeTrue();
        }
    }

    private void Send(ulong sequence, params double[] forces)
    {
        forces.CopyTo(_rig.Block.Channel(BlockGroup.Servo, 0).Sensor(0));
        _rig.Block.FirstSampleIndex = 3 * ((long)sequence - 1);
        _rig.Data(IntakeRig.DataHeader(sequence) with { AcquiredNs = _rig.Time.NowNs() }).ShouldBeTrue();
    }

    private static StoredLimit Stale { get; } = new()
    {
        Id = 1,
        Revision = 1,
        Station = "lab/rig1",
        Variable = "servo1.force",
        Kind = LimitKind.Stale,
        Value = 500,
    };
}
