namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>How a writer puts down one float column. Readers take any mix.</summary>
public enum FloatForm : byte
{
    /// <summary>An array of float64: any MessagePack library reads it. 9 bytes a point.</summary>
    Array,

    /// <summary>Ext 20, raw float64 little-endian: the fastest. 8 bytes a point.</summary>
    Raw,

    /// <summary>One float64 for all points where they are equal bit for bit; an array where they are not, and in an AD channel.</summary>
    Single,

    /// <summary>Ext 21 by its smallest method, ext 20 unless that is smaller. Keeps the method of a column while it fits.</summary>
    Packed,

    /// <summary>As <see cref="Packed"/>, but ext 20 where packing saves less than 2 %.</summary>
    Auto,
}
