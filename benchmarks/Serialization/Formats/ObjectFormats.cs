using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using FuncLibs.Blocks.Serialization.BuiltIn;
using MessagePack;
using Newtonsoft.Json;
using JsonSerializer = System.Text.Json.JsonSerializer;

namespace Benchmarks.Serialization.Formats;

/// <summary>
/// JSON and MessagePack through row objects, as most programs do it. The objects exist before an encode and are made by
/// a decode.
/// </summary>
internal static class ObjectFormats
{
    /// <summary>The figure that others are compared with.</summary>
    public const string Baseline = "json-default";

    /// <summary>Row objects by MessagePack for C#, with the options for bytes that come from outside.</summary>
    public const string Rows = "rows-objects";

    /// <summary>The same with the standard options of the library.</summary>
    public const string PlainRows = "library.rows-objects";

    private static readonly JsonSerializerOptions Shared = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
        DefaultBufferSize = 512 * 1024,
    };

    public static IEnumerable<BlockFormat> All(CDataBlock block)
    {
        RowBlock rows = RowConversion.ToRows(block);
        return
        [
            Create(
                Baseline,
                block,
                () => JsonSerializer.SerializeToUtf8Bytes(rows),
                bytes => JsonSerializer.Deserialize<RowBlock>(bytes)),
            Create(
                "json-shared",
                block,
                () => JsonSerializer.SerializeToUtf8Bytes(rows, Shared),
                bytes => JsonSerializer.Deserialize<RowBlock>(bytes, Shared)),
            Pooled(block, rows),
            Create(
                "json-generated",
                block,
                () => JsonSerializer.SerializeToUtf8Bytes(rows, RowJsonContext.Default.RowBlock),
                bytes => JsonSerializer.Deserialize(bytes, RowJsonContext.Default.RowBlock)),
            Create(
                "newtonsoft",
                block,
                () => Encoding.UTF8.GetBytes(JsonConvert.SerializeObject(rows)),
                bytes => JsonConvert.DeserializeObject<RowBlock>(Encoding.UTF8.GetString(bytes))),
            Create(Rows, block, rows, BlockResolver.Options),
        ];
    }

    /// <summary>Blocks through the library, and rows by the library as it comes: what rows are held against.</summary>
    public static IEnumerable<BlockFormat> Library(CDataBlock block) =>
    [
        Create(PlainRows, block, RowConversion.ToRows(block), MessagePackSerializerOptions.Standard),
        Blocks("library.columns", block),
    ];

    private static BlockFormat Create(
        string name, CDataBlock block, RowBlock rows, MessagePackSerializerOptions options) => Create(
        name,
        block,
        () => MessagePackSerializer.Serialize(rows, options),
        bytes => MessagePackSerializer.Deserialize<RowBlock>(bytes, options));

    private static BlockFormat Blocks(string name, CDataBlock block)
    {
        byte[] bytes = MessagePackSerializer.Serialize(block, BlockResolver.Options);
        CDataBlock? read = null;
        return new BlockFormat(
            name,
            () => MessagePackSerializer.Serialize(block, BlockResolver.Options).Length,
            () => read = MessagePackSerializer.Deserialize<CDataBlock>(bytes, BlockResolver.Options),
            () => BitCheck.RequireSame(name, block, read!));
    }

    // One writer over one buffer for all blocks: what can be had without leaving the objects.
    private static BlockFormat Pooled(CDataBlock block, RowBlock rows)
    {
        const string Name = "json-pooled";
        var output = new ArrayBufferWriter<byte>(512 * 1024);
        var writer =
            new Utf8JsonWriter(output, new JsonWriterOptions { Encoder = Shared.Encoder, SkipValidation = true });
        byte[] bytes = JsonSerializer.SerializeToUtf8Bytes(rows, Shared);
        RowBlock? read = null;
        return new BlockFormat(
            Name,
            () =>
            {
                output.ResetWrittenCount();
                writer.Reset(output);
                JsonSerializer.Serialize(writer, rows, Shared);
                return output.WrittenCount;
            },
            () => read = JsonSerializer.Deserialize<RowBlock>(bytes.AsSpan(), Shared),
            () => BitCheck.RequireSame(Name, block, read));
    }

    private static BlockFormat Create(
        string name, CDataBlock block, Func<byte[]> encode, Func<byte[], RowBlock?> decode)
    {
        byte[] bytes = encode();
        RowBlock? read = null;
        return new BlockFormat(
            name, () => encode().Length, () => read = decode(bytes), () => BitCheck.RequireSame(name, block, read));
    }
}
