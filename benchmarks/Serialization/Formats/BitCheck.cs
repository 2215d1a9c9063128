using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Rows;
using FuncLibs.Blocks.Serialization.Columns;

namespace Benchmarks.Serialization.Formats;

/// <summary>Compares blocks bit for bit: what no format may change before it is timed.</summary>
internal static class BitCheck
{
    /// <exception cref="InvalidDataException">The blocks differ.</exception>
    public static void RequireSame(string format, CDataBlock expected, CDataBlock found)
    {
        if (!Bytes(expected).SequenceEqual(Bytes(found)))
            throw new InvalidDataException($"{format}: the block that was read is another than the one written.");
    }

    /// <exception cref="InvalidDataException">The rows differ from the block.</exception>
    public static void RequireSame(string format, CDataBlock expected, RowBlock? found)
    {
        var block = new CDataBlock(BlockLayout.Empty);
        RowConversionOutcome outcome = found is null ? default : RowConversion.ToBlock(found, block);
        if (!outcome.IsOk)
            throw new InvalidDataException($"{format}: what was read is no block: {outcome}.");
        RequireSame(format, expected, block);
    }

    // Ext 20 is the bit pattern of every value; the header and the integers are before and between.
    private static ReadOnlySpan<byte> Bytes(CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        ColumnsSerializer.Raw().Serialize(block, output);
        return output.WrittenSpan;
    }
}
