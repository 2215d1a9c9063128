using FuncLibs.Hosting.Doctor;

namespace SignalMonitor.Sharing;

/// <summary>Whether names in the shared folder are looked up where they are, not remembered.</summary>
internal static class SharedMount
{
    /// <summary>
    /// What is wrong with the mount of a folder, in one line; null for nothing. An NFS client remembers for up to a
    /// minute which folder a name is (nfs(5), lookupcache): a former holder would find the state by its former name.
    /// </summary>
    /// <param name="folder">The folder.</param>
    /// <param name="system">Where the mounts are read.</param>
    public static string? FindFault(string folder, SystemFiles system) =>
        system.MountOf(folder) is { } mount && mount.Type.StartsWith("nfs", StringComparison.Ordinal)
        && !mount.Options.Split(',').Contains("lookupcache=none")
            ? $"{folder} is on {mount.Type} without lookupcache=none: for up to a minute a monitor that stood still could "
                + "write into a state that another one has taken"
            : null;
}
