using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Cycles;

/// <summary>
/// The reversals no cycle has closed over yet (the residue), oldest first, and the four-point rule that closes cycles:
/// of the last four A B C D, B and C close a cycle and leave when both are within A and D (Amzallag, Gerey, Robert and
/// Bahuaud, Int. J. Fatigue 16, 1994).
/// </summary>
/// <remarks>
/// Values are compared, not rounded differences, so the rule is exact. Bounded: a full stack gives its oldest pair away
/// first. All memory is taken by the constructor.
/// </remarks>
public sealed class RainflowStack
{
    /// <summary>Most reversals of a residue: 512 KB.</summary>
    public const int MaxCapacity = 65_536;

    private const int MinCapacity = 4;
    private readonly double[] _ring;
    private readonly int _mask;
    private int _oldest;

    /// <summary>An empty stack.</summary>
    /// <param name="capacity">A power of two, 4 to <see cref="MaxCapacity"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is none of these.</exception>
    public RainflowStack(int capacity = MaxCapacity)
    {
        if (capacity is < MinCapacity or > MaxCapacity || !int.IsPow2(capacity))
            throw new ArgumentOutOfRangeException(
                nameof(capacity), capacity, $"It is a power of two, {MinCapacity} to {MaxCapacity}.");
        (_ring, _mask) = (new double[capacity], capacity - 1);
    }

    /// <summary>Bytes it holds.</summary>
    public long Bytes => (long)_ring.Length * sizeof(double);

    /// <summary>Reversals in it.</summary>
    public int Count { get; private set; }

    /// <summary>True when <see cref="Push"/> needs <see cref="TakeOldest"/> first.</summary>
    public bool IsFull => Count == _ring.Length;

    /// <summary>Room of the newest reversal, from 0 to the capacity: a key for what an owner keeps beside it.</summary>
    public int NewestSlot => (_oldest + Count - 1) & _mask;

    /// <summary>A reversal, 0 the oldest.</summary>
    public double this[int place] => _ring[(_oldest + place) & _mask];

    /// <summary>The next reversal.</summary>
    public void Push(double reversal)
    {
        Count++;
        _ring[NewestSlot] = reversal;
    }

    /// <summary>Takes the oldest out.</summary>
    /// <returns>It and its neighbour, which is now the oldest.</returns>
    public (double From, double To) TakeOldest()
    {
        (double from, double to) = (this[0], this[1]);
        _oldest = (_oldest + 1) & _mask;
        Count--;
        return (from, to);
    }

    /// <summary>Closes one cycle, if the newest reversal does. Called again until nothing closes.</summary>
    public bool TryClose(out double from, out double to)
    {
        (from, to) = (0, 0);
        if (Count < 4)
            return false;
        (double a, double b, double c, double d) = (this[Count - 4], this[Count - 3], this[Count - 2], this[Count - 1]);
        bool isInside = b > a ? c >= a && b <= d : c <= a && b >= d;
        if (!isInside)
            return false;
        (from, to) = (b, c);
        Count -= 2;
        _ring[NewestSlot] = d;
        return true;
    }

    /// <summary>Takes all out.</summary>
    public void Clear() => (Count, _oldest) = (0, 0);

    /// <summary>Its own stack with the same reversals.</summary>
    public RainflowStack Copy()
    {
        var copy = new RainflowStack(_ring.Length);
        for (int i = 0; i < Count; i++)
            copy.Push(this[i]);
        return copy;
    }

    /// <summary>Writes the reversals.</summary>
    public void Save(StateWriter target)
    {
        target.Add(Count);
        for (int i = 0; i < Count; i++)
            target.Add(this[i]);
    }

    /// <summary>Reads the reversals.</summary>
    /// <returns>False when the bytes do not fit; the stack is then empty.</returns>
    public bool TryLoad(ref StateReader source)
    {
        Clear();
        if (!source.TryRead(0, _ring.Length, out long count))
            return false;
        for (long i = 0; i < count; i++)
        {
            if (!source.TryRead(out double reversal))
            {
                Clear();
                return false;
            }

            Push(reversal);
        }

        return true;
    }
}
