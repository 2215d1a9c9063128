using MessagePack;

namespace FuncLibs.Blocks.Rows;

/// <summary>
/// A block in rows: plain objects, for JSON, for users of other libraries, and for tests. Hundreds of allocations a
/// block: block paths use <see cref="CDataBlock"/>.
/// </summary>
[MessagePackObject]
public sealed class RowBlock
{
    /// <summary>Servo channels, or null when the group is absent.</summary>
    [Key(0)]
    public SingleChDatas[]? ServoData { get; set; }

    /// <summary>Temperature channels, or null when the group is absent.</summary>
    [Key(1)]
    public SingleChDatas[]? TempData { get; set; }

    /// <summary>Analogue inputs, or null when the group is absent.</summary>
    [Key(2)]
    public SingleADDatas[]? ADData { get; set; }

    /// <summary>Digital inputs, or null when the group is absent.</summary>
    [Key(3)]
    public bool[]? BitIn { get; set; }

    /// <summary>Digital outputs, or null when the group is absent.</summary>
    [Key(4)]
    public bool[]? BitOut { get; set; }

    /// <summary>Index of the first sample on the base clock.</summary>
    [Key(5)]
    public long FirstSampleIndex { get; set; }

    /// <summary>Live servo channels, as given by the rig; not checked against the array.</summary>
    [Key(6)]
    public int ServoChCount { get; set; }

    /// <summary>Live temperature channels, as given by the rig.</summary>
    [Key(7)]
    public int TempChCount { get; set; }

    /// <summary>Live analogue inputs, as given by the rig.</summary>
    [Key(8)]
    public int ADCount { get; set; }

    /// <summary>Live digital inputs, as given by the rig.</summary>
    [Key(9)]
    public int InCount { get; set; }

    /// <summary>Live digital outputs, as given by the rig.</summary>
    [Key(10)]
    public int OutCount { get; set; }

    /// <summary>Rate of the base clock in Hz.</summary>
    [Key(11)]
    public double SampleRate { get; set; }
}

/// <summary>One servo or temperature channel in rows.</summary>
[MessagePackObject]
public sealed class SingleChDatas
{
    /// <summary>The points, in time order.</summary>
    [Key(0)]
    public CData[]? Datas { get; set; }

    /// <summary>The rig's number for this channel.</summary>
    [Key(1)]
    public int ChannelId { get; set; }
}

/// <summary>One analogue input.</summary>
[MessagePackObject]
public sealed class SingleADDatas
{
    /// <summary>The values in time order, in engineering units.</summary>
    [Key(0)]
    public double[]? Datas { get; set; }

    /// <summary>The rig's number for this input.</summary>
    [Key(1)]
    public int ChannelId { get; set; }
}

/// <summary>One point of a servo or temperature channel.</summary>
[MessagePackObject]
public sealed class CData
{
    /// <summary>Number of the active control mode.</summary>
    [Key(0)]
    public short ActiveCtrl { get; set; }

    /// <summary>Command, in engineering units.</summary>
    [Key(1)]
    public double Command { get; set; }

    /// <summary>Controller output, in engineering units.</summary>
    [Key(2)]
    public double Output { get; set; }

    /// <summary>Cycle or segment count.</summary>
    [Key(3)]
    public long Count { get; set; }

    /// <summary>One value a sensor, in engineering units.</summary>
    [Key(4)]
    public double[]? Sensors { get; set; }
}
