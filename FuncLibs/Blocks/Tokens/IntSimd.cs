using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Integer tokens of one form: with AVX-512 VBMI 7 or 8 at a time, elsewhere one by one without a branch. The caller
/// has checked both spans: values have 9 bytes of room each, whatever their form.
/// </summary>
internal static class IntSimd
{
    /// <summary>Tokens, or values, that a step needs to be there.</summary>
    public const int MinCount = 8;

    /// <summary>Writes values that are all of one form.</summary>
    /// <returns>Bytes written.</returns>
    public static int Write(IntForm form, ref long from, int count, ref byte to)
    {
        int done = Avx512Vbmi.IsSupported ? WriteVectors(form, ref from, count, ref to) : 0;
        int shift = ShiftOf(form);
        for (; done < count; done++)
        {
            long value = Unsafe.Add(ref from, done);
            ref byte token = ref Unsafe.Add(ref to, done * form.Width);
            token = form.Width == 1 ? (byte)value : form.Code;
            if (form.Width > 1)
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref token, 1), BinaryPrimitives.ReverseEndianness(value << shift));
        }

        return count * form.Width;
    }

    /// <summary>Reads tokens while they are of one form and 64 bytes, or what a token may have, are there.</summary>
    /// <param name="form">The form of the first token.</param>
    /// <param name="source">Begins at the first token.</param>
    /// <param name="to">Where the values go.</param>
    /// <param name="count">Places there.</param>
    /// <returns>Tokens read.</returns>
    public static int Read(IntForm form, ReadOnlySpan<byte> source, ref long to, int count)
    {
        ref byte from = ref MemoryMarshal.GetReference(source);
        int done = Avx512Vbmi.IsSupported ? ReadVectors(form, ref from, source.Length, ref to, count) : 0;
        int shift = ShiftOf(form);
        for (; done < count && (done * form.Width) + Int64Run.MaxBytesPerItem <= source.Length; done++)
        {
            ref byte token = ref Unsafe.Add(ref from, done * form.Width);
            long value = BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<long>(ref Unsafe.Add(ref token, 1)));
            value = form.Width == 1 ? token : value >>> shift;
            if ((form.Width == 1 ? token > MessagePackCode.MaxPositiveFixInt : token != form.Code) || value < 0)
                break;
            Unsafe.Add(ref to, done) = value;
        }

        return done;
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

    private static int ShiftOf(IntForm form) => (8 * (Int64Run.MaxBytesPerItem - form.Width)) & 63;
}
