using System.Buffers;
using System.Buffers.Binary;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>Documents of one AD channel with one column, and the ext 21 in them.</summary>
internal static class PackedDocument
{
    // [1, 0, 1.0, nil, nil, [[0, column]], nil, nil]: the column begins after 17 bytes and 2 follow it.
    private const int ColumnAt = 17;
    private const int BytesBehind = 2;
    private static readonly byte[] Head = Convert.FromHexString("980100CB3FF0000000000000C0C0919200");

    /// <summary>A block of one column.</summary>
    public static CDataBlock Block(ReadOnlySpan<double> column)
    {
        var block =
            new CDataBlock(new BlockLayout([], [], [new ChannelShape(column.Length)], 0, 0)) { SampleRateHz = 1 };
        block.SetGroup(BlockGroup.AD, 1);
        BlockChannel channel = block.Channel(BlockGroup.AD, 0);
        channel.Id = 0;
        channel.PointCount = column.Length;
        column.CopyTo(channel.Values);
        block.Counts = block.ArrayLengths;
        return block;
    }

    /// <summary>The whole document that a serializer writes of a column.</summary>
    public static byte[] Write(IBlockSerializer serializer, ReadOnlySpan<double> column)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(Block(column), output);
        return output.WrittenSpan.ToArray();
    }

    /// <summary>The body of the ext that a fresh packing writer makes of a column, and its type.</summary>
    public static byte[] Body(ReadOnlySpan<double> column, out sbyte type) =>
        Body(Write(ColumnsSerializer.Packed(), column), out type);

    /// <summary>The body of the ext in a document.</summary>
    public static byte[] Body(byte[] document, out sbyte type)
    {
        var reader = new MessagePackReader(document.AsSpan(ColumnAt, document.Length - ColumnAt - BytesBehind));
        reader.TryReadExt(out type, out ReadOnlySpan<byte> body).ShouldBeTrue();
        return body.ToArray();
    }

    /// <summary>A document around a body of ext 21, or of the type that an earlier release wrote for it.</summary>
    public static byte[] Around(ReadOnlySpan<byte> body, byte type = 21)
    {
        byte[] ext = new byte[6];
        ext[0] = 0xC9;
        BinaryPrimitives.WriteInt32BigEndian(ext.AsSpan(1), body.Length);
        ext[5] = type;
        return [.. Head, .. ext, .. body, 0xC0, 0xC0];
    }

    /// <summary>Reads a document into a block that has room for <paramref name="points"/>.</summary>
    public static DecodeOutcome Read(ReadOnlySpan<byte> document, int points, out double[] column)
    {
        CDataBlock block = Block(new double[points]);
        DecodeOutcome outcome = ColumnsSerializer.Standard().Deserialize(document, block);
        column = outcome.IsOk ? block.Channel(BlockGroup.AD, 0).Values.ToArray() : [];
        return outcome;
    }
}
