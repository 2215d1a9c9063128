namespace FuncLibs.Blocks.Serialization.Lz4;

/// <summary>The two ways in which a MessagePack document is wrapped in LZ4 blocks.</summary>
internal enum Lz4Form
{
    /// <summary>Ext 98: blocks of 32 KiB, their lengths in front.</summary>
    Array,

    /// <summary>Ext 99: one block.</summary>
    Block,
}
