using System.Buffers;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Blocks.Tokens;

namespace Benchmarks.Tests.Serialization;

/// <summary>The size goals of the formats on the reference block. Sizes do not depend on the machine,
/// so these are tests and not figures.</summary>
public sealed class FormatSizeTests
{
    private const double FloatsOfTheReferenceBlock = 13_000;
    private const int MaxDepth = 8;

    public static TheoryData<DataKind> Kinds => [.. Enum.GetValues<DataKind>()];

    [Theory]
    [InlineData(DataKind.Decimals, 2.0)]
    [InlineData(DataKind.Adc, 2.0)]
    [InlineData(DataKind.Constant, 0.35)]
    public void Packed_BytesADouble_AreWithinTheGoal(DataKind kind, double goal) =>
        (Encode("columns-packed", kind).Length / FloatsOfTheReferenceBlock).ShouldBeLessThanOrEqualTo(goal);

    [Theory]
    [InlineData(DataKind.Decimals)]
    [InlineData(DataKind.Adc)]
    public void Packed_AgainstRowsLz4Array_IsAThirdOrLess(DataKind kind) =>
        (3 * Encode("columns-packed", kind).Length).ShouldBeLessThanOrEqualTo(Encode("rows-lz4array", kind).Length);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Auto_AgainstExt20_IsAtMostOnePercentMore(DataKind kind) =>
        ((double)Encode("columns-auto", kind).Length).ShouldBeLessThanOrEqualTo(
            1.01 * Encode("columns-raw", kind).Length);

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Auto_AgainstTheOtherPolicies_IsAtMostTwoPercentMore(DataKind kind)
    {
        int smallest = ((string[])["columns", "columns-raw", "columns-packed"]).Min(name => Encode(name, kind).Length);

        ((double)Encode("columns-auto", kind).Length).ShouldBeLessThanOrEqualTo(1.02 * smallest);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Auto_AgainstTheSmallestMethodOfEachColumn_IsAtMostTwoPercentMore(DataKind kind)
    {
        long smallest =
            FloatColumns(BlockData.Create(kind, DataShape.Reference)).Sum(column => (long)MethodSizes.Smallest(column));

        ((double)FloatBodies(Encode("columns-auto", kind))).ShouldBeLessThanOrEqualTo(1.02 * smallest);
    }

    // The second document is one of a writer that keeps its choices.
    [Theory]
    [MemberData(nameof(Kinds))]
    public void Auto_SecondBlockOfAWriter_IsAtMostTwoPercentMoreThanTheFirst(DataKind kind)
    {
        IBlockSerializer serializer = BuiltInSerializers.CreateRegistry().Create("columns-auto")!;
        CDataBlock block = BlockData.Create(kind, DataShape.Reference);
        int first = Encode(serializer, block).Length;

        ((double)Encode(serializer, block).Length).ShouldBeLessThanOrEqualTo(1.02 * first);
    }

    private static byte[] Encode(string name, DataKind kind) =>
        Encode(BuiltInSerializers.CreateRegistry().Create(name)!, BlockData.Create(kind, DataShape.Reference));

    private static byte[] Encode(IBlockSerializer serializer, CDataBlock block)
    {
        var output = new ArrayBufferWriter<byte>();
        serializer.Serialize(block, output);
        return output.WrittenSpan.ToArray();
    }

    private static List<double[]> FloatColumns(CDataBlock block)
    {
        List<double[]> columns = [];
        for (BlockGroup group = BlockGroup.Servo; group <= BlockGroup.Temp; group++)
        {
            for (int c = 0; c < block.ChannelCount(group); c++)
            {
                BlockChannel channel = block.Channel(group, c);
                columns.Add(channel.Command.ToArray());
                columns.Add(channel.Output.ToArray());
                for (int s = 0; s < channel.SensorCount; s++)
                    columns.Add(channel.Sensor(s).ToArray());
            }
        }

        for (int c = 0; c < block.ChannelCount(BlockGroup.AD); c++)
            columns.Add(block.Channel(BlockGroup.AD, c).Values.ToArray());
        return columns;
    }

    private static long FloatBodies(byte[] document)
    {
        var reader = new MessagePackReader(document);
        return FloatBodies(ref reader);
    }

    // Bytes of the bodies of ext 20 and 21 in the next value.
    private static long FloatBodies(ref MessagePackReader reader)
    {
        if (MessagePackCode.IsExt(reader.NextCode) && reader.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body))
            return type is 20 or 21 ? body.Length : 0;
        if (!MessagePackCode.IsArray(reader.NextCode))
            return reader.TrySkip(MaxDepth) ? 0 : throw new InvalidDataException("no MessagePack");
        long bytes = 0;
        reader.TryReadArrayHeader(out int items).ShouldBeTrue();
        for (; items > 0; items--)
            bytes += FloatBodies(ref reader);
        return bytes;
    }
}
