using Testing.Processes;

namespace Interop;

/// <summary>Node and npm of the system, with the packages that the scripts in tests/Interop/node need.</summary>
internal static class Node
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    /// <summary>Why its tests cannot run here; null when they can.</summary>
    public static string? Missing { get; } =
        IsThere("node") && IsThere("npm") ? null : "node and npm are missing (Debian: apt-get install nodejs npm)";

    /// <summary>The scripts with their packages, as the lock file has them, in a folder of the test.</summary>
    public static string Install(string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (string file in Directory.EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "node")))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
        using HostProcess npm = HostProcess.Run(
            "npm", "npm", [], ["ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel", "error"]);
        npm.WaitForExit(Limit).ShouldBe(0, npm.Everything);
        return folder;
    }

    private static bool IsThere(string program) => (Environment.GetEnvironmentVariable("PATH") ?? "")
        .Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));
}

/// <summary>A fact that needs Node; skipped with the reason where it is missing.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class NodeFactAttribute : FactAttribute
{
    public NodeFactAttribute() => Skip = Node.Missing;
}
