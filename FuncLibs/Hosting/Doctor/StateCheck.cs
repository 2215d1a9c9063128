using FuncLibs.Hosting.State;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Can the state folder be written, and does it outlive a restart of the machine?</summary>
internal static class StateCheck
{
    private const string Name = "state";
    private const string FileSystem = "file-system";
    private static readonly string[] InMemory = ["tmpfs", "ramfs"];
    private static readonly string[] OnNetwork = ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.glusterfs"];

    /// <summary>Opens the folder as the program does.</summary>
    /// <param name="folder">The state folder; it is created if it is missing.</param>
    /// <param name="isRunning">True when the program has it in use.</param>
    public static DoctorFinding Check(string folder, out bool isRunning)
    {
        isRunning = false;
        try
        {
            StateFolder.Open(folder).Dispose();
            return DoctorFinding.Ok(Name, $"{Path.GetFullPath(folder)} can be written");
        }
        catch (StartupException e) when (e.Message.Contains("in use by another process", StringComparison.Ordinal))
        {
            isRunning = true;
            return DoctorFinding.Ok(Name, $"{Path.GetFullPath(folder)} is in use: the program runs");
        }
        catch (StartupException e)
        {
            return DoctorFinding.Fail(
                Name,
                $"{e.Message}",
                $"sudo chown -R $(id -un) {folder}; under systemd: StateDirectory= or ReadWritePaths={folder}");
        }
    }

    /// <summary>Judges the file system of a folder.</summary>
    public static DoctorFinding CheckFileSystem(string folder, SystemFiles system) => system.FileSystemOf(folder) switch
    {
        null => DoctorFinding.Warn(
            FileSystem, $"the file system of {folder} is not known", $"use a local disk, such as ext4 or xfs"),
        { } type when InMemory.Contains(type) => DoctorFinding.Fail(
            FileSystem,
            $"{folder} is on {type}: a restart of the machine loses identity, journal and position",
            $"choose a folder on a disk: --State:Folder /var/lib/telemetry/NAME"),
        { } type when OnNetwork.Contains(type) => DoctorFinding.Fail(
            FileSystem,
            $"{folder} is on {type}: locks and fsync of a network file system are not what the journal relies on",
            $"choose a folder on a local disk: --State:Folder /var/lib/telemetry/NAME"),
        "overlay" => DoctorFinding.Warn(
            FileSystem,
            $"{folder} is on the overlay of a container, and is lost with it",
            $"mount a volume there: docker run -v telemetry-state:{folder}"),
        { } type => DoctorFinding.Ok(FileSystem, $"{folder} is on {type}"),
    };
}
