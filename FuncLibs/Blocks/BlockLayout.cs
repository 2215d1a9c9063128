using System.Collections.Immutable;

namespace FuncLibs.Blocks;

/// <summary>
/// The capacity of a block and where each column is in its buffer of 8-byte words. Immutable and shared by all blocks
/// of a stream. Columns of a channel follow each other at a fixed stride; each column begins on a multiple of 8 words,
/// so that whole vectors may be loaded at its tail without reading another column's values as data.
/// </summary>
public sealed class BlockLayout
{
    private const int WordsPerLine = 8;

    private readonly Slot[] _slots;

    /// <summary>Lays out channels and bits.</summary>
    /// <param name="servo">Servo channels, in order.</param>
    /// <param name="temp">Temperature channels, in order.</param>
    /// <param name="ad">Analogue inputs, in order; their sensor counts are ignored.</param>
    /// <param name="bitIn">Digital inputs.</param>
    /// <param name="bitOut">Digital outputs.</param>
    /// <param name="limits">What a block may hold; the wire's limits when left out.</param>
    /// <exception cref="BlockLayoutException">A size is negative or above its limit.</exception>
    public BlockLayout(
        ImmutableArray<ChannelShape> servo,
        ImmutableArray<ChannelShape> temp,
        ImmutableArray<ChannelShape> ad,
        int bitIn,
        int bitOut,
        BlockLimits? limits = null)
    {
        limits ??= BlockLimits.Default;
        Require("channels", (long)servo.Length + temp.Length + ad.Length, limits.Channels);
        Require("bits in", bitIn, limits.Bits);
        Require("bits out", bitOut, limits.Bits);
        Servo = servo;
        Temp = temp;
        AD = ad;
        BitIn = bitIn;
        BitOut = bitOut;
        _slots = new Slot[ChannelCount];

        long words = 0;
        long columns = 0;
        long values = 0;
        for (int flat = 0; flat < _slots.Length; flat++)
        {
            (BlockGroup group, int channel) = Locate(flat);
            ChannelShape shape = Shapes(group)[channel];
            Require($"points of {group} channel {channel}", shape.Points, limits.PointsPerColumn);
            Require($"sensors of {group} channel {channel}", shape.Sensors, limits.Columns);
            int own = group == BlockGroup.AD ? 1 : ColumnIndex.FirstSensor + shape.Sensors;
            int stride = RoundUp(shape.Points);
            columns += own;
            values += (long)own * shape.Points;
            Require("columns", columns, limits.Columns);
            Require("values", values, limits.Values);
            _slots[flat] = new Slot(checked((int)words), stride);
            words += (long)own * stride;
        }

        BitInWord = checked((int)words);
        BitOutWord = BitInWord + BitWords(bitIn);
        WordCount = BitOutWord + BitWords(bitOut);
        ValueCount = checked((int)values);
    }

    /// <summary>A layout without channels or bits: what a block has before its first document.</summary>
    public static BlockLayout Empty { get; } = new([], [], [], 0, 0);

    /// <summary>Capacity of each servo channel.</summary>
    public ImmutableArray<ChannelShape> Servo { get; }

    /// <summary>Capacity of each temperature channel.</summary>
    public ImmutableArray<ChannelShape> Temp { get; }

    /// <summary>Capacity of each analogue input.</summary>
    public ImmutableArray<ChannelShape> AD { get; }

    /// <summary>Capacity in digital inputs.</summary>
    public int BitIn { get; }

    /// <summary>Capacity in digital outputs.</summary>
    public int BitOut { get; }

    /// <summary>Channels of all groups.</summary>
    public int ChannelCount => Servo.Length + Temp.Length + AD.Length;

    /// <summary>Length of the buffer in 8-byte words.</summary>
    public int WordCount { get; }

    /// <summary>Values (points times columns) at full capacity, padding not counted.</summary>
    public int ValueCount { get; }

    /// <summary>First word of the digital inputs: bit i is bit i % 64 of word i / 64.</summary>
    internal int BitInWord { get; }

    /// <summary>First word of the digital outputs.</summary>
    internal int BitOutWord { get; }

    /// <summary>Capacity of the channels of a group.</summary>
    public ImmutableArray<ChannelShape> Shapes(BlockGroup group) => group switch
    {
        BlockGroup.Servo => Servo,
        BlockGroup.Temp => Temp,
        _ => AD,
    };

    /// <summary>Capacity of a bit group.</summary>
    public int Bits(BitGroup group) => group == BitGroup.In ? BitIn : BitOut;

    /// <summary>Index of a channel over all groups: servo first, then temperature, then AD.</summary>
    internal int Flat(BlockGroup group, int channel) => group switch
    {
        BlockGroup.Servo => channel,
        BlockGroup.Temp => Servo.Length + channel,
        _ => Servo.Length + Temp.Length + channel,
    };

    /// <summary>Words between the starts of two columns of a channel.</summary>
    internal int Stride(int flat) => _slots[flat].Stride;

    /// <summary>First word of a column.</summary>
    internal int WordOf(int flat, int column) => _slots[flat].FirstWord + (column * _slots[flat].Stride);

    private static int BitWords(int bits) => RoundUp((bits + 63) / 64);

    private static int RoundUp(int words) => (words + WordsPerLine - 1) & -WordsPerLine;

    private static void Require(string what, long value, int limit)
    {
        if (value < 0 || value > limit)
            throw new BlockLayoutException($"A block layout has {value} {what}; allowed are 0 to {limit}.");
    }

    private (BlockGroup Group, int Channel) Locate(int flat)
    {
        if (flat < Servo.Length)
            return (BlockGroup.Servo, flat);
        flat -= Servo.Length;
        return flat < Temp.Length ? (BlockGroup.Temp, flat) : (BlockGroup.AD, flat - Temp.Length);
    }

    private readonly record struct Slot(int FirstWord, int Stride);
}

/// <summary>A layout that cannot be: a negative size, or more than <see cref="BlockLimits"/> allows.</summary>
public sealed class BlockLayoutException : Exception
{
    /// <summary>Creates the exception without a message.</summary>
    public BlockLayoutException()
    {
    }

    /// <summary>Creates the exception with a message that names the size and its limit.</summary>
    public BlockLayoutException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and its cause.</summary>
    public BlockLayoutException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
