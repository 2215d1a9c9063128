using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;
using FuncLibs.Platform;

namespace FuncLibs.Transport.ZeroMq.Native;

/// <summary>
/// Finds libzmq under the names that its packages give it. An event of the load context and not the one resolver an assembly may have:
/// other rooms of this assembly look for their own libraries.
/// </summary>
internal static class ZeroMqLibrary
{
    public const string Name = "zmq-telemetry";

    private static readonly string[] Candidates =
        OperatingSystem.IsWindows() ? ["libzmq.dll", "libzmq-v143-mt-4_3_4.dll"]
        : OperatingSystem.IsMacOS() ? ["libzmq.dylib", "libzmq.5.dylib"]
        : ["libzmq.so.5", "libzmq.so"];

    private static readonly Lazy<bool> Registered = new(Register);

    /// <exception cref="TransportException">The library is not installed, or too old.</exception>
    public static void Ensure()
    {
        _ = Registered.Value;
        try
        {
            ZeroMqNative.Version(out int major, out int minor, out int patch);
            if (major != 4 || minor < 3)
                throw new TransportException($"libzmq {major}.{minor}.{patch} is installed, 4.3 or later is needed.");
        }
        catch (DllNotFoundException missing)
        {
            throw new TransportException("libzmq is not installed: on Debian and Ubuntu run 'sudo apt-get install libzmq5'.", missing);
        }
    }

    private static bool Register()
    {
        Assembly assembly = typeof(ZeroMqLibrary).Assembly;
        AssemblyLoadContext.GetLoadContext(assembly)!.ResolvingUnmanagedDll += (from, name) => name == Name ? Load(from) : 0;
        NativeHeap.KeepMemory();
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
