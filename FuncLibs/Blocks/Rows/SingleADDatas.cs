using MessagePack;

namespace FuncLibs.Blocks.Rows;

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
