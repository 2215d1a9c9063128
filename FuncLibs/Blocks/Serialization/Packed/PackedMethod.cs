namespace FuncLibs.Blocks.Serialization.Packed;

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
