namespace FuncLibs.Blocks.Tokens;

/// <summary>One of the five forms of an integer that is not negative.</summary>
internal sealed partial class IntForm
{
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
        SetByteOrders();
    }

    /// <summary>Bytes of a token.</summary>
    public int Width { get; }

    /// <summary>First byte of a token; 0 for a fixint, which is its own value.</summary>
    public byte Code { get; }

    /// <summary>Least value of this form.</summary>
    public long Min { get; }

    /// <summary>Greatest value of this form.</summary>
    public long Max { get; }

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

    partial void SetByteOrders();
}
