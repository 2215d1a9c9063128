using System.Collections.Immutable;

namespace FuncLibs.Blocks;

/// <summary>
/// The shape of a document that did not fit its target, collected before allocating for it. The document's reader
/// has checked every size against the limits.
/// </summary>
internal sealed class LayoutProbe
{
    private readonly List<ChannelShape>[] _groups = [[], [], []];
    private readonly int[] _bits = new int[2];

    public void Add(BlockGroup group, ChannelShape shape) => _groups[(int)group].Add(shape);

    public void SetBits(BitGroup group, int bits) => _bits[(int)group] = bits;

    /// <summary>True when a layout has room for this shape.</summary>
    public bool Fits(BlockLayout layout)
    {
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            List<ChannelShape> needed = _groups[(int)group];
            ImmutableArray<ChannelShape> room = layout.Shapes(group);
            if (needed.Count > room.Length)
                return false;
            for (int i = 0; i < needed.Count; i++)
            {
                if (needed[i].Points > room[i].Points || needed[i].Sensors > room[i].Sensors)
                    return false;
            }
        }

        return _bits[0] <= layout.BitIn && _bits[1] <= layout.BitOut;
    }

    /// <summary>
    /// Gives the block room for this shape. It keeps the room it has, so that documents that take turns settle on one
    /// layout; only when both together are above the limits it gets exactly what is needed.
    /// </summary>
    public void Relayout(CDataBlock block, BlockLimits limits)
    {
        BlockLayout old = block.Layout;
        ImmutableArray<ChannelShape>[] both =
            [Union(BlockGroup.Servo, old), Union(BlockGroup.Temp, old), Union(BlockGroup.AD, old)];
        block.Relayout(IsWithin(both, limits)
            ? new BlockLayout(
                both[0],
                both[1],
                both[2],
                Math.Max(_bits[0], old.BitIn),
                Math.Max(_bits[1], old.BitOut),
                BitsOf(limits, old))
            : new BlockLayout([.. _groups[0]], [.. _groups[1]], [.. _groups[2]], _bits[0], _bits[1], limits));
    }

    private static bool IsWithin(ImmutableArray<ChannelShape>[] groups, BlockLimits limits)
    {
        ShapeTotals totals = default;
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.AD; group++)
        {
            foreach (ChannelShape shape in groups[(int)group])
            {
                if (!totals.TryAdd(group, shape, limits))
                    return false;
            }
        }

        return true;
    }

    // A block made under wider limits keeps its bits: they are there already.
    private static BlockLimits BitsOf(BlockLimits limits, BlockLayout old) =>
        limits with { Bits = Math.Max(limits.Bits, Math.Max(old.BitIn, old.BitOut)) };

    private ImmutableArray<ChannelShape> Union(BlockGroup group, BlockLayout old)
    {
        List<ChannelShape> needed = _groups[(int)group];
        ImmutableArray<ChannelShape> held = old.Shapes(group);
        var both = ImmutableArray.CreateBuilder<ChannelShape>(Math.Max(needed.Count, held.Length));
        for (int i = 0; i < both.Capacity; i++)
        {
            ChannelShape a = i < needed.Count ? needed[i] : default;
            ChannelShape b = i < held.Length ? held[i] : default;
            both.Add(new ChannelShape(Math.Max(a.Points, b.Points), Math.Max(a.Sensors, b.Sensors)));
        }

        return both.MoveToImmutable();
    }
}

/// <summary>Running totals of a document against its limits.</summary>
internal struct ShapeTotals
{
    private int _channels;
    private long _columns;
    private long _values;

    /// <summary>Adds a channel; false when a limit would be passed.</summary>
    public bool TryAdd(BlockGroup group, ChannelShape shape, BlockLimits limits)
    {
        int columns = group == BlockGroup.AD ? 1 : ColumnIndex.FirstSensor + shape.Sensors;
        _channels++;
        _columns += columns;
        _values += (long)columns * shape.Points;
        return shape.Points <= limits.PointsPerColumn
            && _channels <= limits.Channels
            && _columns <= limits.Columns
            && _values <= limits.Values;
    }
}
