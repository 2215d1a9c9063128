using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>Node with the packages of tests/Interop/node, which `eng/setup.sh --tests` installs.</summary>
internal static class Node
{
    /// <summary>Runs one of the scripts of tests/Interop/node.</summary>
    public static HostProcess Start(string script, params IEnumerable<string> arguments)
    {
        string folder = Path.Combine(Repository.Root, "tests", "Interop", "node");
        Directory.Exists(Path.Combine(folder, "node_modules", "@mcap")).ShouldBeTrue(
            "the packages of tests/Interop/node are missing: run eng/setup.sh --tests");
        return HostProcess.Run(script, "/usr/bin/node", [], [Path.Combine(folder, script), .. arguments]);
    }
}
