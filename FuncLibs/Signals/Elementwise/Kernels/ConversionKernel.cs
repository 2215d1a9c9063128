using System.Globalization;
using System.Numerics;

namespace FuncLibs.Signals.Elementwise.Kernels;

/// <summary>
/// (x * gain + shift) / divisor with one rounding, as conversions of units need it: 68 degF are exactly 20 degC.
/// Products and sums are kept in two float64 (Dekker 1971; Knuth, TAOCP 2, 4.2.2), the division is corrected by its
/// remainder, which a fused step gives exactly.
/// </summary>
public readonly struct ConversionKernel : IUnaryKernel
{
    private readonly double _gain;
    private readonly double _gainRest;
    private readonly double _shift;
    private readonly double _shiftRest;
    private readonly double _divisor;

    /// <summary>A conversion. Gain and shift may each be the sum of two float64.</summary>
    /// <param name="gain">What a value is multiplied by.</param>
    /// <param name="gainRest">What the gain lost by rounding.</param>
    /// <param name="shift">What is added to the product.</param>
    /// <param name="shiftRest">What the shift lost by rounding.</param>
    /// <param name="divisor">What the sum is divided by.</param>
    public ConversionKernel(double gain, double gainRest, double shift, double shiftRest, double divisor) =>
        (_gain, _gainRest, _shift, _shiftRest, _divisor) = (gain, gainRest, shift, shiftRest, divisor);

    /// <summary>Text that is equal for equal conversions only.</summary>
    internal string Key => string.Join(',', new[] { _gain, _gainRest, _shift, _shiftRest, _divisor }
        .Select(number => BitConverter.DoubleToInt64Bits(number).ToString("x", CultureInfo.InvariantCulture)));

    /// <inheritdoc/>
    public Vector<double> Apply(Vector<double> x)
    {
        Vector<double> gain = new(_gain);
        Vector<double> divisor = new(_divisor);
        Vector<double> product = x * gain;
        Vector<double> rest = Vector.FusedMultiplyAdd(x, gain, -product) + (x * new Vector<double>(_gainRest));
        Vector<double> sum = product + new Vector<double>(_shift);
        Vector<double> added = sum - product;
        rest += (product - (sum - added)) + (new Vector<double>(_shift) - added) + new Vector<double>(_shiftRest);
        Vector<double> quotient = sum / divisor;
        Vector<double> remainder = Vector.FusedMultiplyAdd(-quotient, divisor, sum);
        Vector<double> result = quotient + ((remainder + rest) / divisor);

        // Zeros keep their sign; infinities, and what overflows on the way, go the plain way.
        Vector<double> offset = new(_shift == 0 ? -0.0 : _shift / _divisor);
        Vector<double> plain = (x * new Vector<double>(_gain / _divisor)) + offset;
        Vector<long> isFinite = Vector.Equals(result - result, Vector<double>.Zero);
        Vector<long> isUsual = isFinite & ~Vector.Equals(x, Vector<double>.Zero);
        return Vector.ConditionalSelect(isUsual, result, plain);
    }
}
