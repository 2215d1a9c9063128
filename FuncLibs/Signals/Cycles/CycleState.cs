using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// <c>peak valley range mean rratio frequency cyclecount pointspercycle (x, band = 0)</c>: of the last closed cycle,
/// held until the next. It changes at the sample that shows the closing reversal; NaN before the first cycle, the count
/// 0.
/// </summary>
public sealed class CycleState : IUnaryState
{
    private readonly CycleMeasure _measure;
    private readonly double _rateHz;
    private CycleTracker _cycles;
    private double _held;

    /// <summary>A function that has seen nothing.</summary>
    /// <param name="measure">The quantity of the column.</param>
    /// <param name="band">Noise band in the unit of the signal; 0 or more.</param>
    /// <param name="rateHz">Samples a second of the channel; finite, above 0.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public CycleState(CycleMeasure measure, double band, double rateHz)
    {
        if (!Enum.IsDefined(measure))
            throw new ArgumentOutOfRangeException(nameof(measure), measure, "The measure is not known.");
        if (!(rateHz > 0 && double.IsFinite(rateHz)))
            throw new ArgumentOutOfRangeException(
                nameof(rateHz), rateHz, "The sample rate is a finite number above 0.");
        (_measure, _rateHz, _cycles) = (measure, rateHz, new CycleTracker(band));
        _held = Measure();
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        // y may be x: only what was read is overwritten.
        (int filled, int at) = (0, 0);
        while (_cycles.TryClose(index, x, ref at))
        {
            y[filled..(at - 1)].Fill(_held);
            (filled, _held) = (at - 1, Measure());
        }

        y[filled..x.Length].Fill(_held);
    }

    /// <inheritdoc/>
    public void Gap() => _cycles.Gap();

    /// <inheritdoc/>
    public void Reset()
    {
        _cycles.Reset();
        _held = Measure();
    }

    /// <inheritdoc/>
    public void Save(StateWriter target) => _cycles.Save(target);

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _cycles.TryLoad(ref source);
        _held = Measure();
        return isWhole;
    }

    private double Measure()
    {
        Cycle cycle = _cycles.Last;
        if (_measure == CycleMeasure.CycleCount)
            return _cycles.Closed;
        if (_cycles.Closed == 0)
            return double.NaN;
        return _measure switch
        {
            CycleMeasure.Peak => cycle.Peak,
            CycleMeasure.Valley => cycle.Valley,
            CycleMeasure.Range => cycle.Range,
            CycleMeasure.Mean => cycle.Mean,
            CycleMeasure.RRatio => cycle.RRatio,
            CycleMeasure.Frequency => cycle.Frequency(_rateHz),
            _ => cycle.Points,
        };
    }
}

/// <summary>The quantity of the last closed cycle.</summary>
public enum CycleMeasure : byte
{
    /// <summary>Its greatest reversal; unit of the signal.</summary>
    Peak,

    /// <summary>Its least reversal; unit of the signal.</summary>
    Valley,

    /// <summary>Peak - valley; unit of the signal.</summary>
    Range,

    /// <summary>(Peak + valley) / 2; unit of the signal.</summary>
    Mean,

    /// <summary>Valley / peak; no unit.</summary>
    RRatio,

    /// <summary>Sample rate / points of the cycle; Hz.</summary>
    Frequency,

    /// <summary>Cycles closed so far, 0 before the first; no unit, exact to 2^53.</summary>
    CycleCount,

    /// <summary>Samples of the cycle, for <see cref="RateAdequacy"/>; no unit.</summary>
    PointsPerCycle,
}
