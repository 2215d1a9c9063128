using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// One of the five forms of an integer that is not negative, and the byte orders that make tokens of this form out of
/// int64 values and back, 64 bytes at a time: 8 tokens of up to 5 bytes, or 7 of 9 bytes.
/// </summary>
internal sealed class IntForm
{
    private const int WordBytes = sizeof(long);

    // By code: fixint, CC, CD, CE, CF.
    private static readonly IntForm[] All =
    [
        new(1, 0, 0, MessagePackCode.MaxPositiveFixInt),
        new(2, MessagePackCode.UInt8, MessagePackCode.MaxPositiveFixInt + 1, byte.MaxValue),
        new(3, MessagePackCode.UInt16, byte.MaxValue + 1, ushort.MaxValue),
        new(5, MessagePackCode.UInt32, ushort.MaxValue + 1, uint.MaxValue),
        new(9, MessagePackCode.UInt64, uint.MaxValue + 1L, long.MaxValue),
    ];

    private IntForm(int width, byte code, long min, long max)
    {
        (Width, Code, Min, Max) = (width, code, min, max);
        Step = Math.Min(WordBytes, Vector512<byte>.Count / width);
        for (int i = 0; i < Step * width; i++)
            SetToken(i, i / width, i % width);
        for (int i = 0; i < Step * WordBytes; i++)
            SetValue(i, i / WordBytes, i % WordBytes);
    }

    /// <summary>Bytes of a token.</summary>
    public int Width { get; }

    /// <summary>First byte of a token; 0 for a fixint, which is its own value.</summary>
    public byte Code { get; }

    /// <summary>Least value of this form.</summary>
    public long Min { get; }

    /// <summary>Greatest value of this form.</summary>
    public long Max { get; }

    /// <summary>Tokens that 64 bytes hold, at most 8.</summary>
    public int Step { get; }

    /// <summary>For each byte of the tokens, the byte of the values that goes there.</summary>
    public Vector512<byte> ToTokens { get; private set; }

    /// <summary>
    /// For each byte of the values, the byte of the tokens that goes there, where <see cref="Keep"/> is set.
    /// </summary>
    public Vector512<byte> FromTokens { get; private set; }

    /// <summary>Ones where a byte of the values comes out of a token; the others are 0.</summary>
    public Vector512<byte> Keep { get; private set; }

    /// <summary>Bits of the tokens that are the same in all tokens of this form: the code, or the sign.</summary>
    public Vector512<byte> FixedPlaces { get; private set; }

    /// <summary>What is in <see cref="FixedPlaces"/>, and 0 elsewhere.</summary>
    public Vector512<byte> FixedBits { get; private set; }

    /// <summary>The form of a value; null for a negative one.</summary>
    public static IntForm? From(long value)
    {
        foreach (IntForm form in All)
        {
            if (value >= form.Min && value <= form.Max)
                return form;
        }

        return null;
    }

    /// <summary>
    /// The form of a token that begins with this byte; null when it may be negative, or is no integer.
    /// </summary>
    public static IntForm? From(byte code) => code switch
    {
        <= MessagePackCode.MaxPositiveFixInt => All[0],
        >= MessagePackCode.UInt8 and <= MessagePackCode.UInt64 => All[code - MessagePackCode.UInt8 + 1],
        _ => null,
    };

    private void SetToken(int at, int token, int part)
    {
        ToTokens = ToTokens.WithElement(at, (byte)((WordBytes * token) + Width - 1 - part));
        if (part == 0)
        {
            FixedPlaces = FixedPlaces.WithElement(at, Width == 1 ? (byte)0x80 : byte.MaxValue);
            FixedBits = FixedBits.WithElement(at, Code);
        }
        else if (part == 1 && Width == WordBytes + 1)
        {
            // Above int64 is refused, so the sign of all 8 bytes has to be 0.
            FixedPlaces = FixedPlaces.WithElement(at, (byte)0x80);
        }
    }

    private void SetValue(int at, int token, int part)
    {
        int payload = Math.Max(1, Width - 1);
        if (part >= payload)
            return;
        FromTokens = FromTokens.WithElement(at, (byte)((Width * token) + Width - 1 - part));
        Keep = Keep.WithElement(at, byte.MaxValue);
    }
}
