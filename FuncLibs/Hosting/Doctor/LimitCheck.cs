namespace FuncLibs.Hosting.Doctor;

/// <summary>Open files, memory and the file in shared memory.</summary>
internal static class LimitCheck
{
    private const long FewFiles = 1024;
    private const long EnoughFiles = 4096;
    private const long BytesPerKiB = 1024;
    private const double BytesPerMiB = 1 << 20;

    /// <summary>Each connection of a peer and each segment that is read takes a descriptor.</summary>
    public static DoctorFinding CheckFiles(SystemFiles system) => system.Limit("Max open files") switch
    {
        null => DoctorFinding.Warn("files", $"the limit of open files is not known", $"ulimit -n"),
        < FewFiles and var files => DoctorFinding.Fail(
            "files",
            $"{files} open files allowed: connections of peers may use them up",
            $"ulimit -n 65536; under systemd: LimitNOFILE=65536"),
        < EnoughFiles and var files => DoctorFinding.Warn(
            "files", $"{files} open files allowed", $"ulimit -n 65536; under systemd: LimitNOFILE=65536"),
        long.MaxValue => DoctorFinding.Ok("files", $"open files are not limited"),
        { } files => DoctorFinding.Ok("files", $"{files} open files allowed"),
    };

    /// <summary>The least of what is free and what the control groups of the process allow.</summary>
    public static DoctorFinding CheckMemory(SystemFiles system, long needed)
    {
        long? free = system.Lines("/proc/meminfo")
            .Where(line => line.StartsWith("MemAvailable:", StringComparison.Ordinal))
            .Select(line => long.TryParse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], out long kib)
                ? kib * BytesPerKiB
                : (long?)null)
            .FirstOrDefault();
        (string Group, long Limit)? group = GroupLimit(system);
        if (system.Limit("Max address space") is { } space and < long.MaxValue)
            return DoctorFinding.Fail(
                "memory",
                $"the address space is limited to {space / BytesPerMiB:0} MiB; the runtime reserves more",
                $"ulimit -v unlimited; under systemd: LimitAS=infinity, and MemoryMax= instead");
        if ((group?.Limit ?? free) is not { } room)
            return DoctorFinding.Warn("memory", $"the free memory is not known", $"free -m");
        string limit = group is { } set ? $"control group {set.Group}" : "free memory";
        room = Math.Min(room, free ?? room);
        FormattableString found =
            $"{room / BytesPerMiB:0} MiB ({limit}), the program may need {needed / BytesPerMiB:0}";
        return room < needed
            ? DoctorFinding.Fail("memory", found, $"end other programs, or raise the limit (systemd: MemoryMax=)")
            : room < 2 * needed
                ? DoctorFinding.Warn("memory", found, $"end other programs, or raise the limit (systemd: MemoryMax=)")
                : DoctorFinding.Ok("memory", found);
    }

    /// <summary>Is there room for the ring of the journal?</summary>
    public static DoctorFinding CheckRing(string folder, long bytes)
    {
        if (!Directory.Exists(folder))
            return DoctorFinding.Warn(
                "shared-memory",
                $"{folder} is missing: a kill loses frames that wait for the disk",
                $"set --Journal:RingFolder to a folder on tmpfs");
        long free = new DriveInfo(folder).AvailableFreeSpace;
        FormattableString found = $"{folder}: {free / BytesPerMiB:0} MiB free, the ring takes {bytes / BytesPerMiB:0}";
        return free < bytes
            ? DoctorFinding.Warn(
                "shared-memory",
                found,
                $"sudo mount -o remount,size=50% {folder} (container: --shm-size), or a smaller --Journal:RingMiB")
            : DoctorFinding.Ok("shared-memory", found);
    }

    // Version 2 of control groups: one line `0::/path`. Each parent may have a limit of its own; the least counts.
    private static (string Group, long Limit)? GroupLimit(SystemFiles system)
    {
        const string Unified = "0::";
        string? line = system.Lines("/proc/self/cgroup")
            .FirstOrDefault(l => l.StartsWith(Unified, StringComparison.Ordinal));
        (string Group, long Limit)? least = null;
        for (string? group = line?[Unified.Length..]; group is not null; group = Path.GetDirectoryName(group))
        {
            if (system.Number($"/sys/fs/cgroup{group}/memory.max") is { } limit && !(least?.Limit <= limit))
                least = (group, limit);
        }

        return least;
    }
}
