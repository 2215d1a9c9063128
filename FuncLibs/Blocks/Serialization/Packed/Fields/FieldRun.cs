namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>The parameters of a loop over packed fields.</summary>
/// <param name="Width">Bits of a field, 0 to 56.</param>
/// <param name="Base">Added to every field.</param>
/// <param name="Factor">Of the scale; unused for bit patterns.</param>
internal readonly record struct FieldRun(int Width, long Base, double Factor)
{
    /// <summary>
    /// 1.5 * 2^52: an integer k in ±2^51 and these bits make the float64 that is <see cref="Magic"/> + k.
    /// </summary>
    public const double Magic = 6755399441055744.0;

    /// <summary>The bits of <see cref="Magic"/>.</summary>
    public const long MagicBits = 0x4338_0000_0000_0000;

    /// <summary>
    /// Sign and exponent: those of a sum with <see cref="Magic"/> differ from its own when the integer is outside
    /// ±2^51, or is none.
    /// </summary>
    public const long MagicFrame = unchecked((long)0xFFF0_0000_0000_0000);

    /// <summary>One in each used bit of a field.</summary>
    public long Mask => (1L << Width) - 1;
}

/// <summary>
/// What packed fields stand for. A struct without fields: loops are compiled for each, and the questions cost nothing
/// in them.
/// </summary>
internal interface IFieldKind
{
    /// <summary>Fields are differences between integers that follow each other.</summary>
    static abstract bool IsDelta { get; }

    /// <summary>Fields are bit patterns of points, not integers that a scale makes points of.</summary>
    static abstract bool IsBits { get; }
}

/// <summary>Integers above a base: method 1.</summary>
internal readonly struct Offsets : IFieldKind
{
    public static bool IsDelta => false;

    public static bool IsBits => false;
}

/// <summary>Differences of integers above a base: method 2.</summary>
internal readonly struct Deltas : IFieldKind
{
    public static bool IsDelta => true;

    public static bool IsBits => false;
}

/// <summary>Bit patterns above the least one: method 5.</summary>
internal readonly struct Patterns : IFieldKind
{
    public static bool IsDelta => false;

    public static bool IsBits => true;
}
