using FuncLibs.Signals.Elementwise;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>
/// The current tile and all memory steps read and write: one for a program, made when it is compiled. Values of a slot
/// that is good have no qualities written beside them: that is the usual case, and costs a flag.
/// </summary>
internal sealed class TileFrame
{
    private readonly InputBank _inputs;
    private readonly ColumnBank _columns;
    private readonly double[] _registers;
    private readonly Quality[] _registerQualities;
    private readonly bool[] _registerGood;
    private readonly Quality[] _scratch = new Quality[Tile.Length];

    /// <summary>Memory for a program.</summary>
    public TileFrame(InputBank inputs, ColumnBank columns, int registers)
    {
        _inputs = inputs;
        _columns = columns;
        _registers = new double[registers * Tile.Length];
        _registerQualities = new Quality[registers * Tile.Length];
        _registerGood = new bool[registers];
    }

    /// <summary>Qualities that a step needs only while it runs.</summary>
    public Span<Quality> Scratch => _scratch.AsSpan(0, Count);

    /// <summary>Place of the tile's first value in the block.</summary>
    public int Start { get; private set; }

    /// <summary>Values of the tile.</summary>
    public int Count { get; private set; }

    /// <summary>Index of the tile's first value since the stream began.</summary>
    public long FirstIndex { get; private set; }

    /// <summary>Goes to a tile.</summary>
    public void MoveTo(int start, int count, long firstIndex) =>
        (Start, Count, FirstIndex) = (start, count, firstIndex);

    /// <summary>The values of a slot that is no number.</summary>
    public ReadOnlySpan<double> Values(Slot slot) => slot.Kind switch
    {
        SlotKind.Input => _inputs.Values(slot.Index).Slice(Start, Count),
        SlotKind.Register => _registers.AsSpan(slot.Index * Tile.Length, Count),
        _ => _columns.Values(slot.Index).Slice(Start, Count),
    };

    /// <summary>A slot as an operand.</summary>
    public Operand Operand(Slot slot) =>
        slot.Kind == SlotKind.Number ? Elementwise.Operand.From(slot.Value) : Elementwise.Operand.From(Values(slot));

    /// <summary>Where the values of a register or column go.</summary>
    public Span<double> Target(Slot slot) => slot.Kind == SlotKind.Register
        ? _registers.AsSpan(slot.Index * Tile.Length, Count)
        : _columns.Target(slot.Index).Slice(Start, Count);

    /// <summary>True when every value of a slot is good.</summary>
    public bool IsGood(Slot slot) => slot.Kind switch
    {
        SlotKind.Number => true,
        SlotKind.Input => _inputs.IsGood(slot.Index),
        SlotKind.Register => _registerGood[slot.Index],
        _ => _columns.IsGood(slot.Index),
    };

    /// <summary>The qualities of a slot that is no number; of a good one, all good.</summary>
    public ReadOnlySpan<Quality> Qualities(Slot slot) => slot.Kind switch
    {
        SlotKind.Input => _inputs.Qualities(slot.Index, Count),
        SlotKind.Register => _registerGood[slot.Index]
            ? AllGood.First(Count)
            : _registerQualities.AsSpan(slot.Index * Tile.Length, Count),
        _ => _columns.Qualities(slot.Index).Slice(Start, Count),
    };

    /// <summary>Marks every value of a target as good.</summary>
    public void SetGood(Slot slot)
    {
        if (slot.Kind == SlotKind.Register)
            _registerGood[slot.Index] = true;
        else
            _columns.SetGood(slot.Index, Start, Count);
    }

    /// <summary>Where the qualities of a target go, one for each value; it is not good from here on.</summary>
    public Span<Quality> QualityTarget(Slot slot)
    {
        if (slot.Kind == SlotKind.Register)
        {
            _registerGood[slot.Index] = false;
            return _registerQualities.AsSpan(slot.Index * Tile.Length, Count);
        }

        return _columns.QualityTarget(slot.Index, Start).Slice(Start, Count);
    }

    /// <summary>The values of a whole column of the program, made by a part that has run.</summary>
    public ReadOnlySpan<double> Whole(Slot column) => _columns.Values(column.Index);

    /// <summary>The qualities of a whole column of the program.</summary>
    public ReadOnlySpan<Quality> WholeQualities(Slot column) => _columns.Qualities(column.Index);

    /// <summary>Makes every NaN of a target invalid: what a function cannot give is no value.</summary>
    public void Seal(Slot slot)
    {
        if (NaNCheck.HasNaN(Values(slot)))
            MarkNaN(slot);
    }

    /// <summary>The same for a target that has NaN.</summary>
    public void MarkNaN(Slot slot)
    {
        bool wasGood = IsGood(slot);
        Span<Quality> qualities = QualityTarget(slot);
        if (wasGood)
            qualities.Clear();
        QualityScan.MarkNaN(Values(slot), qualities);
    }
}

/// <summary>The piece of a block that all steps work on before the next piece begins.</summary>
internal static class Tile
{
    /// <summary>
    /// Values of a tile: 8 KB, so that the few registers of a program stay in the first level cache, and long enough
    /// that calling a step costs little beside it.
    /// </summary>
    public const int Length = 1024;
}

/// <summary>Where the values of an operand are while a program runs.</summary>
internal enum SlotKind : byte
{
    /// <summary>One number for every point.</summary>
    Number,

    /// <summary>A column of the source.</summary>
    Input,

    /// <summary>A tile that is used again and again.</summary>
    Register,

    /// <summary>A whole column of the program: a variable, or what another part of the program reads.</summary>
    Column,
}

/// <summary>One operand or target of a step.</summary>
/// <param name="Kind">Where it is.</param>
/// <param name="Index">Which of that kind.</param>
/// <param name="Value">The number of <see cref="SlotKind.Number"/>.</param>
internal readonly record struct Slot(SlotKind Kind, int Index, double Value = 0)
{
    /// <summary>One number.</summary>
    public static Slot Number(double value) => new(SlotKind.Number, 0, value);
}
