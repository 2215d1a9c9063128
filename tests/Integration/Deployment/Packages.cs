using Testing;
using Testing.Processes;

namespace Integration.Deployment;

/// <summary>Archive and Debian package of the builds that are tested, made by eng/package.sh.</summary>
internal static class Packages
{
    /// <summary>The kind of archive: programs for the installed runtime, which need no publishing.</summary>
    public const string System = "portable";

    /// <summary>Makes both in a folder.</summary>
    /// <returns>Path of the archive; the Debian package is beside it.</returns>
    public static string Make(string folder)
    {
        string programs = Path.Combine(folder, "programs");
        Directory.CreateDirectory(programs);
        foreach (string name in new[] { Hosts.Connector, Hosts.Monitor, Hosts.Simulator })
            Directory.CreateSymbolicLink(Path.Combine(programs, name), HostProcess.FolderOf(name));
        Run(Repository.PathOf("eng", "package.sh"), "--fast", "--out", folder, "--programs", programs, System);
        return Directory.GetFiles(folder, "telemetry-*.tar.gz").Single();
    }

    /// <summary>Runs a script; it must end with exit code 0.</summary>
    public static string Run(string file, params string[] words)
    {
        using HostProcess process = HostProcess.Run(file, file, [], words);
        process.WaitForExit().ShouldBe(0, process.Everything);
        return process.Everything;
    }
}
