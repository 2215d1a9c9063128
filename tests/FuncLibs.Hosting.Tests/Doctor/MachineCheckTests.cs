using FuncLibs.Hosting.Doctor;
using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Platform;
using Testing;

namespace FuncLibs.Hosting.Tests.Doctor;

/// <summary>Clock, disk, memory, files and scheduler.</summary>
public sealed class MachineCheckTests : IDisposable
{
    private const long MiB = 1 << 20;
    private readonly SystemFolder _system = new();
    private readonly TemporaryFolder _folder = new();

    public void Dispose()
    {
        _system.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Clock_ThisMachine_IsReadOnLinux() =>
        ClockDiscipline.Read().HasValue.ShouldBe(Linux.InUse && Environment.Is64BitProcess);

    [Fact]
    public void Clock_Synchronized_IsOk() =>
        ClockCheck.Check(new(true, TimeSpan.FromMilliseconds(3))).Result.ShouldBe(DoctorResult.Ok);

    [Fact]
    public void Clock_NotSynchronized_WarnsWithACommand()
    {
        DoctorFinding clock = ClockCheck.Check(new(false, TimeSpan.FromSeconds(16)));
        clock.Result.ShouldBe(DoctorResult.Warn);
        clock.Fix!.ShouldContain("chrony");
    }

    [Fact]
    public void Clock_LargeError_Warns() =>
        ClockCheck.Check(new(true, TimeSpan.FromSeconds(1))).Result.ShouldBe(DoctorResult.Warn);

    [Fact]
    public void State_FolderThatCanBeWritten_IsOk()
    {
        StateCheck.Check(_folder.File("state"), out bool isRunning).Result.ShouldBe(DoctorResult.Ok);
        isRunning.ShouldBeFalse();
    }

    [Fact]
    public void State_FolderOfAnotherUser_GetsNoFile()
    {
        StateCheck.Check(_folder.Path, out _).Result.ShouldBe(DoctorResult.Ok);
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void State_FolderInUse_MeansThatTheProgramRuns()
    {
        using StateFolder owner = StateFolder.Open(_folder.Path);
        StateCheck.Check(_folder.Path, out bool isRunning).Result.ShouldBe(DoctorResult.Ok);
        isRunning.ShouldBeTrue();
    }

    [Fact]
    public void State_FolderIsAFile_FailsWithTheReason()
    {
        File.WriteAllText(_folder.File("state"), "");
        DoctorFinding state = StateCheck.Check(_folder.File("state"), out _);
        state.Result.ShouldBe(DoctorResult.Fail);
        state.Found.ShouldContain("is a file");
    }

    [Theory]
    [InlineData("ext4", "ok")]
    [InlineData("overlay", "warn")]
    [InlineData("tmpfs", "fail")]
    [InlineData("nfs4", "fail")]
    [InlineData("cifs", "fail")]
    public void FileSystem_Type_IsJudged(string type, string result)
    {
        _system.Write("/proc/self/mountinfo", $"22 1 8:1 / / rw - {type} /dev/x rw");
        DoctorFinding found = StateCheck.CheckFileSystem("/var/lib/telemetry", _system.Files);
        found.Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);
        (found.Fix is null).ShouldBe(result == "ok");
    }

    [Theory]
    [InlineData(200, 1, "ok")]
    [InlineData(200, 150, "warn")]
    [InlineData(60, 1, "warn")]
    [InlineData(20, 1, "fail")]
    public void DiskSpeed_AgainstTheReferenceRig_IsJudged(double mbps, double longestMs, string result) =>
        DiskCheck.Judge("/x", new(mbps, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(longestMs)), 38)
            .Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);

    [Fact]
    public void DiskSpeed_RealFolder_IsMeasuredAndLeavesNothing()
    {
        DiskCheck.CheckSpeed(_folder.Path, 0.5).Found.ShouldContain("fsync");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void DiskSpeed_MissingFolder_FailsWithTheReason() =>
        DiskCheck.CheckSpeed(_folder.File("none"), 0.5).Result.ShouldBe(DoctorResult.Fail);

    [Theory]
    [InlineData(100_000_000_000, "ok")]
    [InlineData(20_000_000_000, "warn")]
    [InlineData(500_000_000, "fail")]
    public void DiskSpace_AgainstTheQuota_IsJudged(long free, string result) =>
        DiskCheck.JudgeSpace("/x", free, 50_000_000_000).Result.ToString()
            .ShouldBe(result, StringCompareShould.IgnoreCase);

    [Theory]
    [InlineData("256", "fail")]
    [InlineData("1024", "warn")]
    [InlineData("65536", "ok")]
    [InlineData("unlimited", "ok")]
    public void Files_Limit_IsJudged(string limit, string result)
    {
        _system.Write("/proc/self/limits", $"Max open files            {limit}   {limit}   files");
        LimitCheck.CheckFiles(_system.Files).Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);
    }

    [Theory]
    [InlineData(4000, "ok")]
    [InlineData(1500, "warn")]
    [InlineData(500, "fail")]
    public void Memory_Free_IsJudged(long freeMiB, string result)
    {
        _system.Write("/proc/meminfo", $"MemTotal: 9000000 kB\nMemAvailable:   {freeMiB * 1024} kB");
        LimitCheck.CheckMemory(_system.Files, 1000 * MiB).Result.ToString()
            .ShouldBe(result, StringCompareShould.IgnoreCase);
    }

    [Fact]
    public void Memory_ParentControlGroupHasLess_CountsAndIsNamed()
    {
        _system.Write("/proc/meminfo", "MemAvailable:   9000000 kB");
        _system.Write("/proc/self/cgroup", "0::/system.slice/telemetry.service");
        _system.Write("/sys/fs/cgroup/system.slice/telemetry.service/memory.max", "max");
        _system.Write("/sys/fs/cgroup/system.slice/memory.max", $"{300 * MiB}");
        DoctorFinding memory = LimitCheck.CheckMemory(_system.Files, 1000 * MiB);
        memory.Result.ShouldBe(DoctorResult.Fail);
        memory.Found.ShouldContain("/system.slice");
    }

    [Fact]
    public void Memory_AddressSpaceIsLimited_Fails()
    {
        _system.Write("/proc/meminfo", "MemAvailable:   9000000 kB");
        _system.Write("/proc/self/limits", "Max address space         4294967296           unlimited            bytes");
        LimitCheck.CheckMemory(_system.Files, MiB).Result.ShouldBe(DoctorResult.Fail);
    }

    [Fact]
    public void Ring_MissingFolder_Warns() =>
        LimitCheck.CheckRing(_folder.File("none"), MiB).Result.ShouldBe(DoctorResult.Warn);

    [Fact]
    public void Ring_LessRoomThanTheRing_Warns() =>
        LimitCheck.CheckRing(_folder.Path, long.MaxValue).Result.ShouldBe(DoctorResult.Warn);

    [Theory]
    [InlineData("6.18.5", "0", "ok")]
    [InlineData("6.1.0-43-amd64", "0", "warn")]
    [InlineData("6.1.0-43-amd64", "10", "ok")]
    [InlineData("unreadable", "0", "warn")]
    public void Scheduler_KernelAndRights_AreJudged(string kernel, string priority, string result)
    {
        _system.Write("/proc/sys/kernel/osrelease", kernel);
        _system.Write("/proc/self/limits", $"Max realtime priority     {priority}                    {priority}");
        SchedulerCheck.Check(_system.Files, 2).Single(finding => finding.Check == "scheduler").Result.ToString()
            .ShouldBe(result, StringCompareShould.IgnoreCase);
    }

    [Fact]
    public void Scheduler_OneProcessorThatSavesPower_WarnsOfBoth()
    {
        _system.Write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave");
        SchedulerCheck.Check(_system.Files, 1).Where(finding => finding.Result == DoctorResult.Warn)
            .Select(finding => finding.Check).ShouldBe(["processors", "scheduler", "frequency"]);
    }
}
