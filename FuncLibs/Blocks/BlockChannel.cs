namespace FuncLibs.Blocks;

/// <summary>
/// A view of one channel of a block. Spans reach over the actual points; write the counts before the columns.
/// </summary>
public readonly ref struct BlockChannel
{
    private readonly CDataBlock _block;
    private readonly int _flat;

    internal BlockChannel(CDataBlock block, BlockGroup group, int flat)
    {
        _block = block;
        _flat = flat;
        Group = group;
    }

    /// <summary>The group this channel belongs to.</summary>
    public BlockGroup Group { get; }

    /// <summary>The rig's number for this channel.</summary>
    public int Id
    {
        get => _block.IdOf(_flat);
        set => _block.IdOf(_flat) = value;
    }

    /// <summary>Points of every column of this channel; 0 to the layout's capacity.</summary>
    public int PointCount
    {
        get => _block.PointsOf(_flat);
        set
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)value, (uint)Shape.Points);
            _block.PointsOf(_flat) = value;
        }
    }

    /// <summary>Sensor columns of this channel; 0 to the layout's capacity.</summary>
    public int SensorCount
    {
        get => _block.SensorsOf(_flat);
        set
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)value, (uint)Shape.Sensors);
            _block.SensorsOf(_flat) = value;
        }
    }

    /// <summary>Number of the active control mode at each point (servo, temperature); fits int16.</summary>
    public Span<long> ActiveCtrl => _block.Ints(_flat, ColumnIndex.ActiveCtrl);

    /// <summary>Cycle or segment count at each point (servo, temperature).</summary>
    public Span<long> Count => _block.Ints(_flat, ColumnIndex.Count);

    /// <summary>Command at each point, in engineering units (servo, temperature).</summary>
    public Span<double> Command => _block.Floats(_flat, ColumnIndex.Command);

    /// <summary>Controller output at each point (servo, temperature).</summary>
    public Span<double> Output => _block.Floats(_flat, ColumnIndex.Output);

    /// <summary>Values of an AD channel, in engineering units.</summary>
    public Span<double> Values => _block.Floats(_flat, ColumnIndex.Values);

    private ChannelShape Shape => _block.Layout.Shapes(Group)[_flat - _block.Layout.Flat(Group, 0)];

    /// <summary>Values of a sensor of a servo or temperature channel, in engineering units.</summary>
    /// <param name="sensor">0 to <see cref="SensorCount"/> - 1.</param>
    public Span<double> Sensor(int sensor)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)sensor, (uint)SensorCount, nameof(sensor));
        return _block.Floats(_flat, ColumnIndex.FirstSensor + sensor);
    }
}
