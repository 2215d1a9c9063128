using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Tokens;

internal static partial class IntSimd
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void WriteVectors(IntForm form, ReadOnlySpan<long> values, Span<byte> target, ref int done)
    {
        if (Avx512Vbmi.IsSupported)
            done = WriteVectors(
                form, ref MemoryMarshal.GetReference(values), values.Length, ref MemoryMarshal.GetReference(target));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static partial void ReadVectors(IntForm form, ReadOnlySpan<byte> source, Span<long> values, ref int done)
    {
        if (Avx512Vbmi.IsSupported)
            done = ReadVectors(
                form,
                ref MemoryMarshal.GetReference(source),
                source.Length,
                ref MemoryMarshal.GetReference(values),
                values.Length);
    }

    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int WriteVectors(IntForm form, ref long from, int count, ref byte to)
    {
        Vector512<byte> order = form.ToTokens;
        Vector512<byte> places = form.Width == 1 ? default : form.FixedPlaces;
        Vector512<byte> bits = form.FixedBits;
        int step = form.Step;
        int done = 0;
        for (; count - done >= MinCount; done += step)
        {
            Vector512<byte> values = Vector512.LoadUnsafe(ref from, (nuint)done).AsByte();
            Vector512<byte> tokens = Avx512Vbmi.PermuteVar64x8(values, order);
            Vector512.ConditionalSelect(places, bits, tokens).StoreUnsafe(ref to, (nuint)(done * form.Width));
        }

        return done;
    }

    // Inside a large caller the budget for inlining ends before the loop does.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadVectors(IntForm form, ref byte from, int bytes, ref long to, int count)
    {
        Vector512<byte> order = form.FromTokens;
        Vector512<byte> keep = form.Keep;
        Vector512<byte> places = form.FixedPlaces;
        Vector512<byte> bits = form.FixedBits;
        int step = form.Step;
        int done = 0;
        for (; count - done >= MinCount && bytes - (done * form.Width) >= Vector512<byte>.Count; done += step)
        {
            Vector512<byte> tokens = Vector512.LoadUnsafe(ref from, (nuint)(done * form.Width));
            if (((tokens ^ bits) & places) != Vector512<byte>.Zero)
                break;
            (Avx512Vbmi.PermuteVar64x8(tokens, order) & keep).AsInt64().StoreUnsafe(ref to, (nuint)done);
        }

        return done;
    }
}
