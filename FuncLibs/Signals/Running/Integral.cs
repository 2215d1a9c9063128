using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary>
/// <c>integ(x)</c>: the trapezoidal rule, y += (x[i] + x[i-1]) / 2 * dt, 0 at the first sample. Over NaN and gaps the
/// integral does not change: no area is made up for what was not measured. An infinity stays, as IEEE 754 adds. Unit of
/// x times s.
/// </summary>
/// <remarks>
/// The rounding errors are carried along (Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
/// Summen, 1974), so a test of a day at 100 kHz keeps its digits.
/// </remarks>
public sealed class Integral : SignalState, IUnaryState
{
    private readonly double _interval;
    private double _last = double.NaN;
    private double _sum;
    private double _lost;

    /// <summary>Before the first sample.</summary>
    /// <param name="interval">Time between two samples in s, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">The interval is not above 0 and finite.</exception>
    public Integral(double interval)
        : base("integ", QualityRule.Running, interval) => _interval = SampleInterval.Checked(interval);

    private double Value => double.IsFinite(_sum) ? _sum + _lost : _sum;

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double value = x[i];
            if (!double.IsNaN(value) && !double.IsNaN(_last))
                Add((value + _last) / 2 * _interval);
            _last = value;
            y[i] = Value;
        }
    }

    /// <inheritdoc/>
    public override void Reset() => (_last, _sum, _lost) = (double.NaN, 0, 0);

    /// <inheritdoc/>
    public override void Gap() => _last = double.NaN;

    private protected override void Write(StateWriter target)
    {
        target.Add(_last);
        target.Add(_sum);
        target.Add(_lost);
    }

    private protected override bool TryRead(ref StateReader source) =>
        source.TryRead(out _last) && source.TryRead(out _sum) && source.TryRead(out _lost);

    private void Add(double area)
    {
        double sum = _sum + area;
        _lost += Math.Abs(_sum) >= Math.Abs(area) ? _sum - sum + area : area - sum + _sum;
        _sum = sum;
    }
}
