using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>16 bytes as one vector, to be compared and stored whole.</summary>
internal readonly struct HeadBytes
{
    /// <summary>Bytes.</summary>
    public const int Length = 16;

    private readonly Vector128<byte> _bytes;

    private HeadBytes(Vector128<byte> bytes) => _bytes = bytes;

    /// <summary>The first 16 bytes, which are there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static HeadBytes Load(ReadOnlySpan<byte> from) => new(Vector128.Create(from));

    /// <summary>True when both have the same bits where the mask has ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Equals(HeadBytes other, HeadBytes mask) =>
        ((_bytes ^ other._bytes) & mask._bytes) == Vector128<byte>.Zero;

    /// <summary>Puts all 16 down.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store(Span<byte> to) => _bytes.CopyTo(to);
}
