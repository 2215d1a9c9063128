using System.Buffers;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Serialization.Rows;

namespace FuncLibs.Blocks.Serialization.Compressed;

/// <summary>
/// Contents 3 and 7: another format inside LZ4, as the MessagePack library for C# wraps it. Each reads ext 98, ext 99
/// and the plain document. Keeps the uncompressed document as scratch memory: one thread at a time.
/// </summary>
public sealed class Lz4Serializer : IBlockSerializer
{
    private readonly IBlockSerializer _inner;
    private readonly Lz4Form _form;
    private readonly int _limit;
    private readonly string _insideFormat;
    private readonly Lz4Scratch _scratch = new();

    private Lz4Serializer(byte contentId, string name, IBlockSerializer inner, Lz4Form form, BlockLimits? limits)
    {
        ContentId = contentId;
        Name = name;
        ContentType = inner.ContentType + "; compression=lz4";
        _inner = inner;
        _form = form;
        _limit = Lz4Limits.From(limits ?? BlockLimits.Default);
        _insideFormat = $"{inner.Name} inside {name}";
    }

    /// <inheritdoc/>
    public byte ContentId { get; }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public string ContentType { get; }

    /// <summary><c>rows-lz4array</c>, content 3: rows in ext 98.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static Lz4Serializer RowsArray(BlockLimits? limits = null) =>
        new(3, "rows-lz4array", new RowsSerializer(limits), Lz4Form.Array, limits);

    /// <summary><c>rows-lz4block</c>, content 3: rows in ext 99.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static Lz4Serializer RowsBlock(BlockLimits? limits = null) =>
        new(3, "rows-lz4block", new RowsSerializer(limits), Lz4Form.Block, limits);

    /// <summary><c>columns-lz4array</c>, content 7: columns, float columns as arrays, in ext 98.</summary>
    /// <param name="limits">What a document may hold; the wire's limits when left out.</param>
    public static Lz4Serializer ColumnsArray(BlockLimits? limits = null) =>
        new(7, "columns-lz4array", ColumnsSerializer.Standard(limits), Lz4Form.Array, limits);

    /// <inheritdoc/>
    public void Serialize(CDataBlock block, IBufferWriter<byte> output)
    {
        _scratch.Reset();
        _inner.Serialize(block, _scratch);
        ReadOnlySpan<byte> document = _scratch.Written;
        output.Advance(Lz4Writer.Write(document, _form, output.GetSpan(Lz4Writer.MaxBytes(document.Length))));
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A failure inside the document has its offset in the uncompressed bytes, and is reported by its format.
    /// </remarks>
    public DecodeOutcome Deserialize(ReadOnlySpan<byte> input, CDataBlock target)
    {
        if (Lz4Reader.FormOf(input) is not { } form)
            return _inner.Deserialize(input, target);
        target.Clear();
        var reader = new Lz4Reader(input, _limit);
        if (!reader.TryRead(form, _scratch))
            return reader.Outcome with { Format = Name };
        DecodeOutcome outcome = _inner.Deserialize(_scratch.Written, target);
        return outcome.IsOk ? DecodeOutcome.Done(input.Length) : outcome with { Format = _insideFormat };
    }
}

/// <summary>The two ways in which a MessagePack document is wrapped in LZ4 blocks.</summary>
internal enum Lz4Form
{
    /// <summary>Ext 98: blocks of 32 KiB, their lengths in front.</summary>
    Array,

    /// <summary>Ext 99: one block.</summary>
    Block,
}

/// <summary>How long an uncompressed document may be, known before allocating for it.</summary>
internal static class Lz4Limits
{
    /// <summary>Cap of every document, whatever the block limits are.</summary>
    public const int MaxDocumentBytes = 64 << 20;

    /// <summary>
    /// An LZ4 byte adds at most 255 bytes to a match: a block that claims to hold more than this times its length is
    /// invalid.
    /// </summary>
    public const int MaxRatio = 255;

    // The longest form of a value is a run of one in ext 22, 12 bytes. A point in rows has four values or more (36
    // bytes) and two headers (10 bytes) and fits in the same. A column or a channel has a few headers of 16 bytes at
    // most; a line is a byte in rows.
    private const long BytesPerValue = 12;
    private const long BytesPerColumn = 64;
    private const long BytesPerChannel = 64;
    private const long BytesPerDocument = 512;

    /// <summary>Bytes of the longest document that the block limits let pass.</summary>
    public static int From(BlockLimits limits)
    {
        long bytes = BytesPerDocument + (2L * limits.Bits) + (BytesPerValue * limits.Values)
            + (BytesPerColumn * limits.Columns) + (BytesPerChannel * limits.Channels);
        return (int)Math.Min(bytes, MaxDocumentBytes);
    }
}
