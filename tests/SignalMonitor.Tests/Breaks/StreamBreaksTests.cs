using FuncLibs.Signals.Limits.Breaks;
using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Breaks;

public sealed class StreamBreaksTests : IDisposable
{
    private static readonly double[] Break = [100, 100, 100, 100, 40, 0];

    private readonly BreakRig _rig = new(BreakRig.Options());

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Process_ForceFalls_IsAnEventWithSampleAndTime()
    {
        _rig.Feed([20, 60, 90, .. Break]);

        BreakEvent made = _rig.Events().Single();
        made.Found.ShouldBe(new DetectedBreak(7, 40, 6, 100));
        (made.Number, made.Epoch, made.Sequence, made.IsKept).ShouldBe((1, 1ul, 3ul, true));
        made.UtcNs.ShouldBe(TestStream.AcquiredNs + 233_333);
    }

    [Fact]
    public void Process_SamplesBeforeAndBehind_AreKeptOnceTheyCame()
    {
        _rig.Feed([1, 2, 3, 20, 60, 90, .. Break, 1, 2, 3]);
        _rig.Watch.Samples.TryTake(out _).ShouldBeFalse();
        _rig.Feed(4, 5, 6);

        _rig.Watch.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(4, 10, 12));
        double[] stroke = new double[12];
        _rig.Watch.Samples.CopyTo(capture, 5, stroke);
        stroke.ShouldBe([1060, 1090, 1100, 1100, 1100, 1100, 1040, 1000, 1001, 1002, 1003, 1004]);
        _rig.Watch.Kept.Found.Index.ShouldBe(10);
    }

    [Fact]
    public void Process_ForceIsBackForLongEnough_FindsTheNextBreak()
    {
        _rig.Feed([.. Break, 50, 50, 1, 20, 20, 20]);
        _rig.Watch.IsArmed.ShouldBeTrue();
        _rig.Feed(20, 20, 5);

        _rig.Events().Select(made => made.Found.Index).ShouldBe([4, 14]);
    }

    [Fact]
    public void Restart_Broken_StaysBrokenUntilTheForceIsBack()
    {
        _rig.Feed([.. Break, 30, 20, 0]);
        _rig.Events().Count.ShouldBe(1);
        _rig.Restart(BreakRig.Options());
        _rig.Feed(30, 5, 40);
        _rig.Watch.IsArmed.ShouldBeFalse();
        _rig.Feed([30, 30, 30, 30, 10, 0]);

        _rig.Events().Single().Found.Index.ShouldBe(16);
    }

    [Fact]
    public void Restart_InTheMiddleOfAFall_FindsTheBreak()
    {
        _rig.Feed(100, 100, 70);
        _rig.Restart(BreakRig.Options());
        _rig.Feed(60, 50, 0);

        _rig.Events().Single().Found.ShouldBe(new DetectedBreak(4, 50, 1, 100));
    }

    [Fact]
    public void Restart_TestRunGoesOn_DoesNotArmAndTheNextOneDoes()
    {
        _rig.Run = 3;
        _rig.Feed(Break);
        _rig.Restart(BreakRig.Options());
        _rig.Feed(0, 0, 0);
        _rig.Watch.IsArmed.ShouldBeFalse();
        _rig.Run = 4;
        _rig.Feed(0, 0, 0);

        _rig.Watch.IsArmed.ShouldBeTrue();
    }

    [Fact]
    public void Restart_ConfigurationChanged_IsArmed()
    {
        _rig.Feed(Break);
        BreakOptions other = BreakRig.Options();
        other.MinForce = 20;
        _rig.Restart(other);
        _rig.Feed(0, 0, 0);

        _rig.Watch.IsArmed.ShouldBeTrue();
    }

    [Fact]
    public void Process_ForceRingsAboutZero_StaysOneBreak()
    {
        _rig.Feed([.. Break, 50, 0, -40, -30, 0, 30, 0, -20, -15]);

        _rig.Events().Count.ShouldBe(1);
        _rig.Watch.IsArmed.ShouldBeFalse();
    }

    [Fact]
    public void Process_NewTestRun_IsArmedAtOnce()
    {
        _rig.Feed(Break);
        _rig.Run = 7;
        _rig.Feed(90, 90, 10);

        _rig.Events().Select(made => made.Found.Index).ShouldBe([4, 8]);
    }

    [Fact]
    public void Process_TestRunEnds_StaysBroken()
    {
        _rig.Run = 7;
        _rig.Feed(Break);
        _rig.Run = 0;
        _rig.Feed(0, 0, 0);

        _rig.Watch.IsArmed.ShouldBeFalse();
    }

    [Fact]
    public void Process_NextBreakBeforeTheLastIsWritten_IsReportedWithoutSamples()
    {
        _rig.Feed([.. Break, 20, 20, 20, 20, 5, 5, 5, 5, 5]);

        _rig.Events().Select(made => made.IsKept).ShouldBe([true, false]);
        _rig.Watch.Kept.Found.Index.ShouldBe(4);
    }

    [Fact]
    public void Process_SamplesMissing_AreNoFall()
    {
        _rig.Feed(100, 100, 100);
        _rig.Miss(3);
        _rig.Feed(40, 40, 40);

        _rig.Events().ShouldBeEmpty();
    }

    [Fact]
    public void Process_Warm_DoesNotAllocate()
    {
        double[] forces = [100, 100, 100];
        Allocation.OfWarm(() => _rig.Next(forces)).ShouldBe(0);
    }

    [Fact]
    public void Process_SameDescriptionAgain_GoesOn()
    {
        _rig.Feed(100, 100, 100);
        BreakWatch before = _rig.Watch;
        _rig.Description = TestStream.Description with { BitIn = [] };
        _rig.Feed(40, 40, 40);

        _rig.Watch.ShouldBeSameAs(before);
        _rig.Events().Single().Found.Index.ShouldBe(3);
    }

    [Fact]
    public void Process_ChannelIsGone_HandsOverWhatThereIsAndReportsIt()
    {
        _rig.Feed(Break);
        BreakWatch before = _rig.Watch;
        _rig.Description = TestStream.Description with { Servo = [] };
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.Single().Text.ShouldStartWith("stream main has no signal servo1.force");
        before.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(0, 4, 6));
        before.Samples.Release();
        _rig.Service.Tidy();
        _rig.Service.Watches().ShouldBeEmpty();
    }

    [Fact]
    public void Finish_WithinACapture_HandsOverWhatThereIs()
    {
        _rig.Feed(Break);
        _rig.Stream.Finish();

        _rig.Watch.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.Points.ShouldBe(6);
    }

    [Fact]
    public void Idle_NoBlockForTheTimeKeptAndTwoSeconds_HandsOverWhatThereIs()
    {
        _rig.Feed(Break);
        _rig.Stream.Idle(TimeSpan.FromSeconds(7));
        _rig.Stream.Idle(TimeSpan.FromSeconds(9));
        _rig.Watch.Samples.IsHolding.ShouldBeFalse();

        _rig.Stream.Idle(TimeSpan.FromMilliseconds(9000.2));

        _rig.Watch.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(0, 4, 6));
    }

    [Fact]
    public void Idle_BlocksStillCome_WaitsForTheLastSample()
    {
        _rig.Feed(Break);
        _rig.Stream.Idle(TimeSpan.Zero);
        _rig.Feed(1, 2, 3);
        _rig.Stream.Idle(TimeSpan.FromMinutes(1));
        _rig.Watch.Samples.IsHolding.ShouldBeFalse();

        _rig.Feed(4, 5, 6);

        _rig.Watch.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(0, 4, 10));
    }

    [Fact]
    public void Idle_Retired_EndsTwoSecondsBehindTheLastBlockWithWhatThereIs()
    {
        _rig.Feed(Break);
        BreakWatch watch = _rig.Watch;
        _rig.Stream.Retire(true);
        _rig.Stream.Idle(TimeSpan.FromSeconds(7));
        _rig.Stream.Idle(TimeSpan.FromSeconds(8.9));
        _rig.Watch.ShouldBeSameAs(watch);

        _rig.Stream.Idle(TimeSpan.FromSeconds(9));

        _rig.Stream.Watches.ShouldBeSameAs(BreakWatches.None);
        _rig.Service.Watches().Single().ShouldBeSameAs(watch);
        watch.Samples.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(0, 4, 6));
        watch.Samples.Release();
        _rig.Service.Tidy();
        _rig.Service.Watches().ShouldBeEmpty();
    }

    [Fact]
    public void Process_RetiredStreamIsBack_IsArmedAgain()
    {
        _rig.Feed(Break);
        _rig.Stream.Retire(true);
        _rig.Stream.Idle(TimeSpan.Zero);
        _rig.Stream.Idle(TimeSpan.FromSeconds(2));
        _rig.Stream.Retire(false);
        _rig.Feed(Break);

        _rig.Events().Select(made => made.Found.Index).ShouldBe([4, 10]);
    }

    [Fact]
    public void Process_AllTriggersTogetherNeedTooMuch_TheLastAreRefused()
    {
        using BreakRig many = new([.. Enumerable.Range(0, 6).Select(i =>
        {
            SignalMonitor.Variables.Definitions.BreakOptions options = BreakRig.Options();
            (options.Name, options.BeforeMs) = ($"b{i}", 100_000);
            return options;
        })]);
        many.Feed(0, 0, 0);

        many.Stream.Watches.Active.Length.ShouldBe(5);
        many.Stream.Watches.Faults.Single().Text.ShouldStartWith(
            "the captures of all break triggers would need 1207959552 bytes, more than 1073741824");
    }
}
