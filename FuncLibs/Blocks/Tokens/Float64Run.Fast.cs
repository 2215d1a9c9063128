using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace FuncLibs.Blocks.Tokens;

internal static partial class Float64Run
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void WriteVectors(ReadOnlySpan<long> words, Span<byte> target, ref int done)
    {
        ref long from = ref MemoryMarshal.GetReference(words);
        ref byte to = ref MemoryMarshal.GetReference(target);
        if (Float64Vbmi.IsSupported && words.Length >= Float64Vbmi.MinCount)
            done = Float64Vbmi.Write(ref from, words.Length, ref to);
        else if (Float64Avx2.IsSupported && words.Length >= Float64Avx2.MinCount)
            done = Float64Avx2.Write(ref from, words.Length, ref to);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void ReadVectors(ReadOnlySpan<byte> source, Span<long> words, ref int done, ref bool areFloats)
    {
        ref byte from = ref MemoryMarshal.GetReference(source);
        ref long to = ref MemoryMarshal.GetReference(words);
        if (Float64Vbmi.IsSupported && words.Length >= Float64Vbmi.MinCount)
            done = Float64Vbmi.Read(ref from, words.Length, ref to, out areFloats);
        else if (Float64Avx2.IsSupported && words.Length >= Float64Avx2.MinCount)
            done = Float64Avx2.Read(ref from, words.Length, ref to, out areFloats);
    }
}
