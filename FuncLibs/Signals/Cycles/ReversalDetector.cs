using System.Runtime.CompilerServices;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// Finds the samples at which a signal turns. An extreme is a reversal once the signal has moved back from it by more
/// than the noise band; with a band of 0 by anything. A smaller way back is noise and leaves no trace, so two
/// neighbours always differ by more than the band.
/// </summary>
/// <remarks>
/// The first reversal is the point the signal began at: with a band, the extreme of what was inside the band of it. NaN
/// and infinities are no measured values and are passed over. A mutable value: its owner keeps it in a field that is
/// not readonly. Does not allocate.
/// </remarks>
public struct ReversalDetector
{
    private readonly double _band;

    // 1 on the way up, -1 on the way down, 0 until the first move that is larger than the band.
    private double _sign;
    private double _extreme;
    private long _extremeIndex;

    // 1 after the first sample; the rest is what was seen before the first move.
    private long _seen;
    private double _high;
    private long _highIndex;

    /// <summary>A search that has seen nothing.</summary>
    /// <param name="band">In the unit of the signal; 0 or more, finite.</param>
    /// <exception cref="ArgumentOutOfRangeException">The band is negative or not finite.</exception>
    public ReversalDetector(double band)
    {
        if (!(band >= 0 && double.IsFinite(band)))
            throw new ArgumentOutOfRangeException(nameof(band), band, "The noise band is a finite number, 0 or more.");
        _band = band;
    }

    /// <summary>The reversal that the last <see cref="ReversalStep.Reversed"/> showed.</summary>
    public Reversal Last { get; private set; }

    /// <summary>True from the first reversal on: <see cref="Open"/> is there.</summary>
    public readonly bool HasOpen => _sign != 0;

    /// <summary>The farthest sample since the last reversal: the next reversal, if the signal ended now.</summary>
    public readonly Reversal Open => new(_extremeIndex, _extreme, _sign > 0, IsFirst: false);

    /// <summary>Takes one sample in.</summary>
    /// <param name="index">Its index among all points of its channel.</param>
    /// <param name="x">Its value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReversalStep Step(long index, double x)
    {
        // A comparison with NaN is false, so NaN falls through. Differences keep their sign by gradual underflow, and
        // overflow keeps it too.
        double ahead = (x - _extreme) * _sign;
        if (ahead > 0)
            return Extend(index, x);
        if (-ahead > _band)
            return Reverse(index, x);
        return _sign == 0 ? Begin(index, x) : ReversalStep.None;
    }

    /// <summary>
    /// Takes samples in up to the one that shows the next reversal, which is then <see cref="Last"/>.
    /// </summary>
    /// <param name="index">Index of the first of all of <paramref name="x"/>.</param>
    /// <param name="x">The samples.</param>
    /// <param name="at">Where to continue; then the place after the last sample that was taken in.</param>
    /// <returns>False when the samples ended first.</returns>
    public bool TryFind(long index, ReadOnlySpan<double> x, ref int at)
    {
        for (int i = at; i < x.Length; i++)
        {
            if (Step(index + i, x[i]) != ReversalStep.Reversed)
                continue;
            at = i + 1;
            return true;
        }

        at = x.Length;
        return false;
    }

    /// <summary>Clears what was seen; the band stays.</summary>
    public void Reset() => this = new ReversalDetector(_band);

    /// <summary>Writes the search.</summary>
    public readonly void Save(StateWriter target)
    {
        target.Add(_band);
        target.Add(_sign);
        target.Add(_extreme);
        target.Add(_extremeIndex);
        target.Add(_seen);
        target.Add(_high);
        target.Add(_highIndex);
    }

    /// <summary>Reads a search with the same band.</summary>
    /// <returns>False when the bytes do not fit; the search has then seen nothing.</returns>
    public bool TryLoad(ref StateReader source)
    {
        Reset();
        ReversalDetector read = this;
        bool isWhole = source.TryRead(out double band) && band.Equals(_band)
            && source.TryRead(out read._sign) && read._sign is 0 or 1 or -1
            && source.TryRead(out read._extreme) && double.IsFinite(read._extreme)
            && source.TryRead(out read._extremeIndex)
            && source.TryRead(0, 1, out read._seen)
            && source.TryRead(out read._high) && source.TryRead(out read._highIndex);
        if (isWhole)
            this = read;
        return isWhole;
    }

    private ReversalStep Extend(long index, double x)
    {
        if (!double.IsFinite(x))
            return ReversalStep.None;
        (_extreme, _extremeIndex) = (x, index);
        return ReversalStep.Extended;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReversalStep Reverse(long index, double x)
    {
        if (!double.IsFinite(x))
            return ReversalStep.None;
        Last = Open;
        (_extreme, _extremeIndex, _sign) = (x, index, -_sign);
        return ReversalStep.Reversed;
    }

    // Before the first move _extreme is the least and _high the greatest of what was seen.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReversalStep Begin(long index, double x)
    {
        if (!double.IsFinite(x))
            return ReversalStep.None;
        if (_seen == 0)
        {
            (_seen, _extreme, _extremeIndex, _high, _highIndex) = (1, x, index, x, index);
            return ReversalStep.Extended;
        }

        if (x - _extreme > _band)
            return Leave(new Reversal(_extremeIndex, _extreme, IsPeak: false, IsFirst: true), index, x);
        if (_high - x > _band)
            return Leave(new Reversal(_highIndex, _high, IsPeak: true, IsFirst: true), index, x);
        if (x < _extreme)
            (_extreme, _extremeIndex) = (x, index);
        if (x > _high)
            (_high, _highIndex) = (x, index);
        return ReversalStep.None;
    }

    private ReversalStep Leave(Reversal first, long index, double x)
    {
        Last = first;
        (_extreme, _extremeIndex, _sign) = (x, index, first.IsPeak ? -1 : 1);
        return ReversalStep.Reversed;
    }
}

/// <summary>
/// A sample at which a signal turned, known from the moment the signal has left it by more than the noise band.
/// </summary>
/// <param name="Index">
/// Index of the sample itself (not of the one that showed the turn) among all points of its channel; of equal values
/// the first.
/// </param>
/// <param name="Value">Its value.</param>
/// <param name="IsPeak">True for a peak, false for a valley.</param>
/// <param name="IsFirst">True for the point the signal began at: an end of a range, but nothing turned there.</param>
public readonly record struct Reversal(long Index, double Value, bool IsPeak, bool IsFirst);

/// <summary>What one sample did to a search for reversals.</summary>
public enum ReversalStep : byte
{
    /// <summary>Nothing: it is inside the noise band, on the way back, or not a finite number.</summary>
    None,

    /// <summary>It is the farthest in the present direction, so the next reversal may be here.</summary>
    Extended,

    /// <summary>
    /// It showed that the farthest before it was a reversal, and is itself the farthest in the new direction.
    /// </summary>
    Reversed,
}
