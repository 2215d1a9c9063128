namespace FuncLibs.Signals.Elementwise.Formulas;

/// <summary>
/// One function of one value, computed value by value: the vector forms of the framework choose other polynomials for other widths, and the
/// last bit of a sine would depend on the processor's vectors. sin, exp, pow and the like are System.Math's, so that the C library decides
/// their last bit, in every place and at every width alike.
/// </summary>
public interface IUnaryFormula
{
    /// <summary>The function of one value.</summary>
    double Apply(double x);
}

/// <summary>One function of two values, computed value by value; see <see cref="IUnaryFormula"/>.</summary>
public interface IBinaryFormula
{
    /// <summary>The function of two values.</summary>
    double Apply(double a, double b);
}
