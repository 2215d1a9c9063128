using System.Collections.Immutable;

namespace FuncLibs.Signals.Units;

/// <summary>
/// A unit of measure: a value v in it is v * <see cref="Factor"/> + <see cref="Offset"/> in the coherent SI unit of its
/// dimension. Immutable; units of one dimension are convertible whatever their names.
/// </summary>
/// <param name="Name">As it is written: kN, N*m, mm/s^2; empty for a plain number.</param>
/// <param name="Dimension">What it measures.</param>
/// <param name="Factor">
/// SI units in one of it, rounded; finite and above 0. Conversions use the exact size where there is one.
/// </param>
/// <param name="Offset">SI value of its zero; other than 0 only for degC and degF.</param>
public sealed record Unit(string Name, Dimension Dimension, double Factor, double Offset = 0)
{
    /// <summary>A number without a unit.</summary>
    public static Unit One { get; } = new("", Dimension.None, 1);

    /// <summary>The SI unit of angles.</summary>
    public static Unit Radian { get; } = new("rad", Dimension.Create(angle: 1), 1);

    /// <summary>True when its zero is not the zero of the quantity: such a unit cannot be part of a product.</summary>
    public bool IsAffine => Offset != 0;

    /// <summary>True for plain numbers, per cent and strains.</summary>
    public bool IsNumber => Dimension == Dimension.None;

    /// <summary>
    /// True for what a calculation left over and not written, such as kN/N: where it meets a number without a unit it
    /// is reduced to 1.
    /// </summary>
    internal bool IsLeftOver { get; init; }

    /// <summary>
    /// Its size without rounding; null when it is no fraction. By default the decimal numbers of factor and offset.
    /// </summary>
    internal ExactSize? Exact { get; init; } = ExactSize.TryCreate(Factor, Offset);

    /// <summary>The symbols of its name with their exponents in twelfths; default where they are not known.</summary>
    internal ImmutableArray<(string Symbol, int Twelfths)> Terms { get; init; } =
        Name.Length == 0 ? [] : [(Name, Dimension.Parts)];

    /// <summary>A unit that is so many of another.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="factor">How many of the other it is; above 0.</param>
    /// <param name="offset">Its zero, in the other.</param>
    /// <param name="other">The other; without its own zero.</param>
    public static Unit Multiple(string name, double factor, double offset, Unit other) =>
        new(name, other.Dimension, factor * other.Factor, offset * other.Factor)
        {
            Exact = ExactSize.TryCreate(factor, offset) is { } own && other.Exact is { } size
                ? new ExactSize(own.Factor * size.Factor, own.Offset * size.Factor, size.PiPower) : null,
        };

    /// <summary>True when values can be converted from one to the other.</summary>
    public bool HasSameDimension(Unit other) => Dimension == other.Dimension;

    /// <summary>True for the same name, dimension and size.</summary>
    public bool Equals(Unit? other) =>
        other is not null && Name == other.Name && Dimension == other.Dimension
        && Factor.Equals(other.Factor) && Offset.Equals(other.Offset);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Name, Dimension, Factor, Offset);

    /// <inheritdoc/>
    public override string ToString() => Name.Length == 0 ? "1" : Name;
}

/// <summary>A unit, or why there is none. <c>default</c> is no success.</summary>
/// <param name="Unit">The unit; null when it was refused.</param>
/// <param name="Reason">What is wrong and what to do, in one line; null when nothing is.</param>
/// <param name="Column">Where in a text it is wrong, from 1; 0 where there is no text.</param>
public readonly record struct UnitOutcome(Unit? Unit, string? Reason, int Column)
{
    /// <summary>True when there is a unit.</summary>
    public bool IsOk => Unit is not null;

    /// <summary>A success.</summary>
    public static UnitOutcome Ok(Unit unit) => new(unit, null, 0);

    /// <summary>A refusal.</summary>
    public static UnitOutcome Refused(string reason, int column = 0) => new(null, reason, column);

    /// <inheritdoc/>
    public override string ToString() =>
        Unit?.ToString() ?? (Column > 0 ? $"column {Column}: {Reason}" : Reason ?? "nothing was read");
}
