using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>ema(x, tau)</c>: y += alpha * (x - y) with alpha = 1 - exp(-dt / tau), the exact step response of a first-order
/// lag between samples that hold. Starts at the first value. A value that is not finite gives NaN, and the next one
/// restarts it. Unit of x; tau in s.
/// </summary>
/// <remarks>
/// Its quality looks back until the weight of the past is 1 %: ln(100) * tau / dt values, about 4.6 tau.
/// </remarks>
public sealed class ExponentialAverage : SignalState, IUnaryState
{
    private readonly double _alpha;
    private double _mean = double.NaN;

    /// <summary>A filter at its start.</summary>
    /// <param name="tau">Time constant in s, above 0.</param>
    /// <param name="interval">Time between two samples in s, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">One of them is not above 0 and finite.</exception>
    public ExponentialAverage(double tau, double interval)
        : base(
            "ema",
            QualityRule.Window(Settling.LengthOf(Math.Exp(-SampleInterval.Checked(interval) / Checked(tau)))),
            tau,
            interval) =>
        _alpha = AlphaOf(interval / tau);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        double mean = _mean;
        for (int i = 0; i < x.Length; i++)
        {
            double value = double.IsFinite(x[i]) ? x[i] : double.NaN;
            mean = double.IsFinite(mean) && double.IsFinite(value) ? mean + (_alpha * (value - mean)) : value;
            y[i] = mean;
        }

        _mean = mean;
    }

    /// <inheritdoc/>
    public override void Reset() => _mean = double.NaN;

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target) => target.Add(_mean);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _mean);

    // 1 - exp(-r) loses the digits of a small r; with u = exp(-r), r / -ln(u) puts back what rounding u took (Kahan's
    // expm1).
    private static double AlphaOf(double ratio)
    {
        double u = Math.Exp(-ratio);
        if (u == 1)
            return ratio;
        return u == 0 ? 1 : (1 - u) * (ratio / -Math.Log(u));
    }

    private static double Checked(double tau) => double.IsFinite(tau) && tau > 0
        ? tau
        : throw new ArgumentOutOfRangeException(nameof(tau), tau, "The time constant is above 0 s and finite.");
}
