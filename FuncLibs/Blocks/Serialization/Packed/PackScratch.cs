using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>Memory of one packing writer, as large as its longest column so far. Of one thread.</summary>
internal sealed class PackScratch
{
    private const int Step = 1024;

    // One point in so many may be an exception: beyond, the scale is not that of the column.
    private const int PointsAnException = 4;
    private const int MaxExceptions = ushort.MaxValue;

    private long[] _integers = [];
    private ushort[] _exceptions = [];
    private byte[] _bytes = [];
    private int _capacity;

    /// <summary>
    /// The integer before the first one, then those of the column, then room for loops to look after it.
    /// </summary>
    public Span<long> Integers => _integers;

    /// <summary>Indices of exceptions. One is never used: a full span means too many.</summary>
    public Span<ushort> Exceptions(int points) =>
        _exceptions.AsSpan(0, Math.Min(MaxExceptions, points / PointsAnException) + 1);

    /// <summary>The map of changes: a bit for each point.</summary>
    public Span<byte> Map(int points) => _bytes.AsSpan(0, (points + 7) / 8);

    /// <summary>The byte planes of a column, then room for their LZ4 block.</summary>
    public Span<byte> Planes => _bytes;

    /// <summary>Makes room for a column.</summary>
    public void Require(int points)
    {
        if (points <= _capacity)
            return;
        _capacity = (points + Step - 1) / Step * Step;
        _integers = new long[1 + _capacity + FieldWriter.SlackIntegers];
        _exceptions = new ushort[(_capacity / PointsAnException) + 1];
        _bytes = new byte[2 * _capacity * sizeof(double)];
    }
}
