using FuncLibs.Blocks;
using FuncLibs.Signals.Limits.Breaks;
using SignalMonitor.Breaks;
using SignalMonitor.Configuration;
using SignalMonitor.Tests.Breaks;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Computation;

public sealed class ComputeLoopTests : IDisposable
{
    private readonly IntakeRig _rig = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;

    public ComputeLoopTests()
    {
        BreakOptions options = BreakRig.Options();
        options.AfterMs = 1000;
        _rig.Streams.Breaks = new BreakDesk([options]).NewStream;
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
        Eventually.True(() => !breaks.Watches.Active.IsEmpty && !breaks.Watches.Active[0].IsArmed, "the break is found");
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

    private void Send(ulong sequence, params double[] forces)
    {
        forces.CopyTo(_rig.Block.Channel(BlockGroup.Servo, 0).Sensor(0));
        _rig.Block.FirstSampleIndex = 3 * ((long)sequence - 1);
        _rig.Data(sequence).ShouldBeTrue();
    }
}
