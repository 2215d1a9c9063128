using FuncLibs.Hosting;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;

namespace SignalMonitor.Tests.Recorder.Modes;

public sealed class CycleModeTests
{
    private const string Signal = "servo1.count";

    [Fact]
    public void IsChosen_UpToAThousand_AreOneTwoFiveOfEachDecade() =>
        Enumerable.Range(0, 1001).Where(cycle => CycleSelector.IsChosen(cycle))
            .ShouldBe([0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);

    [Fact]
    public void Take_Cycles_KeepsTheChosenAndSaysWhatIsLeftOut()
    {
        using RecorderRig rig = new(cycles: Signal);
        RecordCycles(rig);
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 9, 10, 19, 20]);
        rig.Document("A").NotKept.ShouldBe(
            [
                new NotKeptRange("journal", 1, TestStream.Id, 5, 8, "Cycles"),
                new NotKeptRange("journal", 1, TestStream.Id, 11, 18, "Cycles"),
            ]);
        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => (summary.Blocks, summary.Gaps, summary.NotKept).ShouldBe((8, 0, 12)),
            summary => summary.IsWhole.ShouldBeTrue());
    }

    [Fact]
    public void Take_BlocksLostBetweenThose_AreStillGaps()
    {
        using RecorderRig rig = new(cycles: Signal);
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(1, 1, 2);
        rig.Cycle(3, 3, 4);
        rig.Cycle(4, 7, 8);
        rig.Cycle(5, 9, 10);
        rig.Stop();

        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => (summary.Blocks, summary.Gaps, summary.NotKept).ShouldBe((4, 2, 4)),
            summary => summary.IsWhole.ShouldBeFalse());
    }

    [Fact]
    public void Restart_BlocksThatWereLeftOut_ComeAgainAndStayLeftOut()
    {
        using RecorderRig rig = new(cycles: Signal);
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(2, 1, 2);
        rig.Cycle(3, 3, 8);
        rig.Restart();
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(3, 5, 12);
        rig.Cycle(5, 13, 14);
        rig.Stop();

        rig.Sequences("A").ShouldBe([1, 2, 13, 14]);
        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => (summary.Gaps, summary.NotKept).ShouldBe((0, 10)),
            summary => summary.IsWhole.ShouldBeTrue());
    }

    [Fact]
    public void Take_StreamWithoutTheSignal_IsKeptWhole()
    {
        using RecorderRig rig = new(cycles: "servo7.count");
        RecordCycles(rig);
        rig.Stop();

        rig.Verify("A").Blocks.ShouldBe(20);
    }

    [Fact]
    public void TakePosition_BlocksAreLeftOut_WaitsUntilThatIsWrittenDown()
    {
        using RecorderRig rig = new(cycles: Signal);
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(1, 1, 1);
        rig.Cycle(3, 2, 9);
        rig.Intake.NotePosition();
        rig.Intake.RunCompute();

        SpinWait.SpinUntil(() => rig.Intake.Mark.TryTake("c") is not null, TimeSpan.FromSeconds(30)).ShouldBeTrue();
        rig.Document("A").NotKept.ShouldBe([new NotKeptRange("journal", 1, TestStream.Id, 2, 9, "Cycles")]);
    }

    [Fact]
    public void Info_BlocksWereLeftOut_SaysThatTheyAreNoLoss()
    {
        using RecorderRig rig = new(cycles: Signal);
        RecordCycles(rig);
        rig.Stop();
        using StringWriter output = new();

        RecordingVerb.Run(
            new() { Action = RecordingAction.Verify }, rig.Root, output, TextWriter.Null, TimeProvider.System)
            .ShouldBe(ExitCodes.Ok);
        output.ToString().ShouldContain("12 blocks were not kept on purpose (Recorder:Mode=Cycles); they are no loss");
    }

    private static void RecordCycles(RecorderRig rig)
    {
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(1, 1, 2);
        rig.Cycle(2, 3, 4);
        rig.Cycle(3, 5, 6);
        rig.Cycle(4, 7, 8);
        rig.Cycle(5, 9, 10);
        for (long cycle = 6; cycle <= 9; cycle++)
            rig.Cycle(cycle, (ulong)(2 * cycle) - 1, (ulong)(2 * cycle));
        rig.Cycle(10, 19, 20);
    }
}
