using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Tokens;

internal static partial class ShortCopy
{
    // Beyond this the general copy, which is tuned to the caches, is as fast.
    private const int Longest = 8192;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void CopyVectors(ReadOnlySpan<byte> from, Span<byte> to, ref bool isDone)
    {
        nuint width = (nuint)Vector512<byte>.Count;
        if (!Vector512.IsHardwareAccelerated || to.Length < Vector512<byte>.Count || to.Length > Longest
            || from.Length < to.Length)
            return;
        ref byte source = ref MemoryMarshal.GetReference(from);
        ref byte target = ref MemoryMarshal.GetReference(to);
        nuint last = (nuint)to.Length - width;
        for (nuint at = 0; at < last; at += width)
            Vector512.LoadUnsafe(ref source, at).StoreUnsafe(ref target, at);
        Vector512.LoadUnsafe(ref source, last).StoreUnsafe(ref target, last);
        isDone = true;
    }
}
