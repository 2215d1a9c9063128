using System.Buffers.Binary;

namespace FuncLibs.Blocks.Tokens;

/// <summary>Integer tokens of one form: with AVX-512 VBMI 7 or 8 at a time, elsewhere one by one.</summary>
internal static partial class IntSimd
{
    /// <summary>Tokens, or values, that a step needs to be there.</summary>
    public const int MinCount = 8;

    /// <summary>Writes values that are all of one form.</summary>
    /// <param name="form">Their form.</param>
    /// <param name="values">The values.</param>
    /// <param name="target">9 bytes of room for each value, whatever its form.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(IntForm form, ReadOnlySpan<long> values, Span<byte> target)
    {
        int done = 0;
        WriteVectors(form, values, target, ref done);
        int shift = ShiftOf(form);
        for (; done < values.Length; done++)
        {
            Span<byte> token = target.Slice(done * form.Width, Int64Run.MaxBytesPerItem);
            token[0] = form.Width == 1 ? (byte)values[done] : form.Code;
            if (form.Width > 1)
                BinaryPrimitives.WriteInt64BigEndian(token[1..], values[done] << shift);
        }

        return values.Length * form.Width;
    }

    /// <summary>Reads tokens while they are of one form and 64 bytes, or what a token may have, are there.</summary>
    /// <param name="form">The form of the first token.</param>
    /// <param name="source">Begins at the first token.</param>
    /// <param name="values">Where the values go.</param>
    /// <returns>Tokens read.</returns>
    public static int Read(IntForm form, ReadOnlySpan<byte> source, Span<long> values)
    {
        int done = 0;
        ReadVectors(form, source, values, ref done);
        int shift = ShiftOf(form);
        for (; done < values.Length && (done * form.Width) + Int64Run.MaxBytesPerItem <= source.Length; done++)
        {
            ReadOnlySpan<byte> token = source.Slice(done * form.Width, Int64Run.MaxBytesPerItem);
            long value = form.Width == 1 ? token[0] : BinaryPrimitives.ReadInt64BigEndian(token[1..]) >>> shift;
            if ((form.Width == 1 ? token[0] > MessagePackCode.MaxPositiveFixInt : token[0] != form.Code) || value < 0)
                break;
            values[done] = value;
        }

        return done;
    }

    private static int ShiftOf(IntForm form) => (8 * (Int64Run.MaxBytesPerItem - form.Width)) & 63;

    static partial void WriteVectors(IntForm form, ReadOnlySpan<long> values, Span<byte> target, ref int done);

    static partial void ReadVectors(IntForm form, ReadOnlySpan<byte> source, Span<long> values, ref int done);
}
