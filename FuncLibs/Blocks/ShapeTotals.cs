namespace FuncLibs.Blocks;

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
