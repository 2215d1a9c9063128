using System.Runtime.Intrinsics;

namespace FuncLibs.Blocks.Tokens;

/// <content>
/// The byte orders that make tokens of this form out of int64 values and back, 64 bytes at a time: 8 tokens of up to 5
/// bytes, or 7 of 9 bytes.
/// </content>
internal sealed partial class IntForm
{
    private const int WordBytes = sizeof(long);

    /// <summary>Tokens that 64 bytes hold, at most 8.</summary>
    public int Step { get; private set; }

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

    partial void SetByteOrders()
    {
        Step = Math.Min(WordBytes, Vector512<byte>.Count / Width);
        for (int i = 0; i < Step * Width; i++)
            SetToken(i, i / Width, i % Width);
        for (int i = 0; i < Step * WordBytes; i++)
            SetValue(i, i / WordBytes, i % WordBytes);
    }

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
