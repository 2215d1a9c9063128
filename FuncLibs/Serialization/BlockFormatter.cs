using FuncLibs.Blocks;
using FuncLibs.MessagePack;
using FuncLibs.Serialization.Columns;

namespace FuncLibs.Serialization;

/// <summary>Blocks in the facade: content 1 with arrays, the canonical form.</summary>
internal sealed class BlockFormatter : IMessagePackFormatter<CDataBlock>
{
    public void Serialize(ref MessagePackWriter writer, CDataBlock? value)
    {
        if (value is null)
        {
            writer.WriteNil();
            return;
        }

        var columns = new ColumnsWriter(writer.GetSpan(ColumnsWriter.MaxBytes(value)), value, FloatForm.Array, []);
        writer.Advance(columns.Write());
    }

    public bool TryDeserialize(ref MessagePackReader reader, out CDataBlock? value)
    {
        value = null;
        if (reader.NextCode == MessagePackCode.Nil)
            return reader.TryReadNil();
        value = new CDataBlock(BlockLayout.Empty);
        int start = reader.Position;
        DecodeOutcome outcome = BlockDecoder.DecodePrefix<ColumnsGrammar>(reader.Rest, value, BlockLimits.Default);
        reader.Seek(start + (int)outcome.Offset);
        return outcome.IsOk || reader.Refuse(start + (int)outcome.Offset, ReadFailure.Refused, outcome.ToString());
    }
}
