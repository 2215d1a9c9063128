using System.Buffers;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Serialization.Compressed;
using MessagePack;
using MessagePack.Formatters;
using MessagePack.Resolvers;

namespace FuncLibs.Blocks.Serialization.BuiltIn;

/// <summary>
/// Lets MessagePack for C# write and read <see cref="CDataBlock"/>: <c>MessagePackSerializer.Serialize(block,
/// BlockResolver.Options)</c> gives the bytes of <c>columns</c> (content 1), <c>Deserialize&lt;CDataBlock&gt;</c> reads
/// every form of content 1. The row classes carry the attributes of the library and need no resolver. It allocates what
/// it returns; block paths use <see cref="IBlockSerializer"/>.
/// </summary>
public sealed class BlockResolver : IFormatterResolver
{
    /// <summary>How deep arrays and maps may be nested: rows are 6 deep, the rest is for a type around them.</summary>
    public const int MaxDepth = 16;

    private readonly BlockFormatter _formatter;

    /// <summary>Its own resolver limits, to be combined with others.</summary>
    /// <param name="limits">What a block may hold; the wire's limits when left out.</param>
    public BlockResolver(BlockLimits? limits = null) => _formatter = new BlockFormatter(limits ?? BlockLimits.Default);

    /// <summary>
    /// Options for bytes that come from outside: blocks, and after them the library's standard types. Hash collisions
    /// are resisted, nesting ends at <see cref="MaxDepth"/>, and a document inside LZ4 unpacks to 64 MiB at most. Bad
    /// bytes are a <see cref="MessagePackSerializationException"/>.
    /// </summary>
    public static MessagePackSerializerOptions Options { get; } = MessagePackSerializerOptions.Standard
        .WithResolver(CompositeResolver.Create(new BlockResolver(), StandardResolver.Instance))
        .WithSecurity(MessagePackSecurity.UntrustedData
            .WithMaximumObjectGraphDepth(MaxDepth)
            .WithMaximumDecompressedSize(Lz4Limits.MaxDocumentBytes));

    /// <inheritdoc/>
    public IMessagePackFormatter<T>? GetFormatter<T>() => _formatter as IMessagePackFormatter<T>;
}

/// <summary>Blocks in MessagePack for C#: writes <c>columns</c>, reads every form of content 1.</summary>
internal sealed class BlockFormatter(BlockLimits limits) : IMessagePackFormatter<CDataBlock?>
{
    public void Serialize(ref MessagePackWriter writer, CDataBlock? value, MessagePackSerializerOptions options)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        // A span of the writer would be a new large array each time: its pool keeps arrays of 80 KB and less.
        byte[] document = ArrayPool<byte>.Shared.Rent(ColumnsWriter.MaxBytes(value));
        try
        {
            var columns = new ColumnsWriter(document, value, FloatForm.Array, []);
            writer.WriteRaw(document.AsSpan(0, columns.Write()));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(document);
        }
    }

    /// <exception cref="MessagePackSerializationException">No block; the message reports what and where.</exception>
    public CDataBlock? Deserialize(ref MessagePackReader reader, MessagePackSerializerOptions options)
    {
        if (reader.TryReadNil())
            return null;
        ReadOnlySequence<byte> rest = reader.Sequence.Slice(reader.Position);
        if (!rest.IsSingleSegment)
            return DeserializeSegments(ref reader);
        CDataBlock block = Read(rest.FirstSpan, out int length);
        reader.ReadRaw(length);
        return block;
    }

    // The end of the document is searched for first: no more than the document is copied.
    private CDataBlock DeserializeSegments(ref MessagePackReader reader)
    {
        ReadOnlySequence<byte> document = reader.ReadRaw();
        int length = checked((int)document.Length);
        byte[] whole = ArrayPool<byte>.Shared.Rent(length);
        try
        {
            document.CopyTo(whole);
            return Read(whole.AsSpan(0, length), out _);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }

    private CDataBlock Read(ReadOnlySpan<byte> input, out int length)
    {
        var block = new CDataBlock(BlockLayout.Empty);
        DecodeOutcome outcome = ColumnsDecoder.DecodePrefix(input, block, limits);
        length = (int)outcome.Offset;
        return outcome.IsOk ? block : throw new MessagePackSerializationException(outcome.ToString());
    }
}
