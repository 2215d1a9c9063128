using FuncLibs.Runtime.Platform;

namespace FuncLibs.Hosting.Transports;

/// <summary>
/// Connections that each port of a host takes at a time. More than that are ended as they come, so that peers never
/// take the files that the host needs itself: without one .NET cannot start a thread, nor read the allowed peers.
/// </summary>
/// <param name="PerPort">Connections of a port.</param>
public sealed record ConnectionBudget(int PerPort)
{
    /// <summary>Fewest files with which a host starts.</summary>
    public const int MinOpenFiles = 1024;

    // A host has up to 250 files open once it runs, most of them assemblies. The rest is for recordings, exports and
    // threads that start, and for connections that are about to be ended: 200 of a crowd of 1000 were measured.
    private const int OwnFiles = 640;
    private const int OwnShare = 4;
    private const int MaxPorts = 4;

    /// <summary>The budget of this process.</summary>
    /// <exception cref="StartupException">It may have fewer than <see cref="MinOpenFiles"/> files open.</exception>
    public static ConnectionBudget ForProcess() => Create(OpenFiles.Limit);

    /// <summary>The budget of a limit of open files.</summary>
    /// <param name="openFiles">The limit; null for none.</param>
    /// <exception cref="StartupException">It is lower than <see cref="MinOpenFiles"/>.</exception>
    public static ConnectionBudget Create(long? openFiles)
    {
        if (openFiles is not { } files)
            return new ConnectionBudget(int.MaxValue);
        if (files < MinOpenFiles)
            throw new StartupException(
                $"the limit of open files is {files}, and {MinOpenFiles} are needed: raise it (ulimit -n 65536; "
                    + "systemd: LimitNOFILE=65536)");
        long forPeers = files - Math.Max(OwnFiles, files / OwnShare);
        return new ConnectionBudget((int)Math.Min(forPeers / MaxPorts, int.MaxValue));
    }
}
