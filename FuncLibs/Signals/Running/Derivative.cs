using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary>
/// <c>deriv(x)</c>: the backward difference (x[i] - x[i-1]) / dt. NaN at the first sample and after a gap; NaN makes
/// its own result and the next one NaN. Unit of x per s.
/// </summary>
public sealed class Derivative : SignalState, IUnaryState
{
    private readonly double _interval;
    private double _last = double.NaN;

    /// <summary>Before the first sample.</summary>
    /// <param name="interval">Time between two samples in s, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">The interval is not above 0 and finite.</exception>
    public Derivative(double interval)
        : base("deriv", QualityRule.Window(2), interval) => _interval = SampleInterval.Checked(interval);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        double last = _last;
        for (int i = 0; i < x.Length; i++)
        {
            double value = x[i];
            y[i] = (value - last) / _interval;
            last = value;
        }

        _last = last;
    }

    /// <inheritdoc/>
    public override void Reset() => _last = double.NaN;

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target) => target.Add(_last);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _last);
}
