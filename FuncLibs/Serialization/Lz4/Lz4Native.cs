using System.Runtime.InteropServices;

namespace FuncLibs.Serialization.Lz4;

/// <summary>The functions of lz4.h that are used. They keep no state between calls and may run on many threads.</summary>
internal static unsafe partial class Lz4Native
{
    private const string Library = Lz4Library.Name;

    [LibraryImport(Library, EntryPoint = "LZ4_compressBound")]
    public static partial int CompressBound(int length);

    /// <summary>Bytes written, or 0 when <paramref name="capacity"/> is too small.</summary>
    [LibraryImport(Library, EntryPoint = "LZ4_compress_default")]
    public static partial int Compress(byte* source, byte* target, int length, int capacity);

    /// <summary>Bytes written, or a negative number when the block is malformed or holds more than <paramref name="capacity"/>.</summary>
    [LibraryImport(Library, EntryPoint = "LZ4_decompress_safe")]
    public static partial int Decompress(byte* source, byte* target, int length, int capacity);
}
