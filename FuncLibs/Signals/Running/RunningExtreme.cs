using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Running;

/// <summary>
/// <c>runmax(x, reset)</c> and <c>runmin(x, reset)</c>: the greatest or least value since the beginning, or since reset
/// was last true; the x of that sample is the first of the new ones. NaN is left out, a reset of NaN is none, gaps
/// change nothing; NaN before the first number. Unit of x. Also as functions of x alone, without a reset.
/// </summary>
public sealed class RunningExtreme : SignalState, IUnaryState, IBinaryState
{
    private readonly bool _isGreatest;
    private double _extreme = double.NaN;

    private RunningExtreme(string name, bool isGreatest)
        : base(name, QualityRule.Running) => _isGreatest = isGreatest;

    /// <summary><c>runmax</c>.</summary>
    public static RunningExtreme Maximum() => new("runmax", isGreatest: true);

    /// <summary><c>runmin</c>.</summary>
    public static RunningExtreme Minimum() => new("runmin", isGreatest: false);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
            y[i] = Next(x[i]);
    }

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y)
    {
        for (int i = 0; i < a.Length; i++)
        {
            _extreme = Condition.IsTrue(b[i]) ? double.NaN : _extreme;
            y[i] = Next(a[i]);
        }
    }

    /// <inheritdoc/>
    public override void Reset() => _extreme = double.NaN;

    /// <inheritdoc/>
    public override void Gap()
    {
    }

    private protected override void Write(StateWriter target) => target.Add(_extreme);

    private protected override bool TryRead(ref StateReader source) => source.TryRead(out _extreme);

    // The number forms leave NaN out and order the zeros (IEEE 754-2019 maximumNumber, minimumNumber).
    private double Next(double x)
    {
        _extreme = _isGreatest ? double.MaxNumber(_extreme, x) : double.MinNumber(_extreme, x);
        return _extreme;
    }
}
