using MessagePack;

namespace FuncLibs.Blocks.Rows;

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
