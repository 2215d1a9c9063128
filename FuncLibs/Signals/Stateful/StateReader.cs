using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Stateful;

/// <summary>
/// Reads what a <see cref="StateWriter"/> wrote. Bytes that end early or do not fit are false, never an exception.
/// </summary>
public ref struct StateReader
{
    private ReadOnlySpan<byte> _rest;

    /// <summary>A reader of all of the bytes.</summary>
    public StateReader(ReadOnlySpan<byte> source) => _rest = source;

    /// <summary>True when nothing is left.</summary>
    public readonly bool IsAtEnd => _rest.IsEmpty;

    /// <summary>One integer.</summary>
    public bool TryRead(out long value)
    {
        if (!BinaryPrimitives.TryReadInt64LittleEndian(_rest, out value))
            return false;
        _rest = _rest[sizeof(long)..];
        return true;
    }

    /// <summary>One integer from a range.</summary>
    public bool TryRead(long min, long max, out long value) => TryRead(out value) && value >= min && value <= max;

    /// <summary>One number.</summary>
    public bool TryRead(out double value)
    {
        bool isThere = TryRead(out long bits);
        value = BitConverter.Int64BitsToDouble(bits);
        return isThere;
    }

    /// <summary>Numbers, at most as many as fit.</summary>
    /// <param name="target">Where they go.</param>
    /// <param name="count">How many they were.</param>
    public bool TryRead(Span<double> target, out int count)
    {
        count = 0;
        if (!TryRead(0, Math.Min(target.Length, (_rest.Length / sizeof(double)) - 1), out long length))
            return false;
        foreach (ref long bits in MemoryMarshal.Cast<double, long>(target[..(int)length]))
            _ = TryRead(out bits);
        count = (int)length;
        return true;
    }
}
