using MessagePack;

namespace FuncLibs.Blocks.Rows;

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
