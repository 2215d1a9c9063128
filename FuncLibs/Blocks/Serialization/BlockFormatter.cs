using System.Buffers;
using FuncLibs.Blocks.Serialization.Columns;
using MessagePack;
using MessagePack.Formatters;

namespace FuncLibs.Blocks.Serialization;

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

    /// <exception cref="MessagePackSerializationException">No block; the message says what and where.</exception>
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

    // The end of the document is looked for first: no more than the document is copied.
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
        DecodeOutcome outcome = BlockDecoder.DecodePrefix<ColumnsGrammar>(input, block, limits);
        length = (int)outcome.Offset;
        return outcome.IsOk ? block : throw new MessagePackSerializationException(outcome.ToString());
    }
}
