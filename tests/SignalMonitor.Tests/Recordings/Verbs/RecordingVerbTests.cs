using System.Text.Json;
using FuncLibs.Hosting;
using SignalMonitor.Audit;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Tests.Recorder;
using Testing;

namespace SignalMonitor.Tests.Recordings.Verbs;

public sealed class RecordingVerbTests : IDisposable
{
    private readonly RecorderRig _rig = new();
    private readonly TemporaryFolder _state = new();

    public void Dispose()
    {
        _rig.Dispose();
        _state.Dispose();
    }

    [Fact]
    public void List_SeveralRecordings_HasALineForEach()
    {
        Record("A", 5);
        Record("B", 7);

        (int code, string output, _) = Run(new() { Action = RecordingAction.List });
        code.ShouldBe(ExitCodes.Ok);
        output.ShouldContain("2 recordings");
        output.Split('\n').ShouldContain(line => line.StartsWith("lab/rig1  B", StringComparison.Ordinal));
    }

    [Fact]
    public void Info_Json_SaysWhatIsKept()
    {
        Record("A", 5);

        (int code, string output, _) = Run(new() { Action = RecordingAction.Info, Json = true });
        code.ShouldBe(ExitCodes.Ok);
        JsonElement info = JsonDocument.Parse(output).RootElement;
        info.GetProperty("run").GetString().ShouldBe("A");
        info.GetProperty("blocks").GetInt64().ShouldBe(5);
        info.GetProperty("gaps").GetInt64().ShouldBe(0);
        info.GetProperty("damaged").GetInt32().ShouldBe(0);
        info.GetProperty("torn").GetInt32().ShouldBe(0);
        info.GetProperty("from").GetDateTimeOffset().ShouldBe(
            DateTimeOffset.UnixEpoch.AddTicks(TestStream.AcquiredNs / 100));
        info.GetProperty("to").GetDateTimeOffset().ShouldBe(info.GetProperty("from").GetDateTimeOffset());
        info.GetProperty("bytes").GetInt64().ShouldBe(SegmentsOf("A").Sum(file => new FileInfo(file).Length));
    }

    [Fact]
    public void Info_MissingBlocks_AreCounted()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);
        _rig.Data(9, 12);
        _rig.Stop();

        Run(new() { Action = RecordingAction.Info }).Output.ShouldContain("9 blocks, 3 missing between them");
        Run(new() { Action = RecordingAction.Verify }).Code.ShouldBe(ExitCodes.FatalError);
    }

    [Fact]
    public void Verify_FlippedByte_IsFound()
    {
        Record("A", 5);
        string segment = SegmentsOf("A").Single();
        byte[] bytes = File.ReadAllBytes(segment);
        bytes[^100] ^= 1;
        File.WriteAllBytes(segment, bytes);

        Run(new() { Action = RecordingAction.Info }).Code.ShouldBe(ExitCodes.Ok);
        (int code, string output, _) = Run(new() { Action = RecordingAction.Verify });
        code.ShouldBe(ExitCodes.FatalError);
        output.ShouldContain("1 damaged ranges");
    }

    [Fact]
    public void Repair_TornEnd_IsCut()
    {
        Record("A", 5);
        using (FileStream file = new(SegmentsOf("A").Single(), FileMode.Append))
            file.Write("CDB1 torn"u8);

        Run(new() { Action = RecordingAction.Verify }).Output.ShouldContain("1 torn ends");
        Run(new() { Action = RecordingAction.Repair }).Code.ShouldBe(ExitCodes.Ok);
        Run(new() { Action = RecordingAction.Verify }).ShouldSatisfyAllConditions(
            result => result.Code.ShouldBe(ExitCodes.Ok),
            result => result.Output.ShouldContain("0 torn ends"));
    }

    [Fact]
    public void Repair_WhileItIsWritten_IsRefused()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);

        (int code, _, string errors) = Run(new() { Action = RecordingAction.Repair });
        code.ShouldBe(ExitCodes.CannotStart);
        errors.ShouldContain("is being written");
    }

    [Fact]
    public void Info_SeveralRecordings_AsksForOne()
    {
        Record("A", 1);
        Record("B", 1);

        Run(new() { Action = RecordingAction.Info }).Errors.ShouldContain("choose one by the name of its run");
        Run(new() { Action = RecordingAction.Info, Name = "B" }).Output.ShouldContain("test run B of lab/rig1");
        Run(new() { Action = RecordingAction.Info, Name = "C" }).Errors.ShouldContain("no recording of test run 'C'");
    }

    [Fact]
    public void Info_NoFolder_SaysHowOneComesToBe() =>
        Run(new() { Action = RecordingAction.Info }).ShouldSatisfyAllConditions(
            result => result.Code.ShouldBe(ExitCodes.CannotStart),
            result => result.Errors.ShouldContain("testrun start"));

    [Fact]
    public void List_DamagedDocument_IsNamedAndTheOthersListed()
    {
        Record("A", 1);
        Record("B", 1);
        File.WriteAllText(Path.Combine(_rig.PathOf("A"), "recording.json"), "{");

        (int code, string output, string errors) = Run(new() { Action = RecordingAction.List });
        code.ShouldBe(ExitCodes.Ok);
        output.ShouldContain("1 recordings");
        errors.ShouldContain(_rig.PathOf("A"));
    }

    [Fact]
    public void Keep_ThenRelease_MarksTheRecordingAndTakesItBack()
    {
        Record("A", 1);

        Run(new() { Action = RecordingAction.Keep, Name = "A" }).Code.ShouldBe(ExitCodes.Ok);
        _rig.Document("A").Keep.ShouldBeTrue();
        Run(new() { Action = RecordingAction.Info }).Output.ShouldContain("kept: retention does not remove it");
        Run(new() { Action = RecordingAction.Release, Name = "A" }).Code.ShouldBe(ExitCodes.Ok);
        _rig.Document("A").Keep.ShouldBeFalse();
    }

    [Fact]
    public void Run_WhatChangesARecording_IsNotedAndWhatReadsItIsNot()
    {
        Record("A", 1);
        _rig.Stop();

        Run(new() { Action = RecordingAction.Keep, Name = "A", By = "kim" }, _rig.Audit).Code.ShouldBe(ExitCodes.Ok);
        Run(new() { Action = RecordingAction.Release, Name = "A", By = "kim" }, _rig.Audit);
        Run(new() { Action = RecordingAction.Repair, Name = "A", By = "ann" }, _rig.Audit);
        Run(new() { Action = RecordingAction.Info, Name = "A" }, _rig.Audit);
        Run(new() { Action = RecordingAction.Verify, Name = "A" }, _rig.Audit);

        AuditFolder.NewestFirst(_rig.Audit.Files, long.MaxValue, _ => { })
            .Reverse()
            .Select(entry => (entry.Action.Who, entry.Action.From, entry.Action.Action, entry.Action.Target))
            .ShouldBe(
            [
                ("kim", "verb recording", "recording.keep", "lab/rig1 test run A"),
                ("kim", "verb recording", "recording.release", "lab/rig1 test run A"),
                ("ann", "verb recording", "recording.repair", "lab/rig1 test run A"),
            ]);
    }

    [Theory]
    [InlineData(RecordingAction.Keep)]
    [InlineData(RecordingAction.Repair)]
    public void Run_ChangeThatCannotBeNoted_IsNotMade(object action)
    {
        Record("A", 1);
        _rig.Stop();
        Directory.CreateDirectory(Path.Combine(_rig.Audit.Files.Folder, AuditLog.LockName));

        (int code, string output, string errors) =
            Run(new() { Action = (RecordingAction)action, Name = "A" }, _rig.Audit);
        (code, output).ShouldBe((ExitCodes.CannotStart, ""));
        errors.ShouldStartWith("recording: nothing was changed, because it could not be noted: ");
        _rig.Document("A").Keep.ShouldBeFalse();
    }

    [Fact]
    public void Run_RecordingOfARunThatIsNeverStopped_IsSaidToBeOpenAndWhole()
    {
        Record("A", 5);
        _rig.Stop();

        Run(new() { Action = RecordingAction.List }).Output.ShouldContain("  open  ");
        (int code, string text, _) = Run(new() { Action = RecordingAction.Verify, Name = "A" });
        code.ShouldBe(ExitCodes.Ok);
        text.ShouldContain("not stopped, the recording is open");
        text.ShouldContain("5 blocks, 0 missing between them");
    }

    [Fact]
    public void Info_TwoRunsOfOneName_AsksForTheFolder()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);
        _rig.Take(RecorderRig.Run("A", RecorderRig.Started.AddDays(1)));
        _rig.WaitFor(status => status.Folder == _rig.PathOf("A", 2));
        _rig.Stop();

        (int code, _, string errors) = Run(new() { Action = RecordingAction.Info, Name = "A" });
        code.ShouldBe(ExitCodes.CannotStart);
        errors.Trim().ShouldBe("recording: test run 'A' has 2 recordings; choose one with --source: "
            + $"{_rig.PathOf("A")}, {_rig.PathOf("A", 2)}");
    }

    [Fact]
    public void Repair_Refused_HasASecondEntryWithTheReason()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);
        AuditLog log = AuditLog.In(_state.Path, TimeProvider.System);

        Run(new() { Action = RecordingAction.Repair, By = "kim" }, log).Code.ShouldBe(ExitCodes.CannotStart);

        AuditAction[] noted =
            [.. AuditFolder.NewestFirst(log.Files, long.MaxValue, _ => { }).Select(entry => entry.Action)];
        noted.Select(action => (action.Action, action.Target)).ShouldBe(Enumerable.Repeat(
            (AuditActions.RecordingRepair, AuditActions.TestRunTarget(RecorderRig.Station, "A")), 2));
        (noted[0].Old, noted[1].Old).ShouldBe(("refused", null));
        noted[0].New!.ShouldContain("is being written");
    }

    [Fact]
    public void Run_EveryAction_IsKnown()
    {
        Record("A", 1);

        foreach (RecordingAction action in Enum.GetValues<RecordingAction>())
            Run(new() { Action = action }).Code.ShouldBe(ExitCodes.Ok, action.ToString());
    }

    // As a shell calls it: the section Run of the program's own options must not be in the way of the name.
    [Fact]
    public async Task Command_NameAfterTheAction_ChoosesTheRun()
    {
        Record("A", 5);
        Record("B", 7);

        (int code, string output, string errors) =
            await MonitorCommand.RunAsync(Stream.Null, "recording", "info", "B", "--source", _rig.Root);
        (code, errors).ShouldBe((ExitCodes.Ok, ""));
        output.ShouldContain("test run B of lab/rig1");
    }

    private void Record(string run, ulong blocks)
    {
        _rig.Take(RecorderRig.Run(run));
        _rig.Data(1, blocks);
        _rig.Restart();
    }

    private string[] SegmentsOf(string run) =>
        Directory.GetFiles(Path.Combine(_rig.PathOf(run), "journal"), "*.seg");

    private (int Code, string Output, string Errors) Run(RecordingVerbOptions options, AuditLog? audit = null)
    {
        using StringWriter output = new();
        using StringWriter errors = new();
        int code = RecordingVerb.Run(options, _rig.Root, output, errors, TimeProvider.System, audit);
        return (code, output.ToString(), errors.ToString());
    }
}
