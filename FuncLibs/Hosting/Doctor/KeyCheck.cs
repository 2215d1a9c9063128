using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.Direct;
using FuncLibs.Messaging.Transport.ZeroMq;

namespace FuncLibs.Hosting.Doctor;

/// <summary>The ZeroMQ library, the own key, its folder, and who may connect.</summary>
internal static class KeyCheck
{
    private const string Name = "keys";
    private const UnixFileMode OfOthers = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute;

    /// <summary>Which library carries the data?</summary>
    /// <param name="transport">What is configured.</param>
    /// <param name="hasKeys">Whether a key of its own is.</param>
    /// <param name="fault">Why libzmq cannot be used; null when it can.</param>
    public static DoctorFinding CheckLibrary(TransportOptions transport, bool hasKeys, string? fault) =>
        TransportFactory.Resolve(
            transport.Library, hasKeys, DirectTransport.SystemFault() is null, () => fault) switch
        {
            TransportChoice.Direct when DirectTransport.SystemFault() is { } system =>
                DoctorFinding.Fail("zeromq", $"{system}", $"set Transport:Library to libzmq or netmq"),
            TransportChoice.Direct =>
                DoctorFinding.Ok("zeromq", $"the direct transport is used: no library is needed"),
            TransportChoice.Libzmq when fault is null => DoctorFinding.Ok("zeromq", $"libzmq is installed"),
            TransportChoice.Libzmq => DoctorFinding.Fail(
                "zeromq",
                $"{(hasKeys ? "keys need libzmq" : "Transport:Library is libzmq")}: {fault}",
                $"sudo apt-get install libzmq5"),
            _ when fault is null => DoctorFinding.Ok("zeromq", $"NetMQ is used, on this machine only"),
            _ => DoctorFinding.Warn(
                "zeromq", $"NetMQ is used, on this machine only: {fault}", $"sudo apt-get install libzmq5"),
        };

    /// <summary>The same for this machine.</summary>
    public static DoctorFinding CheckLibrary(TransportOptions transport, bool hasKeys) =>
        CheckLibrary(transport, hasKeys, ZeroMqTransport.LibraryFault());

    /// <summary>The own key, and the peers that may connect.</summary>
    public static IEnumerable<DoctorFinding> Check(SecurityOptions security, bool demandsKeys)
    {
        if (security.KeyFile.Length == 0)
        {
            yield return security.AllowInsecure
                ? DoctorFinding.Warn(
                    Name,
                    $"Security:AllowInsecure is true: anyone on the network can read the data and send requests",
                    $"make keys: keys new --name NAME --out FOLDER")
                : DoctorFinding.Ok(Name, $"none: sockets bind on loopback only");
            yield break;
        }

        if (security.FindKeyFault(out KeyFile? own) is { } fault)
        {
            yield return DoctorFinding.Fail(
                Name, $"{fault}", $"keys new --name NAME --out FOLDER, or chmod 600 {security.KeyFile}");
            yield break;
        }

        string folder = Path.GetDirectoryName(Path.GetFullPath(security.KeyFile))!;
        if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(folder) & OfOthers) != 0)
            yield return DoctorFinding.Warn(
                Name,
                $"{folder} may be entered by others; the secret key itself may not be read",
                $"chmod 700 {folder}");
        if (demandsKeys)
        {
            foreach (DoctorFinding finding in CheckAllowed(security.EffectiveAllowedFolder))
                yield return finding;
        }

        yield return DoctorFinding.Ok(Name, $"{own!.Name}, {own.Public.Fingerprint}");
    }

    private static IEnumerable<DoctorFinding> CheckAllowed(string folder)
    {
        AllowedPeersView allowed = new AllowedPeers(folder).Current;
        foreach (string fault in allowed.Faults)
            yield return DoctorFinding.Warn(Name, $"not used: {fault}", $"repair or remove the file");
        yield return allowed.Peers.IsEmpty
            ? DoctorFinding.Fail(Name, $"{folder} allows no peer", $"keys allow FILE.pub")
            : DoctorFinding.Ok(
                Name, $"may connect: {string.Join(", ", allowed.Peers.Select(peer => peer.Name))}");
    }
}
