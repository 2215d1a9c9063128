using SignalMonitor.Captures;

namespace SignalMonitor.Tests.Captures;

public sealed class CaptureLoopTests : IDisposable
{
    private readonly CaptureRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void ProcessAll_FinishedCapture_IsAFileNamedByItsBreak()
    {
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: false);

        Path.GetFileName(_rig.Files.Single()).ShouldBe("main-snap-20231114T221320.000Z-7.capture");
        _rig.Loop.Status.ShouldBe(new SignalMonitor.Breaks.CaptureStatus(1, 0, 0, null));
        _rig.Rig.Watch.Samples.IsHolding.ShouldBeFalse();
    }

    [Fact]
    public void ProcessAll_CaptureOfARecording_IsMarkedInItsNameAndHeader()
    {
        _rig.Rig.Flags = FuncLibs.Messaging.Wire.FrameFlags.Recording;
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: false);

        Path.GetFileName(_rig.Files.Single()).ShouldBe("main-snap-20231114T221320.000Z-7-replay.capture");
        CaptureHeader header = CaptureReader.ReadFile(_rig.Files.Single(), out _).ShouldNotBeNull().Header;
        header.IsReplay.ShouldBeTrue();
        CaptureEncoding.SizeOf(header).ShouldBe(new FileInfo(_rig.Files.Single()).Length);
    }

    [Fact]
    public void ProcessAll_FolderCannotBeMade_WaitsAndIsWrittenLater()
    {
        File.WriteAllText(_rig.Folder, "no folder");
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: false);
        _rig.Loop.Status.ShouldSatisfyAllConditions(
            status => (status.Written, status.Failed, status.Waiting).ShouldBe((0, 1, 1)),
            status => status.Fault.ShouldNotBeNull());

        File.Delete(_rig.Folder);
        _rig.Loop.ProcessAll(isLast: false);
        _rig.Files.ShouldBeEmpty();
        _rig.Time.Advance(CaptureLoop.RetryInterval);
        _rig.Loop.ProcessAll(isLast: false);

        _rig.Files.Length.ShouldBe(1);
        _rig.Loop.Status.ShouldBe(new SignalMonitor.Breaks.CaptureStatus(1, 1, 0, null));
    }

    [Fact]
    public void ProcessAll_AtTheEnd_TriesWhatFailedAtOnce()
    {
        File.WriteAllText(_rig.Folder, "no folder");
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: false);
        File.Delete(_rig.Folder);
        _rig.Loop.ProcessAll(isLast: true);

        _rig.Files.Length.ShouldBe(1);
    }

    [Fact]
    public void ProcessAll_FolderIsFull_ReportsItAndRemovesNothing()
    {
        using CaptureRig small = new(maxBytes: 500);
        Directory.CreateDirectory(small.Folder);
        File.WriteAllBytes(Path.Combine(small.Folder, "old.capture"), new byte[200]);
        small.Break();
        small.Loop.ProcessAll(isLast: false);

        small.Files.Select(Path.GetFileName).ShouldBe(["old.capture"]);
        small.Loop.Status.Fault!.ShouldContain("200 of 500 already; move some away");
    }

    [Fact]
    public void ProcessAll_SameBreakAfterARestart_KeepsTheFileThatIsThere()
    {
        Directory.CreateDirectory(_rig.Folder);
        string there = Path.Combine(_rig.Folder, "main-snap-20231114T221320.000Z-7.capture");
        File.WriteAllText(there, "whole");
        _rig.Break();
        _rig.Loop.ProcessAll(isLast: false);

        File.ReadAllText(there).ShouldBe("whole");
        _rig.Rig.Watch.Samples.IsHolding.ShouldBeFalse();
    }
}
