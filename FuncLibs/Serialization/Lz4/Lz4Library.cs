using System.Reflection;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace FuncLibs.Serialization.Lz4;

/// <summary>
/// Finds liblz4 under the names that its packages give it. An event of the load context and not the one resolver an assembly may have:
/// other rooms of this assembly look for their own libraries.
/// </summary>
internal static class Lz4Library
{
    public const string Name = "lz4-telemetry";

    private static readonly string[] Candidates =
        OperatingSystem.IsWindows() ? ["liblz4.dll", "lz4.dll", "msys-lz4-1.dll"]
        : OperatingSystem.IsMacOS() ? ["liblz4.dylib", "liblz4.1.dylib"]
        : ["liblz4.so.1", "liblz4.so"];

    private static readonly Lazy<bool> Found = new(Find);

    /// <summary>True when the library is installed. Looked for once.</summary>
    public static bool IsAvailable => Found.Value;

    /// <exception cref="Lz4MissingException">The library is not installed.</exception>
    public static void Ensure()
    {
        if (!Found.Value)
            throw new Lz4MissingException();
    }

    private static bool Find()
    {
        AssemblyLoadContext.GetLoadContext(typeof(Lz4Library).Assembly)!.ResolvingUnmanagedDll += (from, name) => name == Name ? Load(from) : 0;
        try
        {
            return Lz4Native.CompressBound(1) > 0;
        }
        catch (Exception missing) when (missing is DllNotFoundException or EntryPointNotFoundException)
        {
            return false;
        }
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
