using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// Closes cycles, one after the other. The first starts at the first sample that turned, not at the point the signal
/// began at, so the ramp to the mean is in none.
/// </summary>
/// <remarks>
/// A gap drops the open cycle: its extremes were not seen. What is closed stays, and the count continues. A mutable
/// value, kept by its owner in a field that is not readonly.
/// </remarks>
public struct CycleTracker
{
    // Reversals of the open cycle: 0 none, 1 its start, 2 its start and its middle.
    private long _reversalCount;
    private long _startIndex;
    private double _middle;
    private Cycle _last;
    private ReversalDetector _reversals;

    /// <summary>A tracker that has seen nothing.</summary>
    /// <param name="band">Noise band, see <see cref="ReversalDetector"/>.</param>
    public CycleTracker(double band) => _reversals = new ReversalDetector(band);

    /// <summary>Cycles closed.</summary>
    public long Closed { get; private set; }

    /// <summary>The last closed cycle; <c>default</c> before the first.</summary>
    public readonly Cycle Last => _last;

    /// <summary>Takes samples in up to the one that closes a cycle, which is then <see cref="Last"/>.</summary>
    /// <param name="index">Index of the first of all of <paramref name="x"/>.</param>
    /// <param name="x">The samples.</param>
    /// <param name="at">Where to continue; then the place after the last sample that was taken in.</param>
    /// <returns>False when the samples ended first.</returns>
    public bool TryClose(long index, ReadOnlySpan<double> x, ref int at)
    {
        while (_reversals.TryFind(index, x, ref at))
        {
            if (Add(_reversals.Last))
                return true;
        }

        return false;
    }

    /// <summary>Drops the open cycle.</summary>
    public void Gap()
    {
        _reversals.Reset();
        _reversalCount = 0;
    }

    /// <summary>Clears everything; the band stays.</summary>
    public void Reset()
    {
        Gap();
        Closed = 0;
        _last = default;
    }

    /// <summary>Writes the tracker.</summary>
    public readonly void Save(StateWriter target)
    {
        _reversals.Save(target);
        target.Add(_reversalCount);
        target.Add(_startIndex);
        target.Add(_middle);
        target.Add(Closed);
        target.Add(_last.StartIndex);
        target.Add(_last.Index);
        target.Add(_last.Peak);
        target.Add(_last.Valley);
    }

    /// <summary>Reads a tracker with the same band.</summary>
    /// <returns>False when the bytes do not fit; nothing is then known.</returns>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _reversals.TryLoad(ref source) && source.TryRead(0, 2, out _reversalCount)
            && source.TryRead(out _startIndex)
            && source.TryRead(out _middle) && source.TryRead(0, long.MaxValue, out long closed)
            && TryLoadLast(ref source, closed);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool TryLoadLast(ref StateReader source, long closed)
    {
        if (!source.TryRead(out long start) || !source.TryRead(out long index)
            || !source.TryRead(out double peak) || !source.TryRead(out double valley))
            return false;
        (Closed, _last) = (closed, new Cycle(start, index, peak, valley));
        return true;
    }

    private bool Add(Reversal reversal)
    {
        if (reversal.IsFirst)
            return false;
        if (_reversalCount == 1)
        {
            (_reversalCount, _middle) = (2, reversal.Value);
            return false;
        }

        bool closes = _reversalCount == 2;
        if (closes)
        {
            _last = new Cycle(
                _startIndex, reversal.Index, Math.Max(_middle, reversal.Value), Math.Min(_middle, reversal.Value));
            Closed++;
        }

        (_reversalCount, _startIndex) = (1, reversal.Index);
        return closes;
    }
}

/// <summary>
/// One closed cycle: from a reversal over the opposite one to the next of its kind. The reversal it starts at belongs
/// to the cycle before, so each counts once. <c>default</c> is no cycle.
/// </summary>
/// <param name="StartIndex">Index of the reversal it starts at.</param>
/// <param name="Index">Index of the reversal that closes it.</param>
/// <param name="Peak">Its greatest reversal, in the unit of the signal.</param>
/// <param name="Valley">Its least.</param>
public readonly record struct Cycle(long StartIndex, long Index, double Peak, double Valley)
{
    /// <summary>Samples from reversal to reversal, missing ones counted: the period in samples.</summary>
    public long Points => Index - StartIndex;

    /// <summary>Peak - valley, above 0.</summary>
    public double Range => Peak - Valley;

    /// <summary>(Peak + valley) / 2, halved first so that it never overflows.</summary>
    public double Mean => (Peak / 2) + (Valley / 2);

    /// <summary>
    /// R = valley / peak, with their signs (ASTM E1823, ISO 12106); a peak of 0 gives an infinity, as IEEE 754 has it.
    /// </summary>
    public double RRatio => Valley / Peak;

    /// <summary>Rate / <see cref="Points"/>, in Hz.</summary>
    public double Frequency(double rateHz) => rateHz / Points;
}
