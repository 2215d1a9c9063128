using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Many integer tokens in a row, each in its smallest form. Neighbours are mostly of one form: such runs go in vectors
/// where the processor has them.
/// </summary>
internal static class Int64Run
{
    /// <summary>Longest token.</summary>
    public const int MaxBytesPerItem = 9;

    /// <summary>Writes all values.</summary>
    /// <param name="values">The values.</param>
    /// <param name="target">At least 9 bytes for each value, whatever its size.</param>
    /// <returns>Bytes written.</returns>
    public static int Write(ReadOnlySpan<long> values, Span<byte> target)
    {
        target = target[..checked(values.Length * MaxBytesPerItem)];
        int used = 0;
        while (!values.IsEmpty)
        {
            int run = FormRun(values, out IntForm? form);
            used += form is null
                ? WriteMixed(values[..run], target[used..])
                : IntSimd.Write(form, values[..run], target[used..]);
            values = values[run..];
        }

        return used;
    }

    /// <summary>
    /// Reads tokens until <paramref name="values"/> is full, or something is there that needs a closer look:
    /// another type, an integer above int64, or one of the last 8 bytes of the source.
    /// </summary>
    /// <param name="source">Begins at the first token.</param>
    /// <param name="values">Where they go.</param>
    /// <param name="bytes">Bytes of the tokens that were read.</param>
    /// <returns>How many were read; continue with <see cref="MessagePackReader"/> after them.</returns>
    public static int Read(ReadOnlySpan<byte> source, Span<long> values, out int bytes)
    {
        int at = 0;
        int read = 0;
        while (read < values.Length && at <= source.Length - MaxBytesPerItem)
        {
            int run = 0;
            if (IntForm.From(source[at]) is { } form)
            {
                run = IntSimd.Read(form, source[at..], values[read..]);
                at += run * form.Width;
                read += run;
            }

            if (run < IntSimd.MinCount && !TryReadMixed(source, values, ref at, ref read))
                break;
        }

        bytes = at;
        return read;
    }

    // How many values from the first one on are of its form; without a form, how many to write one by one before
    // looking again.
    private static int FormRun(ReadOnlySpan<long> values, out IntForm? form)
    {
        form = IntForm.From(values[0]);
        int run = form is null ? 0 : values.IndexOfAnyExceptInRange(form.Min, form.Max);
        if (run < 0)
            return values.Length;
        if (run >= IntSimd.MinCount)
            return run;
        form = null;
        return Math.Min(IntSimd.MinCount, values.Length);
    }

    private static int WriteMixed(ReadOnlySpan<long> values, Span<byte> target)
    {
        int used = 0;
        foreach (long value in values)
            used += Primitives.WriteInt(target[used..], value);
        return used;
    }

    // A few tokens of any form; false at the first that needs a closer look.
    private static bool TryReadMixed(ReadOnlySpan<byte> source, Span<long> values, ref int at, ref int read)
    {
        int end = Math.Min(values.Length, read + IntSimd.MinCount);
        for (; read < end && at <= source.Length - MaxBytesPerItem; read++)
        {
            long body = BinaryPrimitives.ReadInt64BigEndian(source[(at + 1)..]);
            int width = Decode(source[at], body, out values[read]);
            if (width == 0)
                return false;
            at += width;
        }

        return true;
    }

    /// <summary>Decodes one integer token.</summary>
    /// <param name="code">Its first byte.</param>
    /// <param name="body">The 8 bytes after it, the first one highest; a shift keeps those of the token, with or
    /// without its sign.</param>
    /// <param name="value">The value.</param>
    /// <returns>Bytes of the token; 0 when it is no integer or above int64.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int Decode(byte code, long body, out long value)
    {
        (value, int width) = code switch
        {
            MessagePackCode.UInt64 => (body, body < 0 ? 0 : 9),
            <= MessagePackCode.MaxPositiveFixInt or >= MessagePackCode.MinNegativeFixInt => ((sbyte)code, 1),
            MessagePackCode.UInt8 => (body >>> 56, 2),
            MessagePackCode.UInt16 => (body >>> 48, 3),
            MessagePackCode.UInt32 => (body >>> 32, 5),
            MessagePackCode.Int8 => (body >> 56, 2),
            MessagePackCode.Int16 => (body >> 48, 3),
            MessagePackCode.Int32 => (body >> 32, 5),
            MessagePackCode.Int64 => (body, 9),
            _ => (0L, 0),
        };
        return width;
    }
}
