using FuncLibs.Blocks.Serialization.Packed.Scales;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>A column measured for one method: everything but the fields themselves, which stand in the scratch memory.</summary>
/// <param name="Method">The method.</param>
/// <param name="Bytes">Bytes of the body; <see cref="Never"/> when the method cannot hold the column.</param>
/// <param name="Scale">Of methods 1 and 2.</param>
/// <param name="Width">Bits of a field; of method 5 too.</param>
/// <param name="Base">What fields are above; the least pattern of method 5.</param>
/// <param name="Exceptions">Points of methods 1 and 2 outside the scale.</param>
internal readonly record struct PackedPlan(PackedMethod Method, int Bytes, Scale Scale = default, int Width = 0, long Base = 0, int Exceptions = 0)
{
    /// <summary>More than any body.</summary>
    public const int Never = int.MaxValue;

    /// <summary>No method at all.</summary>
    public static PackedPlan None => new(PackedMethod.Constant, Never);

    /// <summary>The smaller of two; the one that was there first where they are equal.</summary>
    public PackedPlan OrSmaller(in PackedPlan other) => other.Bytes < Bytes ? other : this;
}
