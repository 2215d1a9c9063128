using System.Numerics;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>
/// Greatest of the last so many samples, by a queue of falling values: a sample leaves when a later one is not smaller,
/// or when it is too old. Each enters and leaves once, so that the time per sample is constant on average. (D. Lemire,
/// Streaming maximum-minimum filter, Nordic Journal of Computing 13, 2006.)
/// </summary>
internal sealed class RecentMaximum
{
    private const int MaxSaved = 1024;

    private readonly double[] _values;
    private readonly long[] _indices;
    private readonly int _mask;
    private readonly int _back;
    private long _head;
    private long _tail;

    /// <param name="back">How many samples before the newest one count, 0 or more.</param>
    public RecentMaximum(int back)
    {
        int room = (int)BitOperations.RoundUpToPowerOf2((uint)back + 1);
        (_values, _indices, _mask, _back) = (new double[room], new long[room], room - 1, back);
    }

    /// <summary>The greatest value; there is one once a sample was added.</summary>
    public double Value => _values[_head & _mask];

    /// <summary>Index of the newest sample that has it.</summary>
    public long Index => _indices[_head & _mask];

    /// <summary>Adds a sample that is not NaN; indices only grow.</summary>
    public void Add(long index, double value)
    {
        while (_head < _tail && index - _indices[_head & _mask] > _back)
            _head++;
        while (_head < _tail && _values[(_tail - 1) & _mask] <= value)
            _tail--;
        _values[_tail & _mask] = value;
        _indices[_tail & _mask] = index;
        _tail++;
    }

    public void Clear() => (_head, _tail) = (0, 0);

    /// <summary>
    /// Writes what later results depend on: the falling values, and of more than <see cref="MaxSaved"/> so many at
    /// equal steps, the first and the last among them. What is between two of them is at most the value of the first.
    /// </summary>
    public void Save(StateWriter target)
    {
        long held = _tail - _head;
        long saved = Math.Min(held, MaxSaved);
        target.Add(saved);
        for (long i = 0; i < saved; i++)
        {
            long at = _head + (saved == held ? i : i * (held - 1) / (saved - 1));
            target.Add(_indices[at & _mask]);
            target.Add(_values[at & _mask]);
        }
    }

    /// <summary>Takes over what <see cref="Save"/> wrote.</summary>
    /// <returns>False when that is damaged or of a longer time; it is empty then.</returns>
    public bool TryLoad(ref StateReader source)
    {
        Clear();
        if (!source.TryRead(0, Math.Min(MaxSaved, _values.Length), out long saved))
            return false;
        for (long i = 0; i < saved; i++)
        {
            bool isSound = source.TryRead(out long index) & source.TryRead(out double value);
            isSound = isSound && double.IsFinite(value) && value >= 0
                && (i == 0 || (index > _indices[i - 1] && value < _values[i - 1] && index - _indices[0] <= _back));
            if (!isSound)
            {
                Clear();
                return false;
            }

            (_indices[i], _values[i], _tail) = (index, value, i + 1);
        }

        return true;
    }
}
