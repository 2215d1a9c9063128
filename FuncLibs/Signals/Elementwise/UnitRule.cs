namespace FuncLibs.Signals.Elementwise;

/// <summary>
/// The rule of a function for the units of its operands, and the unit of its result. "Alike" is convertible; the first
/// one's unit holds.
/// </summary>
public enum UnitRule : byte
{
    /// <summary>Operands alike; the result has their unit: abs, min, +, mod, hypot, clamp.</summary>
    Same,

    /// <summary>Any operand; the result is a plain number: sign, isnan.</summary>
    Number,

    /// <summary>Plain number in, plain number out: exp, log, log10.</summary>
    Plain,

    /// <summary>
    /// An angle (taken in rad, also from deg) or a plain number in, a plain number out: sin, cos, tan.
    /// </summary>
    OfAngle,

    /// <summary>A plain number in, rad out: asin, acos, atan.</summary>
    ToAngle,

    /// <summary>Operands alike; the result is rad: atan2.</summary>
    AngleOf,

    /// <summary>The product of the units: *.</summary>
    Product,

    /// <summary>The quotient of the units: /.</summary>
    Quotient,

    /// <summary>
    /// The unit to the power of the second operand, a plain constant: pow. Without a constant both are plain numbers.
    /// </summary>
    Power,

    /// <summary>The root of the unit: sqrt.</summary>
    SquareRoot,

    /// <summary>Operands alike; the result is 0 or 1, a plain number: comparisons.</summary>
    Comparison,

    /// <summary>0 or 1 in and out, plain numbers: and, or, not.</summary>
    Logic,

    /// <summary>0 or 1, then two operands alike whose unit the result has: if.</summary>
    Choice,

    /// <summary>The product of the first two must be like the third, whose unit the result has: fma, scale.</summary>
    ProductAndSame,

    /// <summary>
    /// The number in the operand's own unit; the result is a plain number, to which the variable may give a unit: poly,
    /// lookup.
    /// </summary>
    Declared,
}
