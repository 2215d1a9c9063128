using System.Runtime.CompilerServices;

namespace FuncLibs.Objects.Graph;

/// <summary>
/// Numbers of objects by their identity and the type that they were written as. A dictionary with a comparer takes
/// twice as long, and this is what references cost. One thread.
/// </summary>
internal sealed class ObjectNumbers
{
    private const int FirstSlots = 256;

    // Clearing takes time with the slots, not with the objects: a much larger table is replaced.
    private const int MostSlotsPerObject = 16;

    // A power of two, at most half of it used.
    private Slot[] _slots = new Slot[FirstSlots];
    private int _count;

    /// <summary>Adds an object with a number, when it is not there.</summary>
    /// <param name="value">The object.</param>
    /// <param name="form">The type that it is written as; an object that is written as two has two numbers.</param>
    /// <param name="number">Its number.</param>
    /// <param name="known">The number that it has already; only after false.</param>
    /// <returns>False when it is there already.</returns>
    public bool TryAdd(object value, object? form, int number, out int known)
    {
        Slot[] slots = _slots;
        int mask = slots.Length - 1;
        int place = RuntimeHelpers.GetHashCode(value) & mask;
        for (; slots[place].Value is { } other; place = (place + 1) & mask)
        {
            if (ReferenceEquals(other, value) && ReferenceEquals(slots[place].Form, form))
            {
                known = slots[place].Number;
                return false;
            }
        }

        known = 0;
        slots[place] = new Slot(value, form, number);
        if (++_count > slots.Length / 2)
            Grow();
        return true;
    }

    /// <summary>Whether an object is there, without a form.</summary>
    public bool Contains(object value)
    {
        int mask = _slots.Length - 1;
        for (int place = RuntimeHelpers.GetHashCode(value) & mask; _slots[place].Value is { } other;
            place = (place + 1) & mask)
        {
            if (ReferenceEquals(other, value))
                return true;
        }

        return false;
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        if (_slots.Length > Math.Max(FirstSlots, MostSlotsPerObject * _count))
            _slots = new Slot[FirstSlots];
        else if (_count > 0)
            Array.Clear(_slots);
        _count = 0;
    }

    private void Grow()
    {
        Slot[] before = _slots;
        Slot[] slots = _slots = new Slot[before.Length * 2];
        int mask = slots.Length - 1;
        foreach (Slot slot in before)
        {
            if (slot.Value is null)
                continue;
            int place = RuntimeHelpers.GetHashCode(slot.Value) & mask;
            while (slots[place].Value is not null)
                place = (place + 1) & mask;
            slots[place] = slot;
        }
    }

    private readonly record struct Slot(object? Value, object? Form, int Number);
}
