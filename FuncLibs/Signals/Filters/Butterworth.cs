using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// Designs Butterworth filters as sections of second order, and one of first order when the order is odd, by the
/// bilinear transform with the corner pre-warped: K = tan(pi * fc / fs), so the gain at fc is exactly 1/sqrt(2).
/// </summary>
/// <remarks>
/// Source: Butterworth (1930); Oppenheim and Schafer, Discrete-Time Signal Processing, 7.1. The poles of the prototype
/// are at angles (2k + 1) * pi / (2 * order) off the imaginary axis, so 1/Q = 2 * sin of that angle; the section with
/// the lowest Q comes first. The numerators are taken from the rounded denominators, so that the gain is exactly 1 at 0
/// Hz (low-pass), or 0 there and 1 at fs/2 (high-pass), whatever the coefficients lost in rounding.
/// </remarks>
public static class Butterworth
{
    /// <summary>The highest order.</summary>
    public const int MaxOrder = 8;

    /// <summary>
    /// The lowest corner in parts of the sampling rate: below it double precision does not hold the poles apart from 1.
    /// </summary>
    public const double MinRatio = 1e-6;

    /// <summary>The sections of a low-pass.</summary>
    /// <param name="corner">Frequency of -3.01 dB in Hz: above 1e-6 and below 0.5 of the sampling rate.</param>
    /// <param name="order">1 to 8.</param>
    /// <param name="interval">Time between two samples in s.</param>
    /// <exception cref="ArgumentOutOfRangeException">One of them is out of its range.</exception>
    public static ImmutableArray<FilterSection> LowPass(double corner, int order, double interval) =>
        Design(corner, order, interval, isHigh: false);

    /// <summary>The sections of a high-pass.</summary>
    /// <inheritdoc cref="LowPass"/>
    public static ImmutableArray<FilterSection> HighPass(double corner, int order, double interval) =>
        Design(corner, order, interval, isHigh: true);

    private static ImmutableArray<FilterSection> Design(double corner, int order, double interval, bool isHigh)
    {
        double ratio = corner * SampleInterval.Checked(interval);
        if (!(ratio >= MinRatio && ratio < 0.5))
        {
            string range = FormattableString.Invariant(
                $"{MinRatio / interval:g6} Hz to below {0.5 / interval:g6} Hz, half the sampling rate");
            throw new ArgumentOutOfRangeException(nameof(corner), corner, $"The corner is from {range}.");
        }

        if (order is < 1 or > MaxOrder)
            throw new ArgumentOutOfRangeException(nameof(order), order, $"The order is 1 to {MaxOrder}.");
        double k = Math.Tan(Math.PI * ratio);
        ImmutableArray<FilterSection>.Builder sections = ImmutableArray.CreateBuilder<FilterSection>((order + 1) / 2);
        if (order % 2 == 1)
            sections.Add(First(k, isHigh));
        for (int pair = (order / 2) - 1; pair >= 0; pair--)
            sections.Add(Second(k, 2 * Math.Sin(Math.PI * ((2 * pair) + 1) / (2 * order)), isHigh));
        return sections.MoveToImmutable();
    }

    private static FilterSection First(double k, bool isHigh)
    {
        double a1 = (k - 1) / (k + 1);
        double b0 = isHigh ? (1 - a1) / 2 : (1 + a1) / 2;
        return new FilterSection(b0, isHigh ? -b0 : b0, 0, a1, 0) { Corner = k };
    }

    private static FilterSection Second(double k, double damping, bool isHigh)
    {
        double norm = 1 + (damping * k) + (k * k);
        double a1 = 2 * ((k * k) - 1) / norm;
        double a2 = (1 - (damping * k) + (k * k)) / norm;
        double b0 = isHigh ? (1 - a1 + a2) / 4 : (1 + a1 + a2) / 4;
        return new FilterSection(b0, isHigh ? -2 * b0 : 2 * b0, b0, a1, a2) { Corner = k, Damping = damping };
    }
}

/// <summary>One second-order section b(z) / a(z) with a0 = 1; of first order when b2 = a2 = 0.</summary>
public readonly record struct FilterSection(double B0, double B1, double B2, double A1, double A2)
{
    /// <summary>The corner as the bilinear transform has it, K = tan(pi * fc / fs).</summary>
    public double Corner { get; init; }

    /// <summary>1 / Q of a section of second order; 0 for one of first order.</summary>
    public double Damping { get; init; }

    /// <summary>What a constant is multiplied with.</summary>
    public double SteadyGain => (B0 + B1 + B2) / (1 + A1 + A2);

    /// <summary>The largest magnitude of a pole: how slowly the past fades, a factor for each sample.</summary>
    public double Radius
    {
        get
        {
            double root = (A1 * A1 / 4) - A2;
            return root < 0 ? Math.Sqrt(A2) : Math.Abs(A1 / 2) + Math.Sqrt(root);
        }
    }
}
