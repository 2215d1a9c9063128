using FuncLibs.Blocks.Serialization.Lz4;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// Lets MessagePack for C# write and read <see cref="CDataBlock"/>:
/// <c>MessagePackSerializer.Serialize(block, BlockResolver.Options)</c> gives the bytes of <c>columns</c> (content 1),
/// <c>Deserialize&lt;CDataBlock&gt;</c> reads every form of content 1. The row classes carry the attributes of the library and
/// need no resolver. It allocates what it returns; block paths use <see cref="IBlockSerializer"/>.
/// </summary>
public sealed class BlockResolver : IFormatterResolver
{
    /// <summary>How deep arrays and maps may be nested: rows are 6 deep, the rest is for a type around them.</summary>
    public const int MaxDepth = 16;

    private readonly BlockFormatter _formatter;

    /// <summary>A resolver of its own limits, to be combined with others.</summary>
    /// <param name="limits">What a block may hold; the wire's limits when left out.</param>
    public BlockResolver(BlockLimits? limits = null) => _formatter = new BlockFormatter(limits ?? BlockLimits.Default);

    /// <summary>
    /// Options for bytes that come from outside: blocks, and behind them the library's standard types. Hash collisions are
    /// resisted, nesting ends at <see cref="MaxDepth"/>, and a document inside LZ4 unpacks to 64 MiB at most. Bad bytes are
    /// a <see cref="MessagePackSerializationException"/>.
    /// </summary>
    public static MessagePackSerializerOptions Options { get; } = MessagePackSerializerOptions.Standard
        .WithResolver(CompositeResolver.Create(new BlockResolver(), StandardResolver.Instance))
        .WithSecurity(MessagePackSecurity.UntrustedData
            .WithMaximumObjectGraphDepth(MaxDepth)
            .WithMaximumDecompressedSize(Lz4Limits.MaxDocumentBytes));

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => _formatter as IMessagePackFormatter<T>;
}
