namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>
/// Sizes and limits of ext 21 (docs/wire-format.md). Every offset counts from the start of the ext's body.
/// </summary>
internal static class PackedFormat
{
    /// <summary>Version, method, two zeros, count.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Where the count is.</summary>
    public const int CountAt = 4;

    /// <summary>Body of method 0: the header and one float64.</summary>
    public const int ConstantBytes = HeaderBytes + sizeof(double);

    /// <summary>
    /// Where the fields of method 5 begin: after the header, the byte count, 7 zeros and the least pattern.
    /// </summary>
    public const int TrimFieldsAt = 24;

    /// <summary>Greatest byte count of method 5.</summary>
    public const int MaxTrimBytes = 7;

    /// <summary>Where base is in methods 1 and 2.</summary>
    public const int BaseAt = 12;

    /// <summary>Greatest field width of methods 1 and 2.</summary>
    public const int MaxWidth = 52;

    /// <summary>An exception: u16 index and float64.</summary>
    public const int ExceptionBytes = 10;

    /// <summary>
    /// Integers are in [-Bound, Bound): there the sum with 1.5 * 2^52 turns them into float64 and back without
    /// rounding.
    /// </summary>
    public const long Bound = 1L << 51;

    /// <summary>Bytes that n packed fields take.</summary>
    public static int FieldBytes(int count, int width) => (int)((((long)count * width) + 7) >> 3);
}

/// <summary>The second byte of ext 21: how the points of a column are put down.</summary>
internal enum PackedMethod : byte
{
    /// <summary>One float64 for all points.</summary>
    Constant,

    /// <summary>Scaled integers above a base.</summary>
    Scaled,

    /// <summary>Scaled integers as differences from point to point.</summary>
    ScaledDelta,

    /// <summary>Bytes of like weight together, then LZ4.</summary>
    Shuffle,

    /// <summary>One bit a point, and the values that changed.</summary>
    Repeat,

    /// <summary>Bit patterns above the least of them, in fewer bytes.</summary>
    Trim,
}
