using System.Globalization;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Does a thread of the block path run soon after it wakes?</summary>
internal static class SchedulerCheck
{
    private const string Name = "scheduler";
    private const string Effect = "a block in a thousand is late by some ms while the machine is busy";
    private const int LeastProcessors = 2;
    private static readonly Version ShortSlices = new(6, 12);

    /// <summary>Real-time rights, or a kernel with short time slices; processors and their frequency.</summary>
    public static IEnumerable<DoctorFinding> Check(SystemFiles system, int processors)
    {
        if (processors < LeastProcessors)
            yield return DoctorFinding.Warn(
                "processors",
                $"{processors}: publishing and receiving wait for each other",
                $"use a machine with 2 or more");
        else
            yield return DoctorFinding.Ok("processors", $"{processors}");

        bool realTime = system.Limit("Max realtime priority") > 0;
        Version kernel = KernelVersion(system);
        if (realTime || kernel >= ShortSlices)
            yield return DoctorFinding.Ok(
                Name, $"{(realTime ? "real-time priorities are allowed" : $"Linux {kernel} has short time slices")}");
        else
            yield return DoctorFinding.Warn(
                Name,
                $"Linux {kernel} has no short time slices, and there is no right to real-time priorities: {Effect}",
                $"systemctl edit UNIT: [Service] CPUSchedulingPolicy=rr, CPUSchedulingPriority=10; or Linux 6.12");

        const string Governor = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
        if (system.Read(Governor) == "powersave")
            yield return DoctorFinding.Warn(
                "frequency", $"the processors save power", $"sudo cpupower frequency-set -g performance");
    }

    private static Version KernelVersion(SystemFiles system)
    {
        string[] parts = (system.Read("/proc/sys/kernel/osrelease") ?? "").Split('.', '-', '+');
        return parts.Length > 1 && Number(parts[0]) is { } major && Number(parts[1]) is { } minor
            ? new Version(major, minor)
            : new Version(0, 0);
    }

    private static int? Number(string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
}
