using FuncLibs.Blocks.Serialization.Packed.Fields;
using FuncLibs.Blocks.Serialization.Packed.Scaling;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>What a writer keeps of one column from block to block.</summary>
internal struct ColumnChoice
{
    /// <summary>
    /// Blocks after which a column is searched again although its choice still fits, unless the writer was set to
    /// otherwise.
    /// </summary>
    public const int DefaultLifetime = 4096;

    // Searched again when a block is larger than this much of the one the choice was made for.
    private const int GrowthPercent = 125;
    private const int GrowthBytes = 16;

    private int _limit;
    private int _left;

    /// <summary>Points of the column the choice was made for; 0 = none was made.</summary>
    public int Points { get; private set; }

    /// <summary>Ext 20 was smaller, or nearly as small.</summary>
    public bool IsRaw { get; private set; }

    /// <summary>The method.</summary>
    public PackedMethod Method { get; private set; }

    /// <summary>The scale of methods 1 and 2.</summary>
    public Scale Scale { get; private set; }

    /// <summary>Bits of a field of methods 1 and 2 when the choice was made.</summary>
    public int Width { get; private set; }

    /// <summary>A choice for a column, made from its smallest plan.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="points">Points of the column.</param>
    /// <param name="isRaw">Ext 20 was taken instead.</param>
    /// <param name="column">Index of the column: spreads the searches of a block over many blocks.</param>
    /// <param name="lifetime">Blocks for which it may be kept.</param>
    public static ColumnChoice Create(in PackedPlan plan, int points, bool isRaw, int column, int lifetime) => new()
    {
        Points = points,
        IsRaw = isRaw,
        Method = plan.Method,
        Scale = plan.Scale,
        Width = plan.Width,
        _limit = isRaw ? 0 : (plan.Bytes * GrowthPercent / 100) + GrowthBytes,
        _left = lifetime - (column % Math.Max(1, lifetime / 4)),
    };

    /// <summary>True while the choice may be kept for another block of so many points; counts the block.</summary>
    public bool TryUse(int points) => Points == points && --_left > 0;

    /// <summary>True when a body of the chosen method is still small enough.</summary>
    public readonly bool Keeps(int bodyBytes) => bodyBytes <= _limit;
}
