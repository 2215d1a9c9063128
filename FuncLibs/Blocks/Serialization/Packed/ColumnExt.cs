namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// The MessagePack ext types of columns (docs/wire-format.md, content 1). Releases up to 0.1.0 wrote 72 to 74, which
/// MessagePack for C# reserves for itself (30 to 119). Readers still accept those; writers never use them.
/// </summary>
internal static class ColumnExt
{
    private const sbyte FirstReserved = 72;
    private const sbyte LastReserved = 74;

    /// <summary>A float column as it is in memory: u8 version, 7 x 0, then float64 little-endian.</summary>
    public const sbyte RawFloats = 20;

    /// <summary>A packed float column.</summary>
    public const sbyte PackedFloats = 21;

    /// <summary>An int column: u8 version, u8 method, u16 0, u32 count, then by method.</summary>
    public const sbyte Ints = 22;

    /// <summary>Version of all three, the first byte of the body.</summary>
    public const byte Version = 1;

    /// <summary>Bytes before the values of ext 20, and before the method's part of ext 22.</summary>
    public const int HeaderBytes = 8;

    /// <summary>Method 0 of ext 22: count x int64.</summary>
    public const byte PlainInts = 0;

    /// <summary>Method 1 of ext 22: u32 runs, then runs x {u32 length, int64 value}.</summary>
    public const byte IntRuns = 1;

    /// <summary>Bytes of one run of method 1.</summary>
    public const int RunBytes = 12;

    /// <summary>
    /// The type that stands for <paramref name="type"/>: that of today where an earlier release wrote another.
    /// </summary>
    public static sbyte Current(sbyte type) =>
        type is >= FirstReserved and <= LastReserved ? (sbyte)(type - FirstReserved + RawFloats) : type;
}
