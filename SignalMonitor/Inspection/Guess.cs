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
