using FuncLibs.Blocks.Serialization.Cbor;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Serialization.Compressed;
using FuncLibs.Blocks.Serialization.Json;
using FuncLibs.Blocks.Serialization.Protobuf;
using FuncLibs.Blocks.Serialization.Rows;

namespace FuncLibs.Blocks.Serialization.BuiltIn;

/// <summary>The formats that come with the library.</summary>
public static class BuiltInSerializers
{
    /// <summary>
    /// A registry of all of them: <c>columns</c>, <c>columns-raw</c>, <c>columns-packed</c> and <c>columns-auto</c>
    /// (content 1), <c>rows</c> (2), <c>rows-lz4array</c> and <c>rows-lz4block</c> (3), <c>json</c> (4),
    /// <c>cbor</c> (5), <c>protobuf</c> (6), <c>columns-lz4array</c> (7).
    /// </summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static SerializerRegistry CreateRegistry(BlockLimits? limits = null) => new SerializerRegistry()
        .Add(() => ColumnsSerializer.Standard(limits))
        .Add(() => ColumnsSerializer.Raw(limits))
        .Add(() => ColumnsSerializer.Packed(limits))
        .Add(() => ColumnsSerializer.Auto(limits))
        .Add(() => new RowsSerializer(limits))
        .Add(() => Lz4Serializer.RowsArray(limits))
        .Add(() => Lz4Serializer.RowsBlock(limits))
        .Add(() => Lz4Serializer.ColumnsArray(limits))
        .Add(() => new JsonBlockSerializer(limits))
        .Add(() => new CborSerializer(limits))
        .Add(() => new ProtobufSerializer(limits));
}
