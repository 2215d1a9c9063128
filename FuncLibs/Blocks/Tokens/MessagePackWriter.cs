using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;

namespace FuncLibs.Blocks.Tokens;

/// <summary>
/// Writes MessagePack tokens in their smallest form. A thin layer over a buffer writer: it does not allocate.
/// Call <see cref="Flush"/> when done; what was not flushed is not in the buffer.
/// </summary>
internal ref struct MessagePackWriter
{
    private const int MaxHeader = 9;
    private const int Chunk = 256;

    private readonly IBufferWriter<byte> _output;
    private Span<byte> _span;
    private int _used;

    /// <summary>Begins to write at the end of <paramref name="output"/>.</summary>
    public MessagePackWriter(IBufferWriter<byte> output)
    {
        _output = output;
        _span = output.GetSpan(Chunk);
    }

    /// <summary>Hands what was written to the buffer writer.</summary>
    public void Flush()
    {
        _output.Advance(_used);
        _span = default;
        _used = 0;
    }

    /// <summary>Writes nil.</summary>
    public void WriteNil() => WriteCode(MessagePackCode.Nil);

    /// <summary>Writes a bool.</summary>
    public void Write(bool value) => WriteCode(value ? MessagePackCode.True : MessagePackCode.False);

    /// <summary>Writes an integer.</summary>
    public void Write(long value) => Advance(Primitives.WriteInt(Reserve(MaxHeader), value));

    /// <summary>Writes an unsigned integer.</summary>
    public void Write(ulong value) => Advance(Primitives.WriteUInt(Reserve(MaxHeader), value));

    /// <summary>Writes a float64, bit for bit.</summary>
    public void Write(double value) => Advance(Primitives.WriteFloat64(Reserve(MaxHeader), value));

    /// <summary>Writes the header of an array; <paramref name="count"/> items follow.</summary>
    public void WriteArrayHeader(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Advance(Primitives.WriteArrayHeader(Reserve(MaxHeader), count));
    }

    /// <summary>Writes the header of a map; <paramref name="count"/> keys and values follow.</summary>
    public void WriteMapHeader(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        Advance(Primitives.WriteMapHeader(Reserve(MaxHeader), count));
    }

    /// <summary>
    /// Writes the header of an ext; <paramref name="length"/> bytes follow by <see cref="WriteRaw"/>.
    /// </summary>
    public void WriteExtHeader(sbyte type, int length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        Advance(Primitives.WriteExtHeader(Reserve(MaxHeader), type, length));
    }

    /// <summary>Writes a string as UTF-8, or nil.</summary>
    public void Write(string? value)
    {
        if (value is null)
        {
            WriteNil();
            return;
        }

        int bytes = Encoding.UTF8.GetByteCount(value);
        Span<byte> target = Reserve(MaxHeader + bytes);
        int header = Primitives.WriteStringHeader(target, bytes);
        _used += header + Encoding.UTF8.GetBytes(value, target[header..]);
    }

    /// <summary>Writes a string that is UTF-8 already.</summary>
    public void WriteUtf8(scoped ReadOnlySpan<byte> utf8)
    {
        Advance(Primitives.WriteStringHeader(Reserve(MaxHeader), utf8.Length));
        WriteRaw(utf8);
    }

    /// <summary>Writes a byte string.</summary>
    public void WriteBin(ReadOnlySpan<byte> bytes)
    {
        Advance(Primitives.WriteBinHeader(Reserve(MaxHeader), bytes.Length));
        WriteRaw(bytes);
    }

    /// <summary>Writes bytes as they are: the body of an ext, or a value that is encoded already.</summary>
    public void WriteRaw(scoped ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Reserve(bytes.Length));
        _used += bytes.Length;
    }

    /// <summary>
    /// At least so many bytes to write into directly; <see cref="Advance"/> afterwards, before any other write.
    /// </summary>
    public Span<byte> GetSpan(int bytes) => Reserve(bytes);

    /// <summary>Counts bytes that were written into <see cref="GetSpan"/>.</summary>
    // Also how the writer itself counts: "_used += Write(Reserve(..))" would read _used before Reserve moves on to a
    // new span.
    public void Advance(int bytes) => _used += bytes;

    private void WriteCode(byte code)
    {
        Reserve(1)[0] = code;
        _used++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Span<byte> Reserve(int bytes) => _span.Length - _used >= bytes ? _span[_used..] : Grow(bytes);

    private Span<byte> Grow(int bytes)
    {
        _output.Advance(_used);
        _used = 0;
        return _span = _output.GetSpan(Math.Max(bytes, Chunk));
    }
}
