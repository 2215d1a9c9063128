using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// <c>stiffness energy (force, stroke, band = 0)</c> and <c>phaselag amplitudeerror (command, feedback, band = 0)</c>:
/// of the last closed cycle of the first column, held until the next; NaN before the first. A pair in which either is
/// not finite is passed over. A gap drops the open cycle.
/// </summary>
public sealed class LoopState : IBinaryState
{
    private readonly LoopMeasure _measure;
    private ReversalDetector _reversals;
    private double _held = double.NaN;

    // The path from the start of the open cycle to the farthest point in the present direction, and from there on. A
    // reversal is only known afterwards: what followed it is then the beginning of the next stretch.
    private LoopSum _untilFarthest;
    private LoopSum _sinceFarthest;
    private long _reversalCount;

    /// <summary>A function that has seen nothing.</summary>
    /// <param name="measure">The quantity of the column.</param>
    /// <param name="band">Noise band of the first column, in its unit; 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public LoopState(LoopMeasure measure, double band)
    {
        if (!Enum.IsDefined(measure))
            throw new ArgumentOutOfRangeException(nameof(measure), measure, "The measure is not known.");
        (_measure, _reversals) = (measure, new ReversalDetector(band));
    }

    /// <inheritdoc/>
    public QualityRule Quality => QualityRule.Running;

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < a.Length; i++)
        {
            if (double.IsFinite(a[i]) && double.IsFinite(b[i]))
                Add(index + i, a[i], b[i]);
            y[i] = _held;
        }
    }

    /// <inheritdoc/>
    public void Gap()
    {
        _reversals.Reset();
        (_untilFarthest, _sinceFarthest, _reversalCount) = (default, default, 0);
    }

    /// <inheritdoc/>
    public void Reset()
    {
        Gap();
        _held = double.NaN;
    }

    /// <inheritdoc/>
    public void Save(StateWriter target)
    {
        _reversals.Save(target);
        target.Add((long)_measure);
        target.Add(_held);
        target.Add(_reversalCount);
        _untilFarthest.Save(target);
        _sinceFarthest.Save(target);
    }

    /// <inheritdoc/>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _reversals.TryLoad(ref source) && source.TryRead((long)_measure, (long)_measure, out _)
            && source.TryRead(out _held) && source.TryRead(0, 2, out _reversalCount)
            && _untilFarthest.TryLoad(ref source) && _sinceFarthest.TryLoad(ref source);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private void Add(long index, double a, double b)
    {
        ReversalStep step = _reversals.Step(index, a);
        if (step == ReversalStep.Reversed)
            AtReversal();
        _sinceFarthest.Add(a, b);
        if (step == ReversalStep.None)
            return;
        _untilFarthest.Add(in _sinceFarthest);
        _sinceFarthest = LoopSum.StartAt(a, b);
    }

    // The farthest point was a reversal: the middle of the cycle, or its end and the start of the next.
    private void AtReversal()
    {
        if (_reversals.Last.IsFirst)
            return;
        if (_reversalCount == 1)
        {
            _reversalCount = 2;
            return;
        }

        if (_reversalCount == 2)
            _held = _untilFarthest.Value(_measure);
        _reversalCount = 1;
        _untilFarthest = _sinceFarthest.Begin();
    }
}

/// <summary>The quantity of the last closed cycle of two columns; the reversals are those of the first.</summary>
public enum LoopMeasure : byte
{
    /// <summary>
    /// Range of the first / range of the second: the magnitude of the dynamic stiffness; unit of the first per unit of
    /// the second.
    /// </summary>
    Stiffness,

    /// <summary>
    /// Area of the loop, the integral of the first over the second, by the shoelace formula with the ends joined; above
    /// 0 when the second follows the first, which is what a specimen takes up. Product of the units: kN mm = J, MPa of
    /// strain 1 = MJ/m3.
    /// </summary>
    Energy,

    /// <summary>By how much the second column (feedback) lags behind the first (command); deg, -180 to 180.</summary>
    PhaseLag,

    /// <summary>Range of the second / range of the first - 1, in %; below 0 when the feedback falls short.</summary>
    AmplitudeError,
}
