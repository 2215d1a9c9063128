using System.Diagnostics;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// Counts of half cycles by range and mean. Exact values while there are few; when more than <see cref="Limit"/>
/// differ, all of them go into classes of <see cref="Width"/> (a power of two of the unit, about a thousandth of the
/// greatest range), which doubles whenever they are too many again.
/// </summary>
/// <remarks>
/// Class k reaches from k to k + 1 widths and stands for its middle. A class of twice the width is exactly two classes,
/// so a cycle ends in the same class however early it came, and no count is ever lost. Open addressing over rows that
/// are side by side; all memory is taken by the constructor.
/// </remarks>
public sealed class RainflowClasses
{
    /// <summary>Most rows: 1 MB.</summary>
    public const int MaxLimit = 32_768;

    private const int MinLimit = 64;

    // The greatest value gets an index of 1024 to 2047 in the first classes.
    private const int FirstBits = 10;
    private const int MinExponent = -1022;

    private readonly double[] _ranges;
    private readonly double[] _means;
    private readonly long[] _halves;
    private readonly int[] _slots; // row + 1; 0 is free
    private readonly int _shift;

    /// <summary>No counts.</summary>
    /// <param name="limit">Most rows; a power of two, 64 to <see cref="MaxLimit"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is none of these.</exception>
    public RainflowClasses(int limit = MaxLimit)
    {
        if (limit is < MinLimit or > MaxLimit || !int.IsPow2(limit))
            throw new ArgumentOutOfRangeException(
                nameof(limit), limit, $"It is a power of two, {MinLimit} to {MaxLimit}.");
        (_ranges, _means, _halves) = (new double[limit], new double[limit], new long[limit]);
        _slots = new int[2 * limit];
        _shift = 64 - int.Log2(_slots.Length);
    }

    /// <summary>Bytes it holds.</summary>
    public long Bytes => ((long)Limit * 3 * sizeof(long)) + ((long)_slots.Length * sizeof(int));

    /// <summary>Most rows.</summary>
    public int Limit => _ranges.Length;

    /// <summary>Rows in use.</summary>
    public int Count { get; private set; }

    /// <summary>Width of a class; 0 while values are exact.</summary>
    public double Width { get; private set; }

    /// <summary>Adds half cycles from one reversal to another.</summary>
    public void Add(double from, double to, long halves)
    {
        (double range, double mean) = KeyOf(from, to);
        while (!TryAdd(range, mean, halves))
        {
            Widen();
            (range, mean) = KeyOf(from, to);
        }
    }

    /// <summary>
    /// What a range between two reversals is counted under: range and mean themselves, or the numbers of their classes.
    /// </summary>
    public (double Range, double Mean) KeyOf(double from, double to)
    {
        // + 0.0 makes one of the two zeros.
        (double range, double mean) = (Math.Abs(to - from), (from / 2) + (to / 2) + 0.0);
        return Width == 0 ? (range, mean) : (Math.Floor(range / Width), Math.Floor(mean / Width));
    }

    /// <summary>The value that a number of <see cref="KeyOf"/> stands for.</summary>
    public double ValueOf(double key) => Width == 0 ? key : (key + 0.5) * Width;

    /// <summary>A row: its keys and half cycles.</summary>
    public (double Range, double Mean, long Halves) Row(int row) => (_ranges[row], _means[row], _halves[row]);

    /// <summary>Takes all counts out; values are exact again.</summary>
    public void Clear()
    {
        Array.Clear(_slots);
        (Count, Width) = (0, 0);
    }

    /// <summary>Writes the counts.</summary>
    public void Save(StateWriter target)
    {
        target.Add(Width);
        target.Add(Count);
        for (int row = 0; row < Count; row++)
        {
            target.Add(_ranges[row]);
            target.Add(_means[row]);
            target.Add(_halves[row]);
        }
    }

    /// <summary>Reads the counts.</summary>
    /// <returns>False when the bytes do not fit; there are then no counts.</returns>
    public bool TryLoad(ref StateReader source)
    {
        Clear();
        bool isWhole = source.TryRead(out double width) && width >= 0 && source.TryRead(0, Limit, out long rows)
            && TryLoadRows(ref source, rows);
        if (isWhole)
            Width = width;
        else
            Clear();
        return isWhole;
    }

    private bool TryLoadRows(ref StateReader source, long rows)
    {
        for (long row = 0; row < rows; row++)
        {
            if (!source.TryRead(out double range) || !source.TryRead(out double mean)
                || !source.TryRead(1, long.MaxValue, out long halves)
                || !TryAdd(range, mean, halves))
                return false;
        }

        return Count == rows;
    }

    // Half of the slots stay free, so the walk ends.
    private bool TryAdd(double range, double mean, long halves)
    {
        int slot = SlotOf(range, mean);
        for (; _slots[slot] != 0; slot = (slot + 1) & (_slots.Length - 1))
        {
            int row = _slots[slot] - 1;
            if (!_ranges[row].Equals(range) || !_means[row].Equals(mean))
                continue;
            _halves[row] += halves;
            return true;
        }

        if (Count == Limit)
            return false;
        (_ranges[Count], _means[Count], _halves[Count]) = (range, mean, halves);
        _slots[slot] = ++Count;
        return true;
    }

    private int SlotOf(double range, double mean)
    {
        // 2^64 / golden ratio (Knuth, TAOCP 3, 6.4)
        ulong r = BitConverter.DoubleToUInt64Bits(range) * 0x9E3779B97F4A7C15;
        ulong m = BitConverter.DoubleToUInt64Bits(mean) * 0xC2B2AE3D27D4EB4F; // an odd number with mixed bits
        return (int)(((r ^ (m >> 29) ^ m) * 0x9E3779B97F4A7C15) >> _shift);
    }

    // Until half of the rows are free: the work is shared by all the cycles that filled them.
    private void Widen()
    {
        do
        {
            double divisor = Width == 0 ? FirstWidth() : 2;
            Width = Width == 0 ? divisor : 2 * Width;
            int rows = Count;
            Count = 0;
            Array.Clear(_slots);
            for (int row = 0; row < rows; row++)
            {
                bool isAdded = TryAdd(
                    Math.Floor(_ranges[row] / divisor), Math.Floor(_means[row] / divisor), _halves[row]);
                Debug.Assert(isAdded, "Rows never become more.");
            }
        }
        while (Count > Limit / 2);
    }

    private double FirstWidth()
    {
        double max = 0;
        for (int row = 0; row < Count; row++)
            max = Math.Max(max, Math.Max(_ranges[row], Math.Abs(_means[row])));
        int exponent = Math.ILogB(Math.Min(max, double.MaxValue));
        return Math.ScaleB(1, Math.Max(exponent - FirstBits, MinExponent));
    }
}
