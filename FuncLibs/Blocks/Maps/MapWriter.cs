using System.Buffers;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Maps;

/// <summary>Writes maps with string keys. Allocates only in the buffer writer.</summary>
public ref struct MapWriter
{
    private const int GuidText = 36;
    private MessagePackWriter _writer;

    /// <summary>Begins at the end of <paramref name="output"/>.</summary>
    public MapWriter(IBufferWriter<byte> output) => _writer = new MessagePackWriter(output);

    /// <summary>Begins a map of <paramref name="pairs"/> pairs.</summary>
    public void Map(int pairs) => _writer.WriteMapHeader(pairs);

    /// <summary>Begins an array under <paramref name="key"/>.</summary>
    public void Array(ReadOnlySpan<byte> key, int items)
    {
        _writer.WriteUtf8(key);
        _writer.WriteArrayHeader(items);
    }

    /// <summary>Writes a pair.</summary>
    public void Write(ReadOnlySpan<byte> key, ulong value)
    {
        _writer.WriteUtf8(key);
        _writer.Write(value);
    }

    /// <summary>Writes a pair.</summary>
    public void Write(ReadOnlySpan<byte> key, long value)
    {
        _writer.WriteUtf8(key);
        _writer.Write(value);
    }

    /// <summary>Writes a pair.</summary>
    public void Write(ReadOnlySpan<byte> key, double value)
    {
        _writer.WriteUtf8(key);
        _writer.Write(value);
    }

    /// <summary>Writes a pair.</summary>
    public void Write(ReadOnlySpan<byte> key, bool value)
    {
        _writer.WriteUtf8(key);
        _writer.Write(value);
    }

    /// <summary>Writes a pair.</summary>
    public void Write(ReadOnlySpan<byte> key, string value)
    {
        _writer.WriteUtf8(key);
        _writer.Write(value);
    }

    /// <summary>Writes a pair whose value is already UTF-8.</summary>
    public void WriteText(ReadOnlySpan<byte> key, scoped ReadOnlySpan<byte> utf8)
    {
        _writer.WriteUtf8(key);
        _writer.WriteUtf8(utf8);
    }

    /// <summary>Writes a pair; a UUID is lower-case text.</summary>
    public void Write(ReadOnlySpan<byte> key, Guid value)
    {
        Span<byte> text = stackalloc byte[GuidText];
        value.TryFormat(text, out _, "D");
        WriteText(key, text);
    }

    /// <summary>Writes a pair whose value is already encoded.</summary>
    public void WriteRaw(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value)
    {
        _writer.WriteUtf8(key);
        _writer.WriteRaw(value);
    }

    /// <summary>Writes a pair whose value is an array of float64, bit for bit.</summary>
    public void Write(ReadOnlySpan<byte> key, ReadOnlySpan<double> values)
    {
        Array(key, values.Length);
        _writer.Advance(Float64Run.Write(values, _writer.GetSpan(values.Length * Float64Run.BytesPerItem)));
    }

    /// <summary>Writes a pair whose value is an array of integers.</summary>
    public void Write(ReadOnlySpan<byte> key, ReadOnlySpan<long> values)
    {
        Array(key, values.Length);
        _writer.Advance(Int64Run.Write(values, _writer.GetSpan(values.Length * Int64Run.MaxBytesPerItem)));
    }

    /// <summary>Writes a pair whose value is an array of two numbers.</summary>
    public void WritePair(ReadOnlySpan<byte> key, ulong first, ulong second)
    {
        Array(key, 2);
        _writer.Write(first);
        _writer.Write(second);
    }

    /// <summary>Begins an array that is an item of another.</summary>
    public void Items(int items) => _writer.WriteArrayHeader(items);

    /// <summary>Writes an item of an array.</summary>
    public void Item(ulong value) => _writer.Write(value);

    /// <summary>Passes everything to the buffer writer.</summary>
    public void Flush() => _writer.Flush();
}
