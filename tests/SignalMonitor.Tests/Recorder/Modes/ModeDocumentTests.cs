using FuncLibs.Runtime.Files;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;

namespace SignalMonitor.Tests.Recorder.Modes;

/// <summary>The documents of a recording in modes cannot be written for a while.</summary>
public sealed class ModeDocumentTests
{
    [Theory]
    [InlineData(ResumeDocument.FileName)]
    [InlineData(RecordingDocument.FileName)]
    public void WriteDown_DocumentCannotBeWritten_IsSaidAndNothingIsSettledUntilItCan(string document)
    {
        using ModeRun run = new(new() { Mode = RecorderMode.Cycles, CycleSignal = "servo1.count" });
        run.Send(1);
        run.WaitUntilSettled(1);
        string blocker = Path.Combine(run.Folder, document + PendingFile.Ending);
        Directory.CreateDirectory(blocker);

        // Cycle 3 is left out.
        run.Send(2, block => block.Channel(FuncLibs.Blocks.BlockGroup.Servo, 0).Count.Fill(3));
        run.Rig.WaitFor(status => status.Fault is not null);
        run.Rig.Connection.Place.IsSettled.ShouldBeFalse();

        Directory.Delete(blocker);
        run.WaitUntilSettled(2);
        run.Rig.WaitFor(status => status.Fault is null);
        run.Rig.Document(ModeRun.Name).NotKept.ShouldHaveSingleItem().From.ShouldBe(2UL);
        run.End();
        run.Verified.IsWhole.ShouldBeTrue();
    }
}
