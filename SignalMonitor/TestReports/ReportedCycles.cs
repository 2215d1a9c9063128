using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Compilation;

namespace SignalMonitor.TestReports;

/// <summary>
/// Peaks and valleys of a signal over its cycles, in bounded memory: the greatest peak and the least valley of so many
/// cycles, a number that doubles each time the room is full. Hysteresis loops of chosen cycles beside it.
/// </summary>
/// <param name="signal">The signal.</param>
/// <param name="wanted">Cycles whose loop is kept, counted from 1; the last one is kept in any case.</param>
internal sealed class ReportedCycles(CyclicSignal signal, IReadOnlySet<long> wanted)
{
    private const int Buckets = 800;
    private const int MaxLoops = 12;
    private const int MaxLoopSamples = 20_000;

    private readonly double[] _peaks = new double[Buckets];
    private readonly double[] _valleys = new double[Buckets];
    private readonly List<ReportedLoop> _loops = [];
    private (List<double> Xs, List<double> Ys) _free = ([], []);
    private ReportedLoop? _open;
    private ReportedLoop? _last;

    /// <summary>The signal.</summary>
    public CyclicSignal Signal => signal;

    /// <summary>Unit of peaks and valleys.</summary>
    public string Unit { get; set; } = "";

    /// <summary>Cycles that are complete.</summary>
    public long Count { get; private set; }

    /// <summary>Cycles of one bucket.</summary>
    public long CyclesPerBucket { get; private set; } = 1;

    /// <summary>Greatest peak of each bucket that has cycles.</summary>
    public ReadOnlySpan<double> Peaks => _peaks.AsSpan(0, Used);

    /// <summary>Least valley of each.</summary>
    public ReadOnlySpan<double> Valleys => _valleys.AsSpan(0, Used);

    /// <summary>Loops of the chosen cycles and of the last complete one.</summary>
    public IEnumerable<ReportedLoop> Loops => _last is null || _loops.Contains(_last) ? _loops : [.. _loops, _last];

    /// <summary>Rows of the rainflow table at the end: range, mean, cycles.</summary>
    public ImmutableArray<ImmutableArray<double>> Rainflow { get; set; } = [];

    private int Used => (int)((Count + CyclesPerBucket - 1) / CyclesPerBucket);

    /// <summary>Takes what the cycle functions gave for a block.</summary>
    /// <param name="counts">Complete cycles at each sample.</param>
    /// <param name="peaks">Peak of the last complete cycle at each.</param>
    /// <param name="valleys">Its valley.</param>
    /// <param name="loop">The two channels of a loop; null for no loops.</param>
    /// <param name="xs">Abscissas of the loop, as many as counts, or none.</param>
    /// <param name="ys">Its ordinates.</param>
    public void Append(
        ReadOnlySpan<double> counts,
        ReadOnlySpan<double> peaks,
        ReadOnlySpan<double> valleys,
        ReportedLoop? loop,
        ReadOnlySpan<double> xs,
        ReadOnlySpan<double> ys)
    {
        for (int i = 0; i < counts.Length; i++)
        {
            if (counts[i] > Count)
                Close((long)counts[i], peaks[i], valleys[i], loop);
            if (_open is { } open && i < xs.Length && open.Xs.Count < MaxLoopSamples)
            {
                open.Xs.Add(xs[i]);
                open.Ys.Add(ys[i]);
            }
        }
    }

    private void Close(long count, double peak, double valley, ReportedLoop? loop)
    {
        while ((count - 1) / CyclesPerBucket >= Buckets)
            Widen();
        int bucket = (int)((count - 1) / CyclesPerBucket);
        for (int i = Used; i <= bucket; i++)
            (_peaks[i], _valleys[i]) = (double.NaN, double.NaN);
        Count = count;
        _peaks[bucket] = double.MaxNumber(_peaks[bucket], peak);
        _valleys[bucket] = double.MinNumber(_valleys[bucket], valley);
        if (_open is { } closed)
        {
            Release(_last);
            _last = closed with { Title = $"cycle {count}" };
            if (wanted.Contains(count) && _loops.Count < MaxLoops)
                _loops.Add(_last);
        }

        _open = loop is null ? null : loop with { Xs = _free.Xs, Ys = _free.Ys };
        _free = ([], []);
    }

    // A test has millions of cycles: the memory of a loop that is not drawn is used again.
    private void Release(ReportedLoop? loop)
    {
        if (loop is null || _loops.Contains(loop))
            return;
        loop.Xs.Clear();
        loop.Ys.Clear();
        _free = (loop.Xs, loop.Ys);
    }

    private void Widen()
    {
        for (int i = 0; i < Buckets / 2; i++)
        {
            _peaks[i] = double.MaxNumber(_peaks[2 * i], _peaks[(2 * i) + 1]);
            _valleys[i] = double.MinNumber(_valleys[2 * i], _valleys[(2 * i) + 1]);
        }

        CyclesPerBucket *= 2;
    }
}
