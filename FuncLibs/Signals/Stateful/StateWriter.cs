using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace FuncLibs.Signals.Stateful;

/// <summary>Writes the state of functions as little-endian 8-byte words, one after the other.</summary>
public sealed class StateWriter
{
    private readonly IBufferWriter<byte> _target;

    /// <summary>A writer at the end of what is there.</summary>
    public StateWriter(IBufferWriter<byte> target) => _target = target;

    /// <summary>One integer.</summary>
    public void Add(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_target.GetSpan(sizeof(long)), value);
        _target.Advance(sizeof(long));
    }

    /// <summary>One number, every bit of it.</summary>
    public void Add(double value) => Add(BitConverter.DoubleToInt64Bits(value));

    /// <summary>The count of numbers, then the numbers.</summary>
    public void Add(ReadOnlySpan<double> values)
    {
        Add(values.Length);
        AddEach(values);
    }

    /// <summary>Numbers without their count.</summary>
    public void AddEach(ReadOnlySpan<double> values)
    {
        if (BitConverter.IsLittleEndian)
        {
            _target.Write(MemoryMarshal.AsBytes(values));
            return;
        }

        foreach (long bits in MemoryMarshal.Cast<double, long>(values))
            Add(bits);
    }

    /// <summary>Words that another writer wrote.</summary>
    public void AddWords(ReadOnlySpan<byte> words) => _target.Write(words);
}
