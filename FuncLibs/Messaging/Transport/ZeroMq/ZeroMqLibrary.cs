using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using FuncLibs.Runtime.Platform;

namespace FuncLibs.Messaging.Transport.ZeroMq;

/// <summary>
/// Finds libzmq under the names that its packages give it. Uses an event of the load context instead of the one
/// resolver that an assembly may have, because other parts of this assembly load their own libraries.
/// </summary>
internal static class ZeroMqLibrary
{
    public const string Name = "zmq-telemetry";

    private static readonly string[] Candidates =
        OperatingSystem.IsWindows() ? ["libzmq.dll", "libzmq-v143-mt-4_3_4.dll"]
        : OperatingSystem.IsMacOS() ? ["libzmq.dylib", "libzmq.5.dylib"]
        : ["libzmq.so.5", "libzmq.so"];

    private static readonly Lazy<bool> Registered = new(Register);

    private const int Major = 4;
    private const int MinMinor = 3;
    private const string HowToInstall =
        "on Debian and Ubuntu run 'sudo apt-get install libzmq5', elsewhere see https://zeromq.org/download; "
            + "or run with Transport:Library netmq, on this machine only";

    /// <returns>The installed version.</returns>
    /// <exception cref="TransportException">The library is not installed, or has another version.</exception>
    public static Version Ensure()
    {
        _ = Registered.Value;
        try
        {
            ZeroMqNative.Version(out int major, out int minor, out int patch);
            Version version = new(major, minor, patch);
            return FindFault(version) is { } fault ? throw new TransportException(fault) : version;
        }
        catch (DllNotFoundException missing)
        {
            throw new TransportException($"libzmq is not installed, or cannot be loaded: {HowToInstall}.", missing);
        }
        catch (EntryPointNotFoundException other)
        {
            throw new TransportException($"What is installed as libzmq is another library: {HowToInstall}.", other);
        }
    }

    /// <summary>Why a version cannot be used; null when it can.</summary>
    public static string? FindFault(Version version) => version.Major == Major && version.Minor >= MinMinor
        ? null
        : $"libzmq {version} is installed, {Major}.{MinMinor} or a later {Major}.x is needed: {HowToInstall}.";

    private static bool Register()
    {
        Assembly assembly = typeof(ZeroMqLibrary).Assembly;
        AssemblyLoadContext.GetLoadContext(assembly)!.ResolvingUnmanagedDll +=
            (from, name) => name == Name ? Load(from) : 0;
        NativeHeap.KeepFreedPages();
        return true;
    }

    private static nint Load(Assembly from)
    {
        foreach (string candidate in Candidates)
        {
            if (NativeLibrary.TryLoad(candidate, from, null, out nint library))
                return library;
        }

        return 0;
    }
}
