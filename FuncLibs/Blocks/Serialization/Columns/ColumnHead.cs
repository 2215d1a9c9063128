using System.Buffers.Binary;
using FuncLibs.Blocks.Serialization.Packed;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// What is before the values of a float column, as 16 bytes: a block has hundreds of columns and few lengths, so heads
/// are made once a length, then stored or compared whole.
/// </summary>
internal readonly struct ColumnHead
{
    /// <summary>Bytes that must be there to compare, and that storing may touch.</summary>
    public const int Room = HeadBytes.Length;

    private readonly HeadBytes _bytes;
    private readonly HeadBytes _mask;
    private readonly long _totalBytes;

    /// <summary>Makes the head of a format.</summary>
    /// <param name="bytes">The head, and zeros after it up to <see cref="Room"/>.</param>
    /// <param name="length">Bytes of the head.</param>
    /// <param name="valueBytes">Bytes of the values after it.</param>
    public ColumnHead(ReadOnlySpan<byte> bytes, int length, long valueBytes)
    {
        Span<byte> mask = stackalloc byte[Room];
        mask.Clear();
        mask[..length].Fill(byte.MaxValue);
        _bytes = HeadBytes.Load(bytes);
        _mask = HeadBytes.Load(mask);
        Length = length;
        _totalBytes = length + valueBytes;
    }

    /// <summary>Bytes of the head.</summary>
    public int Length { get; }

    /// <summary>Bytes of the head and of all values after it.</summary>
    public int TotalBytes => (int)_totalBytes;

    /// <summary>Head of an array of so many float64.</summary>
    public static ColumnHead Array(int points)
    {
        Span<byte> bytes = stackalloc byte[Room];
        bytes.Clear();
        int length = Primitives.WriteArrayHeader(bytes, points);
        return new ColumnHead(bytes, length, (long)points * Float64Run.BytesPerItem);
    }

    /// <summary>Head of ext 20 with so many values.</summary>
    public static ColumnHead Raw(int points)
    {
        Span<byte> bytes = stackalloc byte[Room];
        bytes.Clear();
        int valueBytes = points * sizeof(double);
        int length = Primitives.WriteExtHeader(bytes, ColumnExt.RawFloats, ColumnExt.HeaderBytes + valueBytes);
        BinaryPrimitives.WriteInt64LittleEndian(bytes[length..], ColumnExt.Version);
        return new ColumnHead(bytes, length + ColumnExt.HeaderBytes, (long)points * sizeof(double));
    }

    /// <summary>True when the bytes begin with this head.</summary>
    public bool Matches(HeadBytes bytes) => bytes.Equals(_bytes, _mask);

    /// <summary>True when the bytes, at least <see cref="Room"/>, begin with this head.</summary>
    public bool IsAt(ReadOnlySpan<byte> bytes) => Matches(HeadBytes.Load(bytes));

    /// <summary>True when the head and all values are there.</summary>
    public bool Holds(ReadOnlySpan<byte> bytes) => bytes.Length >= _totalBytes;

    /// <summary>Puts the head down, with zeros after it up to <see cref="Room"/>.</summary>
    public void Store(Span<byte> to) => _bytes.Store(to);
}

/// <summary>The two usual heads of float columns of one length; channels of a group mostly have the same.</summary>
internal struct ColumnHeads
{
    private int _pointsAndOne;

    /// <summary>Head of an array.</summary>
    public ColumnHead Array;

    /// <summary>Head of ext 20.</summary>
    public ColumnHead Raw;

    /// <summary>Points of the columns.</summary>
    public readonly int Points => _pointsAndOne - 1;

    /// <summary>Makes the heads for another length.</summary>
    public void SetPoints(int points)
    {
        if (points == Points)
            return;
        _pointsAndOne = points + 1;
        Array = ColumnHead.Array(points);
        Raw = ColumnHead.Raw(points);
    }
}
