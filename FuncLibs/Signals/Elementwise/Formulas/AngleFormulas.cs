namespace FuncLibs.Signals.Elementwise.Formulas;

/// <summary>The sine of an angle in radians; of an infinity NaN.</summary>
public readonly struct SinFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Sin(x);
}

/// <summary>The cosine of an angle in radians; of an infinity NaN.</summary>
public readonly struct CosFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Cos(x);
}

/// <summary>The tangent of an angle in radians; of an infinity NaN. No float64 is a pole.</summary>
public readonly struct TanFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Tan(x);
}

/// <summary>The angle whose sine is x, -pi/2 to pi/2; outside -1 to 1 NaN.</summary>
public readonly struct AsinFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Asin(x);
}

/// <summary>The angle whose cosine is x, 0 to pi; outside -1 to 1 NaN.</summary>
public readonly struct AcosFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Acos(x);
}

/// <summary>The angle whose tangent is x, -pi/2 to pi/2.</summary>
public readonly struct AtanFormula : IUnaryFormula
{
    /// <inheritdoc/>
    public double Apply(double x) => Math.Atan(x);
}

/// <summary>
/// The angle of the point (b, a), -pi to pi: atan2(y, x) with the zeros and infinities of IEEE 754-2019 (9.2.1): atan2(-0, -1) = -pi.
/// </summary>
public readonly struct AtanTwoFormula : IBinaryFormula
{
    /// <inheritdoc/>
    public double Apply(double a, double b) => Math.Atan2(a, b);
}
