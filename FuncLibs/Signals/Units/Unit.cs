namespace FuncLibs.Signals.Units;

/// <summary>
/// A unit of measure: a value v in it is v * <see cref="Factor"/> + <see cref="Offset"/> in the coherent SI unit of its dimension.
/// Immutable;
/// units of one dimension are convertible whatever their names.
/// </summary>
/// <param name="Name">As it is written: kN, N*m, mm/s^2; empty for a plain number.</param>
/// <param name="Dimension">What it measures.</param>
/// <param name="Factor">SI units in one of it; finite and above 0.</param>
/// <param name="Offset">SI value of its zero; other than 0 only for degC and degF.</param>
public sealed record Unit(string Name, Dimension Dimension, double Factor, double Offset = 0)
{
    /// <summary>A number without a unit.</summary>
    public static Unit One { get; } = new("", Dimension.None, 1);

    /// <summary>The SI unit of angles.</summary>
    public static Unit Radian { get; } = new("rad", Dimension.Of(angle: 1), 1);

    /// <summary>True when its zero is not the zero of the quantity: such a unit stands alone.</summary>
    public bool IsAffine => Offset != 0;

    /// <summary>True for plain numbers, per cent and strains.</summary>
    public bool IsNumber => Dimension == Dimension.None;

    /// <summary>True when values can be converted from one to the other.</summary>
    public bool IsLike(Unit other) => Dimension == other.Dimension;

    /// <inheritdoc/>
    public override string ToString() => Name.Length == 0 ? "1" : Name;
}
