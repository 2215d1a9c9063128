using System.Reflection;
using System.Runtime.InteropServices;

namespace Benchmarks.Serialization.Native;

/// <summary>The C library, called directly: what the managed codec is held against. No program uses it.</summary>
internal static unsafe partial class NativeLz4
{
    private const string Library = "lz4-native";

    private static readonly string[] Candidates =
        OperatingSystem.IsWindows() ? ["liblz4.dll", "lz4.dll", "msys-lz4-1.dll"]
        : OperatingSystem.IsMacOS() ? ["liblz4.dylib", "liblz4.1.dylib"]
        : ["liblz4.so.1", "liblz4.so"];

    private static readonly Lazy<nint> Found = new(Find);

    static NativeLz4() => NativeLibrary.SetDllImportResolver(
        typeof(NativeLz4).Assembly, (name, _, _) => name == Library ? Found.Value : 0);

    /// <summary>True when the library is installed.</summary>
    public static bool IsAvailable => Found.Value != 0;

    /// <summary>The message where it is not.</summary>
    public static string MissingText =>
        $"# liblz4 is not installed (looked for {string.Join(", ", Candidates)}): no figures 'over-liblz4'. "
        + "On Debian and Ubuntu: apt-get install liblz4-1";

    /// <summary>Bytes written, or 0 when the target is too small.</summary>
    public static int Compress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        fixed (byte* from = source)
        fixed (byte* to = target)
            return Compress(from, to, source.Length, target.Length);
    }

    /// <summary>Bytes written, or a negative number when the block is malformed.</summary>
    public static int Decompress(ReadOnlySpan<byte> source, Span<byte> target)
    {
        fixed (byte* from = source)
        fixed (byte* to = target)
            return Decompress(from, to, source.Length, target.Length);
    }

    [LibraryImport(Library, EntryPoint = "LZ4_compress_default")]
    private static partial int Compress(byte* source, byte* target, int length, int capacity);

    [LibraryImport(Library, EntryPoint = "LZ4_decompress_safe")]
    private static partial int Decompress(byte* source, byte* target, int length, int capacity);

    private static nint Find()
    {
        Assembly here = typeof(NativeLz4).Assembly;
        foreach (string candidate in Candidates)
        {
            if (NativeLibrary.TryLoad(candidate, here, null, out nint library))
                return library;
        }

        return 0;
    }
}
