using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;

namespace FuncLibs.Tests.Blocks.Serialization;

/// <summary>
/// Finds each float64 of a document by writing the block twice, the second time with another value there, and puts a
/// string's code in front of it: the outcome has to name that byte and that path.
/// </summary>
internal static class DamagedNumbers
{
    private const byte EmptyString = 0xA0;

    /// <summary>Offset of the code of the number that is at a place of the block.</summary>
    public static int OffsetOf(IBlockSerializer serializer, CDataBlock block, Span<double> column, int point)
    {
        byte[] before = Write(serializer, block);
        double old = column[point];
        column[point] = BitConverter.Int64BitsToDouble(~BitConverter.DoubleToInt64Bits(old));
        byte[] after = Write(serializer, block);
        column[point] = old;
        return before.AsSpan().CommonPrefixLength(after) - 1;
    }

    /// <summary>What reading reports when the code at an offset is that of a string.</summary>
    public static DecodeOutcome DecodeDamaged(IBlockSerializer serializer, CDataBlock block, int offset)
    {
        byte[] bytes = Write(serializer, block);
        bytes[offset].ShouldBe((byte)0xCB);
        bytes[offset] = EmptyString;
        var target = new CDataBlock(block.Layout) { IsValid = true };
        DecodeOutcome outcome = serializer.Deserialize(bytes, target);
        target.IsValid.ShouldBeFalse();
        return outcome;
    }

    private static byte[] Write(IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }
}
