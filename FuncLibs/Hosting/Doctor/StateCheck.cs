using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.Doctor;

/// <summary>Can the state folder be written, and does it outlive a restart of the machine?</summary>
internal static class StateCheck
{
    private const string Name = "state";
    private const string FileSystem = "file-system";
    private static readonly string[] InMemory = ["tmpfs", "ramfs"];
    private static readonly string[] OnNetwork = ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "fuse.glusterfs"];

    /// <summary>
    /// Opens the folder as the program does, and leaves nothing in it: another user, such as root, may run the check,
    /// and its lock file would keep the program out.
    /// </summary>
    /// <param name="folder">The state folder.</param>
    /// <param name="isRunning">True when the program has it in use.</param>
    public static DoctorFinding Check(string folder, out bool isRunning)
    {
        isRunning = false;
        string path = Path.GetFullPath(folder);
        try
        {
            if (File.Exists(path) || File.Exists(Path.Combine(path, StateFolder.LockName)))
                StateFolder.Open(path).Dispose();
            string place = ExistingFolder.Find(path);
            string probe = Path.Combine(place, $".doctor-{Environment.ProcessId}");
            File.WriteAllBytes(probe, []);
            File.Delete(probe);
            return DoctorFinding.Ok(Name, $"{path} can be {(place == path ? "written" : "created")}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Unusable(folder, OneLine.Format(e));
        }
        catch (StartupException e) when (e.Message.Contains("in use by another process", StringComparison.Ordinal))
        {
            isRunning = true;
            return DoctorFinding.Ok(Name, $"{Path.GetFullPath(folder)} is in use: the program runs");
        }
        catch (StartupException e)
        {
            return Unusable(folder, e.Message);
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

    private static DoctorFinding Unusable(string folder, string why) => DoctorFinding.Fail(
        Name,
        $"{why}",
        $"sudo chown -R $(id -un) {folder}; under systemd: StateDirectory= or ReadWritePaths={folder}");
}
