namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>
/// A block column by column, as MessagePack (content 1) and CBOR (content 5) have it:
/// <code>
/// document = [1, firstSampleIndex, sampleRateHz, servo, temp, ad, bitIn, bitOut]
/// servo    = nil | [[channelId, pointCount, activeCtrl, count, command, output, sensor...]...]   (temp alike)
/// ad       = nil | [[channelId, column]...]
/// bits     = nil | [n, bin]
/// </code>
/// </summary>
internal static class ColumnsDocument
{
    /// <summary>Version of the document, its first item.</summary>
    public const int Version = 1;

    /// <summary>Items of the document.</summary>
    public const int Items = 8;

    /// <summary>Items of a servo or temperature channel before its sensors.</summary>
    public const int ChannelItems = 6;

    /// <summary>Items of an AD channel.</summary>
    public const int InputItems = 2;

    /// <summary>Items of a bit group.</summary>
    public const int BitItems = 2;

    /// <summary>Arrays around a column: document, group and channel.</summary>
    public const int DepthAroundColumn = 3;
}
