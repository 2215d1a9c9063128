namespace SignalMonitor.TestReports;

/// <summary>
/// Two columns against each other over a whole test in bounded memory: every n-th point, where n doubles each time the
/// curve is full.
/// </summary>
internal sealed class ReportedCurve
{
    private const int MaxPoints = 8192;

    private readonly List<double> _xs = [];
    private readonly List<double> _ys = [];
    private long _stride = 1;
    private long _seen;

    /// <summary>Abscissas.</summary>
    public IReadOnlyList<double> Xs => _xs;

    /// <summary>Ordinates, as many.</summary>
    public IReadOnlyList<double> Ys => _ys;

    /// <summary>Takes the points of a block; both columns have the same rate.</summary>
    public void Append(ReadOnlySpan<double> xs, ReadOnlySpan<double> ys)
    {
        int points = Math.Min(xs.Length, ys.Length);
        for (int i = 0; i < points; i++, _seen++)
        {
            if (_seen % _stride != 0 || !double.IsFinite(xs[i]) || !double.IsFinite(ys[i]))
                continue;
            _xs.Add(xs[i]);
            _ys.Add(ys[i]);
            if (_xs.Count == MaxPoints)
                Thin();
        }
    }

    private void Thin()
    {
        for (int i = 0; i < MaxPoints / 2; i++)
            (_xs[i], _ys[i]) = (_xs[2 * i], _ys[2 * i]);
        _xs.RemoveRange(MaxPoints / 2, MaxPoints / 2);
        _ys.RemoveRange(MaxPoints / 2, MaxPoints / 2);
        _stride *= 2;
    }
}
