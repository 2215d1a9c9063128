using System.Buffers.Binary;
using FuncLibs.Blocks.Tokens;

namespace SignalMonitor.Inspection;

/// <summary>What bytes are, by how they begin.</summary>
internal static class Guess
{
    /// <summary>A MessagePack map, or any other MessagePack that is no block.</summary>
    public const string Map = "map";

    /// <summary>A frame header and its payload.</summary>
    public const string Frame = "frame";

    /// <summary>Text, which has no tokens to show.</summary>
    public const string Json = "json";

    /// <summary>CBOR, whose items are not shown.</summary>
    public const string Cbor = "cbor";

    /// <summary>Protobuf, whose fields are not shown.</summary>
    public const string Protobuf = "protobuf";

    private const uint Magic = 0x31424443;
    private const int ColumnsItems = 8;
    private const int RowsItems = 12;

    /// <summary>Names of formats to try, the likeliest first.</summary>
    public static string[] At(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length >= sizeof(uint) && BinaryPrimitives.ReadUInt32LittleEndian(bytes) == Magic)
            return [Frame];
        if (bytes.TrimStart(" \t\r\n"u8) is [(byte)'{', ..])
            return [Json];

        // Tags of the fields of a block; as MessagePack they were small numbers, which are no block.
        if (bytes is [0x08 or 0x11 or 0x1A or 0x22 or 0x2A or 0x32 or 0x3A or 0x78, ..])
            return [Protobuf];

        // As MessagePack it were a map of 8 with a number for a key.
        if (bytes is [(CborCode.Array << 5) | ColumnsItems, 1, ..])
            return [Cbor];
        var tokens = new MessagePackReader(bytes);
        if (MessagePackCode.IsExt(tokens.NextCode))
            return ["rows-lz4block", "columns-lz4array"];
        if (!tokens.TryReadArrayHeader(out int items))
            return [Map];
        return MessagePackCode.IsExt(tokens.NextCode) ? ["rows-lz4array", "columns-lz4array"]
            : items == RowsItems ? ["rows"]
            : items == ColumnsItems ? ["columns"]
            : [Map];
    }
}
